package dev.assay.budget.ledger;

import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.OwnerEpoch;

/**
 * Tells the entries of a journal's partition that count from those that an owner wrote after another had followed it.
 * Whoever reads the partition in order comes to the same verdicts, because they depend on nothing but the partition.
 * One per partition; not thread-safe.
 */
public final class Epochs {
    /** No owner is known. */
    public static final long NONE = -1;

    private long current;

    /** For a reader from the beginning of a partition. */
    public Epochs() {
        this(NONE);
    }

    /**
     * For a reader from somewhere.
     *
     * @param current the epoch there, as the snapshot says whose journal offset it begins at; {@link #NONE} where it is
     *     not known: then the first entry tells, and the word of an owner that was followed before may be taken for good
     *     until its follower writes something
     */
    public Epochs(long current) {
        this.current = current;
    }

    /**
     * Whether an entry counts. Must be asked for every entry, in the order of offsets.
     *
     * @param offset the entry's own
     */
    public boolean isValid(LedgerEntry entry, long offset) {
        if (entry.getEvent() instanceof OwnerEpoch) {
            current = offset;
            return true;
        }
        // An epoch is the offset of a record that stands before the entry, so a higher one than known is proof of it.
        current = Math.max(current, entry.getEpoch());
        return entry.getEpoch() == current;
    }

    /** The epoch of the last owner that was seen. */
    public long current() {
        return current;
    }
}
