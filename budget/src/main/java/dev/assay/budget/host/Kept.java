package dev.assay.budget.host;

import dev.assay.schemas.LedgerSnapshot;
import java.util.Optional;

/** A partition that this process keeps, with what it has sent to the partition's journal. Not thread-safe. */
final class Kept {
    private final PartitionOwner owner;
    private final Sent sent = new Sent();
    private Optional<Long> predecessor;
    private long snapshotAt;

    /** @param predecessor epoch of the keeper whose snapshot is there; empty for none */
    Kept(PartitionOwner owner, Optional<Long> predecessor) {
        this.owner = owner;
        this.predecessor = predecessor;
        this.snapshotAt = owner.journalStart();
    }

    PartitionOwner owner() {
        return owner;
    }

    Sent sent() {
        return sent;
    }

    /** From where a successor has to read, where that has changed. */
    Optional<Progress.Commit> commit() {
        return owner.commit(sent.count(), sent.countWritten());
    }

    /** The state to write down; empty where nothing happened since the last time, or it is another's turn. */
    Optional<LedgerSnapshot> snapshot(long nowMillis) {
        long offset = owner.place().offset();
        if (!owner.isGranting() || offset == snapshotAt) {
            return Optional.empty();
        }
        snapshotAt = offset;
        return Optional.of(owner.snapshot(nowMillis));
    }

    /** The predecessor whose snapshot a newer one has made needless; once. */
    Optional<Long> takePredecessor() {
        Optional<Long> taken = predecessor.filter(epoch -> epoch != owner.epoch());
        predecessor = Optional.empty();
        return taken;
    }
}
