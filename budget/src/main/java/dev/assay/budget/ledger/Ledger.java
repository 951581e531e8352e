package dev.assay.budget.ledger;

import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.LedgerRequest;
import dev.assay.schemas.LedgerSnapshot;
import java.util.List;
import java.util.OptionalLong;

/**
 * All budgets of one partition: what was granted, what waits, and what may be granted next.
 *
 * <p>The state changes by {@link #apply} alone, for the owner that decides and for whoever reads its journal; only what
 * waits is the owner's own. Times are milliseconds of the owner's clock; a time before the last entry's is taken for
 * that. Not thread-safe.
 */
public final class Ledger {
    private final LedgerSettings settings;

    public Ledger(LedgerSettings settings) {
        this.settings = settings;
    }

    /** Takes over the state of a snapshot; for a ledger that has folded nothing yet. */
    public void restore(LedgerSnapshot snapshot) {
        throw new UnsupportedOperationException();
    }

    /** Sets the limits of a budget, and grants nothing: {@link #tick} does. Nothing of a budget whose limits were never set is granted. */
    public void limit(BudgetLimits limits) {
        throw new UnsupportedOperationException();
    }

    /** Notes that an entry from before the snapshot was answered, so that its request is not answered again. */
    public void remember(LedgerEntry entry) {
        throw new UnsupportedOperationException();
    }

    /** Folds an entry that counts ({@link Epochs}). */
    public void apply(LedgerEntry entry) {
        throw new UnsupportedOperationException();
    }

    /**
     * Begins to take in requests that were sent before this owner: they are queued and withdrawn, and nothing is granted
     * or refused until {@link #recovered}. None of them proves that its client lives.
     */
    public void recover() {
        throw new UnsupportedOperationException();
    }

    /** Ends what {@link #recover} began: all requests that stood in the partition when this owner began are handled. */
    public void recovered() {
        throw new UnsupportedOperationException();
    }

    /**
     * Takes in a request, in the order of offsets.
     *
     * @param offset the request's own
     * @param epoch the owner's
     * @return what to append to the journal, in order; it is applied already. Nothing for a repeated request
     */
    public List<LedgerEntry> handle(LedgerRequest request, long offset, long epoch, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    /**
     * Does what is due by time: grants to who waits, refusals of who waited long enough, the end of holders that died.
     *
     * @return what to append to the journal, in order; it is applied already
     */
    public List<LedgerEntry> tick(long epoch, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    /** When {@link #tick} may have something to do next; {@link Long#MAX_VALUE} for never, without a request. */
    public long nextTickMillis(long nowMillis) {
        throw new UnsupportedOperationException();
    }

    /** Offset of the oldest request that waits: a later owner must read the requests from there. */
    public OptionalLong oldestWaitingOffset() {
        throw new UnsupportedOperationException();
    }

    /** The state, without what waits and without limits. Two ledgers that folded the same have equal ones. */
    public LedgerSnapshot snapshot(int partition, long epoch, long journalOffset, long requestOffset, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    /** How each budget stands, by id. */
    public List<BudgetView> views(long nowMillis) {
        throw new UnsupportedOperationException();
    }
}
