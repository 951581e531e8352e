package dev.assay.budget.journal;

import dev.assay.budget.ledger.BudgetView;
import dev.assay.budget.ledger.Epochs;
import dev.assay.budget.ledger.Ledger;
import dev.assay.budget.ledger.LedgerSettings;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.LedgerSnapshot;
import java.util.List;
import java.util.Optional;

/**
 * The state of a partition's budgets as far as its journal was read. Only what was read goes into it, so it holds
 * nothing void and nothing that got lost on its way to the journal. Not thread-safe.
 */
public final class PartitionFold {
    private final int partition;
    private final Ledger ledger;
    private final Epochs epochs;
    private final long from;
    private long position;
    private long answeredBelow;

    private PartitionFold(int partition, Ledger ledger, Epochs epochs, long from, long position, long answeredBelow) {
        this.partition = partition;
        this.ledger = ledger;
        this.epochs = epochs;
        this.from = from;
        this.position = position;
        this.answeredBelow = answeredBelow;
    }

    /**
     * One that goes on from a snapshot, or from the beginning of the journal where there is none.
     *
     * @param wanted an earlier place from which entries are wanted for their own sake, though they are in the snapshot
     */
    public static PartitionFold of(
            int partition, Optional<LedgerSnapshot> snapshot, Optional<JournalPlace> wanted, LedgerSettings settings) {
        Ledger ledger = new Ledger(settings);
        if (snapshot.isEmpty()) {
            return new PartitionFold(partition, ledger, new Epochs(), 0, 0, 0);
        }
        LedgerSnapshot state = snapshot.get();
        ledger.restore(state);
        JournalPlace at = new JournalPlace(state.getJournalOffset(), state.getEpoch());
        JournalPlace start =
                wanted.filter(place -> place.offset() < at.offset()).orElse(at);
        Epochs epochs = new Epochs(start.epoch());
        return new PartitionFold(partition, ledger, epochs, at.offset(), start.offset(), state.getRequestOffset());
    }

    /**
     * Takes the next entry.
     *
     * @param offset the entry's own
     * @return whether it counts; one that does not was written by a keeper that another had followed
     */
    public boolean take(LedgerEntry entry, long offset) {
        position = offset + 1;
        if (!epochs.isValid(entry, offset)) {
            return false;
        }
        if (offset >= from) {
            ledger.apply(entry);
            answeredBelow = Math.max(answeredBelow, entry.getRequestOffset() + 1);
        }
        return true;
    }

    public void limit(BudgetLimits limits) {
        ledger.limit(limits);
    }

    /** Where it has come to: the next entry that it wants, and who kept the partition before that. */
    public JournalPlace place() {
        return new JournalPlace(position, epochs.current());
    }

    /** Whether an entry there is in the snapshot already. */
    public boolean isBeforeSnapshot(long offset) {
        return offset < from;
    }

    /** How its budgets stand. */
    public List<BudgetView> views(long nowMillis) {
        return ledger.views(nowMillis);
    }

    public LedgerSnapshot snapshot(long nowMillis) {
        return ledger.snapshot(partition, epochs.current(), position, answeredBelow, nowMillis);
    }
}
