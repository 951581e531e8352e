package dev.assay.budget.host;

import dev.assay.budget.journal.JournalPlace;
import dev.assay.budget.journal.PartitionFold;
import dev.assay.budget.ledger.Ledger;
import dev.assay.budget.ledger.LedgerSettings;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.LedgerRequest;
import dev.assay.schemas.LedgerSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps the budgets of one partition: first it learns what its predecessors decided, then what was asked of them and not
 * answered, then it decides itself. Beside the ledger that decides there is a second one, folded from what is read back:
 * what a snapshot holds is in the journal, or it would tell a successor of grants that nobody got. Not thread-safe.
 */
final class PartitionOwner {
    private enum Phase {
        /** Reads the journal up to its own epoch. */
        REPLAYING,
        /** Reads the requests that stood there when it began. */
        RECOVERING,
        /** Decides. */
        GRANTING
    }

    private final int partition;
    private final long epoch;
    private final long requestsEnd;
    private final Ledger ledger;
    private final PartitionFold shadow;
    private final Progress progress;
    private Phase phase = Phase.REPLAYING;
    private long nextRequest;
    private boolean deposed;

    /** Where a partition's requests stand when an owner begins. */
    record Requests(long start, long end) {}

    /**
     * @param epoch offset of its own record in the journal
     * @param wanted place in the journal before which no request from the start on was answered; empty where it is not
     *     known, and then the snapshot's
     */
    PartitionOwner(
            int partition,
            long epoch,
            Requests requests,
            Optional<LedgerSnapshot> snapshot,
            Optional<JournalPlace> wanted,
            LedgerSettings settings) {
        this.partition = partition;
        this.epoch = epoch;
        this.requestsEnd = requests.end();
        this.nextRequest = requests.start();
        this.ledger = new Ledger(settings);
        snapshot.ifPresent(ledger::restore);
        this.shadow = PartitionFold.of(partition, snapshot, wanted, settings);
        this.progress = new Progress(requests.start(), shadow.place());
    }

    int partition() {
        return partition;
    }

    long epoch() {
        return epoch;
    }

    /** Offset from which it wants the journal. */
    long journalStart() {
        return shadow.place().offset();
    }

    /** Whether it wants requests now. */
    boolean wantsRequests() {
        return phase != Phase.REPLAYING;
    }

    boolean isGranting() {
        return phase == Phase.GRANTING && !deposed;
    }

    /** Whether another keeper began after this one: nothing that it decides counts any more. */
    boolean isDeposed() {
        return deposed;
    }

    void limit(BudgetLimits limits) {
        ledger.limit(limits);
        shadow.limit(limits);
    }

    /**
     * Takes what was read from the journal, its own entries among it.
     *
     * @return whether it counts
     */
    boolean read(long offset, LedgerEntry entry) {
        boolean isInSnapshot = shadow.isBeforeSnapshot(offset);
        boolean isValid = shadow.take(entry, offset);
        if (isValid && offset < epoch) {
            ledger.remember(entry);
            if (!isInSnapshot) {
                ledger.apply(entry);
            }
        }
        if (phase == Phase.REPLAYING && offset >= epoch) {
            phase = Phase.RECOVERING;
            ledger.recover();
            endRecoveryWhenRead();
        }
        deposed |= shadow.place().epoch() > epoch;
        return isValid;
    }

    /**
     * Decides on a request.
     *
     * @return what is to be appended to the journal
     */
    List<LedgerEntry> request(LedgerRequest request, long offset, long nowMillis) {
        List<LedgerEntry> entries = ledger.handle(request, offset, epoch, nowMillis);
        skip(offset);
        return entries;
    }

    /** Passes over a request that says nothing. */
    void skip(long offset) {
        nextRequest = offset + 1;
        endRecoveryWhenRead();
    }

    /** Does what is due. */
    List<LedgerEntry> tick(long nowMillis) {
        return isGranting() && ledger.nextTickMillis(nowMillis) <= nowMillis
                ? ledger.tick(epoch, nowMillis)
                : List.of();
    }

    /** The lanes' budgets whose depth should be measured now. */
    List<String> wantMeasuring() {
        return isGranting() ? ledger.wantMeasuring() : List.of();
    }

    /** A measurement of a lane begins. */
    void measure(String budget) {
        ledger.measure(budget);
    }

    /** A measurement is there. */
    List<LedgerEntry> measured(String budget, long unfinished, Map<String, Long> ofTenants, long nowMillis) {
        return isGranting() ? ledger.measured(budget, unfinished, ofTenants, epoch, nowMillis) : List.of();
    }

    /** Tenants that have a bound of their own in a lane. */
    Set<String> boundedTenants(String budget) {
        return ledger.boundedTenants(budget);
    }

    /** A measurement failed. */
    void notMeasured(String budget) {
        ledger.notMeasured(budget);
    }

    /** Transactional ids that are to be fenced, each with the reservations that end with it. */
    Map<String, List<String>> overdue(long nowMillis) {
        return isGranting() ? ledger.overdue(nowMillis) : Map.of();
    }

    /** Holders of reservations were fenced. */
    List<LedgerEntry> fenced(List<String> reservations, long nowMillis) {
        return isGranting() ? ledger.fenced(reservations, epoch, nowMillis) : List.of();
    }

    /** How long nothing is due without a request, in milliseconds. */
    long quietMillis(long nowMillis) {
        return isGranting() ? Math.max(0, ledger.nextTickMillis(nowMillis) - nowMillis) : Long.MAX_VALUE;
    }

    /**
     * From where a successor has to read, where that has changed.
     *
     * @param sent entries that were given to the journal so far
     * @param written those of them that are in it
     */
    Optional<Progress.Commit> commit(long sent, long written) {
        progress.note(nextRequest, ledger.oldestWaitingOffset().orElse(nextRequest), shadow.place(), sent);
        return progress.commit(written);
    }

    /** How far the journal was read back. */
    JournalPlace place() {
        return shadow.place();
    }

    /** The state as far as the journal was read back. */
    LedgerSnapshot snapshot(long nowMillis) {
        return shadow.snapshot(nowMillis);
    }

    private void endRecoveryWhenRead() {
        if (phase == Phase.RECOVERING && nextRequest >= requestsEnd) {
            phase = Phase.GRANTING;
            ledger.recovered();
        }
    }
}
