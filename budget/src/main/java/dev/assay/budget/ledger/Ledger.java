package dev.assay.budget.ledger;

import dev.assay.schemas.Amounts;
import dev.assay.schemas.Beat;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetState;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.Cancel;
import dev.assay.schemas.Gated;
import dev.assay.schemas.Granted;
import dev.assay.schemas.Lease;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.LedgerRequest;
import dev.assay.schemas.LedgerSnapshot;
import dev.assay.schemas.Refused;
import dev.assay.schemas.Reserve;
import dev.assay.schemas.Settle;
import dev.assay.schemas.Throttled;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All budgets of one partition: what was granted, what waits, and what may be granted next.
 *
 * <p>The state changes by {@link #apply} alone, for the owner that decides and for whoever reads its journal; only what
 * waits is the owner's own. Times are milliseconds of the owner's clock; a time before the last entry's is taken for
 * that. Not thread-safe.
 */
public final class Ledger {
    private static final Logger LOG = LoggerFactory.getLogger(Ledger.class);
    /** Until when calls should wait whose provider only shows how much it has counted. */
    public static final Instant NOTHING_REFUSED = Instant.EPOCH;

    /** A complaint without a time is of calls that were sent together, and more of the kind are under way. */
    private static final long LEAST_GATE_MILLIS = 1_000;

    private static final long LONGEST_GATE_MILLIS = 86_400_000;

    private final LedgerSettings settings;
    private final SortedMap<String, Budget> budgets = new TreeMap<>();
    private final Desk desk;
    /** The latest moment that anything was folded or decided at. */
    private long time;

    private boolean isRecovering;
    private boolean isChanged;

    public Ledger(LedgerSettings settings) {
        this.settings = settings;
        this.desk = new Desk(settings, this::budget);
    }

    /** Takes over the state of a snapshot; for a ledger that has folded nothing yet. */
    public void restore(LedgerSnapshot snapshot) {
        time = Math.max(time, snapshot.getAt().toEpochMilli());
        snapshot.getBudgets().forEach(state -> budget(state.getBudget()).restore(state));
    }

    /**
     * Sets the limits of a budget; {@link #tick} grants what they give room for. Nothing of a budget is granted before its
     * limits are set; one that was taken back has none and grants all.
     */
    public void limit(BudgetLimits limits) {
        budget(limits.getBudget()).limit(limits);
        isChanged = true;
    }

    /**
     * Notes what a valid entry answered, so that its request is not answered again. For an owner to be, before it takes in
     * requests, with all entries that may answer one that it will read again.
     */
    public void remember(LedgerEntry entry) {
        long at = entry.getAt().toEpochMilli();
        switch (entry.getEvent()) {
            case Granted granted -> desk.remember(granted.getId(), entry.getRequestOffset(), at);
            case Refused refused -> desk.remember(refused.getId(), entry.getRequestOffset(), at);
            case Gated gated -> desk.remember(throttleId(entry.getRequestOffset()), entry.getRequestOffset(), at);
            default -> {}
        }
    }

    /** Folds an entry that counts ({@link Epochs}). */
    public void apply(LedgerEntry entry) {
        time = Math.max(time, entry.getAt().toEpochMilli());
        if (!entry.getBudget().isEmpty()) {
            budget(entry.getBudget()).apply(entry);
        }
    }

    /**
     * Begins to take in requests that were sent before this owner: nothing is granted or refused until {@link #recovered},
     * because what withdraws a reservation may follow it. None of them proves that its client lives.
     */
    public void recover() {
        isRecovering = true;
    }

    /** Ends what {@link #recover} began: all requests that stood in the partition when this owner began are handled. */
    public void recovered() {
        isRecovering = false;
        isChanged = true;
    }

    /**
     * Takes in a request, in the order of offsets.
     *
     * @param offset the request's own
     * @param epoch the owner's
     * @return what to append to the journal, in order; it is applied already. Nothing for a repeated request
     */
    public List<LedgerEntry> handle(LedgerRequest request, long offset, long epoch, long nowMillis) {
        Decisions decisions = decideAt(epoch, nowMillis);
        Budget budget = budget(request.getBudget());
        try {
            take(budget, request, offset, decisions);
        } catch (RuntimeException bug) {
            // It would end each keeper in turn, and nobody would be granted anything.
            LOG.atError()
                    .addKeyValue("budget", request.getBudget())
                    .addKeyValue("offset", offset)
                    .setCause(bug)
                    .log("a request to the ledger could not be decided on and is passed over");
            if (request.getEvent() instanceof Reserve reserve) {
                desk.giveUp(budget, reserve.getId(), request.getClient(), offset, decisions);
            }
        }
        if (!isRecovering) {
            desk.serve(budget, decisions);
        }
        return decisions.entries();
    }

    private void take(Budget budget, LedgerRequest request, long offset, Decisions decisions) {
        budget.advance(time);
        if (!isRecovering) {
            desk.hear(request.getClient(), decisions);
        }
        switch (request.getEvent()) {
            case Reserve reserve -> {
                if (isRecovering) {
                    desk.recover(budget, request, reserve, offset, time);
                } else {
                    desk.reserve(budget, request, reserve, offset, decisions);
                }
            }
            case Settle settle -> desk.settle(budget, settle, offset, decisions);
            case Cancel cancel -> desk.cancel(budget, cancel, offset, decisions);
            case Throttled throttled -> throttle(budget, request, throttled, offset, decisions);
            case Beat beat -> {}
            default -> throw new IllegalArgumentException("not a request of a ledger: " + request.getEvent());
        }
    }

    /**
     * Does what is due by time: grants to who waits, refusals of who waited long enough, the end of holders that died.
     *
     * @return what to append to the journal, in order; it is applied already
     */
    public List<LedgerEntry> tick(long epoch, long nowMillis) {
        Decisions decisions = decideAt(epoch, nowMillis);
        if (isRecovering) {
            return decisions.entries();
        }
        isChanged = false;
        for (Budget budget : budgets.values()) {
            budget.advance(time);
            desk.bury(budget, decisions);
        }
        desk.dismiss(decisions);
        budgets.values().forEach(budget -> desk.serve(budget, decisions));
        desk.forget(time);
        return decisions.entries();
    }

    /** The budgets of lanes' slots whose lanes should be measured now: {@link #measure} each when it begins. */
    public List<String> wantMeasuring() {
        return isRecovering
                ? List.of()
                : budgets.values().stream()
                        .filter(Budget::wantsMeasuring)
                        .map(budget -> budget.id)
                        .toList();
    }

    /** Notes that a measurement of a lane begins now: it will hold the jobs of all grants that ended until now. */
    public void measure(String budget) {
        budget(budget).lane().measure();
    }

    /**
     * Takes a measurement and grants what it has room for.
     *
     * @param unfinished jobs of the lane at most when the measurement began, or later
     * @param ofTenants the same of each tenant that has a bound of its own
     * @return what to append to the journal, in order; it is applied already
     */
    public List<LedgerEntry> measured(
            String budget, long unfinished, Map<String, Long> ofTenants, long epoch, long nowMillis) {
        Decisions decisions = decideAt(epoch, nowMillis);
        budget(budget).lane().measured(unfinished, ofTenants);
        desk.serveParts(budget(budget), decisions);
        return decisions.entries();
    }

    /** Tenants that have a bound of their own in a lane. */
    public Set<String> boundedTenants(String budget) {
        return budget(budget).lane().boundedTenants();
    }

    /** Notes that a measurement could not be taken. */
    public void notMeasured(String budget) {
        budget(budget).lane().failed();
    }

    /**
     * Transactional ids that are to be fenced because a grant under them was not ended in time, each with all
     * reservations that are held under it: none of them can be used any more once it is fenced.
     */
    public Map<String, List<String>> overdue(long nowMillis) {
        long now = Math.max(time, nowMillis);
        Map<String, List<String>> overdue = new TreeMap<>();
        for (Budget budget : budgets.values()) {
            Set<String> fences = budget.overdue(now);
            for (Lease lease : fences.isEmpty() ? List.<Lease>of() : budget.held()) {
                String fence = lease.getFence();
                if (fence != null && fences.contains(fence)) {
                    overdue.computeIfAbsent(fence, unknown -> new ArrayList<>()).add(lease.getId());
                }
            }
        }
        return overdue;
    }

    /**
     * Ends grants whose holder was fenced.
     *
     * @return what to append to the journal, in order; it is applied already
     */
    public List<LedgerEntry> fenced(List<String> reservations, long epoch, long nowMillis) {
        Decisions decisions = decideAt(epoch, nowMillis);
        for (Budget budget : budgets.values()) {
            reservations.forEach(reservation -> desk.fenced(budget, reservation, decisions));
        }
        return decisions.entries();
    }

    /** When {@link #tick} may have something to do next; {@link Long#MAX_VALUE} for never, without a request. */
    public long nextTickMillis(long nowMillis) {
        if (isRecovering) {
            return Long.MAX_VALUE;
        }
        long now = Math.max(time, nowMillis);
        long next = isChanged ? now : desk.nextDismissal();
        for (Budget budget : budgets.values()) {
            next = Math.min(next, budget.nextDeath());
            if (!budget.queue().isEmpty()) {
                next = Math.min(next, budget.nextRoom(now));
            }
        }
        return next;
    }

    /** Offset of the oldest request that waits: a later owner must read the requests from there. */
    public OptionalLong oldestWaitingOffset() {
        return desk.oldestOffset();
    }

    /** The state, without what waits and without limits. Two ledgers that folded the same have equal ones. */
    public LedgerSnapshot snapshot(int partition, long epoch, long journalOffset, long requestOffset, long nowMillis) {
        long now = Math.max(time, nowMillis);
        List<BudgetState> states = budgets.values().stream()
                .map(budget -> budget.state(now))
                .filter(Objects::nonNull)
                .toList();
        return new LedgerSnapshot(partition, epoch, journalOffset, requestOffset, Instant.ofEpochMilli(time), states);
    }

    /** How each budget stands, by id. */
    public List<BudgetView> views(long nowMillis) {
        long now = Math.max(time, nowMillis);
        return budgets.values().stream()
                .map(budget -> budget.view(desk.waiting(budget.id), now))
                .toList();
    }

    /** How one budget stands; nothing where neither limits nor entries of it were seen. */
    public Optional<BudgetView> view(String budget, long nowMillis) {
        long now = Math.max(time, nowMillis);
        return Optional.ofNullable(budgets.get(budget)).map(found -> found.view(desk.waiting(budget), now));
    }

    private void throttle(Budget budget, LedgerRequest request, Throttled throttled, long offset, Decisions decisions) {
        if (desk.isAnswered(throttleId(offset))) {
            return;
        }
        Amounts phantom = phantom(budget, throttled);
        if (throttled.getUntil().equals(NOTHING_REFUSED)) {
            if (phantom != null && !isRecovering) {
                decisions.add(budget, offset, budget.shown(phantom, throttled.getMessage()));
            }
            return;
        }
        // By the sender's clock; what was sent a while ago is not taken for news.
        long told = throttled.getUntil().toEpochMilli();
        long wait = isRecovering
                ? told - time
                : Math.max(LEAST_GATE_MILLIS, told - request.getAt().toEpochMilli());
        long until = time + Math.min(wait, LONGEST_GATE_MILLIS);
        Gated gated = budget.gated(until, phantom, throttled.getMessage(), time);
        if (gated != null) {
            decisions.add(budget, offset, gated);
            if (!isRecovering) {
                desk.refuseBehindGate(budget, decisions);
            }
        }
    }

    private static @Nullable Amounts phantom(Budget budget, Throttled throttled) {
        return throttled.getMeasure() == null
                        || throttled.getUsed() == null
                        || throttled.getWindow() != BudgetWindow.MINUTE
                ? null
                : budget.phantom(throttled.getMeasure(), throttled.getUsed());
    }

    private Decisions decideAt(long epoch, long nowMillis) {
        time = Math.max(time, nowMillis);
        return new Decisions(epoch, time, this::apply);
    }

    private Budget budget(String id) {
        return budgets.computeIfAbsent(id, unknown -> new Budget(id, settings));
    }

    private static String throttleId(long offset) {
        return "throttled at " + offset;
    }
}
