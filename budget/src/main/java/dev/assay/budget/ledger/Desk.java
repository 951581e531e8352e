package dev.assay.budget.ledger;

import dev.assay.schemas.Amounts;
import dev.assay.schemas.Cancel;
import dev.assay.schemas.Granted;
import dev.assay.schemas.Lease;
import dev.assay.schemas.LedgerRefusal;
import dev.assay.schemas.LedgerRequest;
import dev.assay.schemas.Refused;
import dev.assay.schemas.Released;
import dev.assay.schemas.Reserve;
import dev.assay.schemas.Settle;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides who is granted, who waits and who is refused. Of the owner alone; what it decides is folded by {@link Decisions}. */
final class Desk {
    private static final Logger LOG = LoggerFactory.getLogger(Desk.class);
    private static final Total NOBODY = new Total();
    private static final long DAY_MILLIS = 86_400_000;

    private final LedgerSettings settings;
    private final Function<String, Budget> budgets;
    private final Answered answered = new Answered();
    private final Waiting waiting = new Waiting();
    private final Clients clients;

    Desk(LedgerSettings settings, Function<String, Budget> budgets) {
        this.settings = settings;
        this.budgets = budgets;
        this.clients = new Clients(settings);
    }

    void remember(String id, long requestOffset, long at) {
        answered.add(id, requestOffset, at);
        leave(id);
    }

    boolean isAnswered(String id) {
        return answered.has(id);
    }

    /** Notes that a client lives, and lets what waits of it back into the lines. */
    void hear(String client, Decisions decisions) {
        for (Waiter waiter : clients.hear(client, decisions.now())) {
            Budget budget = budgets.apply(waiter.budget());
            budget.queue().add(waiter);
            serve(budget, decisions);
        }
    }

    void reserve(Budget budget, LedgerRequest request, Reserve reserve, long offset, Decisions decisions) {
        String id = reserve.getId();
        if (waiting.has(id) || answered.has(id) || budget.lease(id) != null) {
            return;
        }
        long patience = reserve.getWaitUntil().toEpochMilli() - request.getAt().toEpochMilli();
        long waitUntil =
                decisions.now() + Math.clamp(patience, 0, settings.longestWait().toMillis());
        Waiter waiter = new Waiter(budget.id, offset, request.getClient(), bounded(reserve), waitUntil);
        if (head(budget) == null && budget.fits(waiter, decisions.now())) {
            grant(budget, waiter, waiter.amounts(), decisions);
        } else if (patience <= 0
                || isInVain(budget, waiter, decisions.now())
                || waiting.count(budget.id) >= settings.mostWaiting()) {
            refuse(budget, waiter, decisions);
        } else {
            await(budget, waiter, decisions.now());
        }
    }

    /** Lets a reservation wait that was asked for before this owner began. */
    void recover(Budget budget, LedgerRequest request, Reserve reserve, long offset, long now) {
        String id = reserve.getId();
        if (!waiting.has(id) && !answered.has(id) && budget.lease(id) == null) {
            long waitUntil = Math.min(
                    reserve.getWaitUntil().toEpochMilli(),
                    now + settings.longestWait().toMillis());
            await(budget, new Waiter(budget.id, offset, request.getClient(), bounded(reserve), waitUntil), now);
        }
    }

    void settle(Budget budget, Settle settle, long offset, Decisions decisions) {
        Lease lease = budget.lease(settle.getId());
        if (lease == null || (lease.getIsExpired() && settle.getIsUncertain())) {
            return;
        }
        Amounts told = Total.bounded(settle.getAmounts());
        // Where nobody knows what a call took, it is not taken for less than it was allowed.
        Amounts took = settle.getIsUncertain() ? Total.larger(told, lease.getAmounts()) : told;
        decisions.add(budget, offset, new Released(lease.getId(), took, settle.getIsUncertain()));
    }

    void cancel(Budget budget, Cancel cancel, long offset, Decisions decisions) {
        leave(cancel.getId());
        Lease lease = budget.lease(cancel.getId());
        if (lease != null) {
            decisions.add(budget, offset, new Released(lease.getId(), Total.NOTHING, false));
        }
    }

    /** Refuses all that the gate of a budget outlasts, so that they need not wait for that. */
    void refuseBehindGate(Budget budget, Decisions decisions) {
        for (Waiter waiter : budget.queue().all()) {
            if (isInVain(budget, waiter, decisions.now())) {
                refuse(budget, waiter, decisions);
            }
        }
    }

    /** Charges the grants whose holders are dead. */
    void bury(Budget budget, Decisions decisions) {
        Lease lease = budget.dead(decisions.now());
        while (lease != null) {
            decisions.add(budget, Decisions.BY_TIME, new Released(lease.getId(), lease.getAmounts(), true));
            lease = budget.dead(decisions.now());
        }
    }

    /** Passes over whom nothing was heard of, and refuses whom nothing was heard of for long or who waited long enough. */
    void dismiss(Decisions decisions) {
        long now = decisions.now();
        for (Waiter waiter : clients.fallenSilent(now)) {
            budgets.apply(waiter.budget()).queue().remove(waiter);
        }
        Obstacle silence = new Obstacle(LedgerRefusal.UNKNOWN, "its client was not heard of", now);
        for (Waiter waiter : clients.givenUp(now)) {
            refuse(budgets.apply(waiter.budget()), waiter, silence, decisions);
        }
        for (Waiter waiter : waiting.due(now)) {
            Budget budget = budgets.apply(waiter.budget());
            refuse(budget, waiter, decisions);
        }
    }

    /** Grants in turn until the head has to wait. */
    void serve(Budget budget, Decisions decisions) {
        long now = decisions.now();
        budget.advance(now);
        for (Waiter head = head(budget); head != null; head = head(budget)) {
            try {
                if (budget.fits(head, now)) {
                    budget.queue().serve(head);
                    grant(budget, head, head.amounts(), decisions);
                } else if (isInVain(budget, head, now)) {
                    refuse(budget, head, decisions);
                } else {
                    return;
                }
            } catch (RuntimeException bug) {
                LOG.atError()
                        .addKeyValue("budget", budget.id)
                        .addKeyValue("reservation", head.id())
                        .setCause(bug)
                        .log("a reservation could not be decided on and is refused");
                giveUp(budget, head.id(), head.client(), head.offset(), decisions);
            }
        }
    }

    /** Grants in turn, to each as much as there is room for, until that is not enough for the head. */
    void serveParts(Budget budget, Decisions decisions) {
        serve(budget, decisions);
        for (Waiter head = head(budget); head != null; head = head(budget)) {
            Long least = head.reserve().getLeastRequests();
            Amounts part = least == null ? null : budget.part(head, least);
            if (part == null) {
                return;
            }
            budget.queue().serve(head);
            grant(budget, head, part, decisions);
        }
    }

    /** The next in turn; whom its tenant's own bound holds up holds up nobody else. */
    private static @Nullable Waiter head(Budget budget) {
        return budget.queue().head(waiter -> !budget.isHeldByTenant(waiter));
    }

    /** Ends a grant whose holder was fenced: whatever it wrote with it is written, and nothing more will be. */
    void fenced(Budget budget, String reservation, Decisions decisions) {
        Lease lease = budget.lease(reservation);
        if (lease != null) {
            decisions.add(budget, Decisions.BY_TIME, new Released(reservation, lease.getAmounts(), true));
        }
    }

    /** Refuses what could not be decided on, so that nobody comes upon it again and the others go on. */
    void giveUp(Budget budget, String id, String client, long offset, Decisions decisions) {
        if (answered.has(id) || budget.lease(id) != null) {
            return;
        }
        remember(id, offset, decisions.now());
        decisions.add(
                budget,
                offset,
                new Refused(id, client, LedgerRefusal.UNKNOWN, "the ledger could not decide on it", 0L));
    }

    void forget(long now) {
        answered.forget(waiting.oldestOffset().orElse(Long.MAX_VALUE), now);
    }

    OptionalLong oldestOffset() {
        return waiting.oldestOffset();
    }

    int waiting(String budget) {
        return waiting.count(budget);
    }

    /** When somebody's patience or silence asks for something. */
    long nextDismissal() {
        return Math.min(waiting.nextDue(), clients.nextSilence());
    }

    private void await(Budget budget, Waiter waiter, long now) {
        waiting.add(waiter);
        clients.add(waiter, now);
        if (!clients.isSilent(waiter.client())) {
            budget.queue().add(waiter);
        }
    }

    private void leave(String id) {
        Waiter waiter = waiting.remove(id);
        if (waiter != null) {
            clients.remove(waiter);
            budgets.apply(waiter.budget()).queue().remove(waiter);
        }
    }

    private void grant(Budget budget, Waiter waiter, Amounts amounts, Decisions decisions) {
        long startWithin = settings.startWithin().toMillis();
        long hold = Math.clamp(waiter.reserve().getHoldMillis(), startWithin, DAY_MILLIS);
        remember(waiter.id(), waiter.offset(), decisions.now());
        decisions.add(
                budget,
                waiter.offset(),
                new Granted(
                        waiter.id(),
                        waiter.client(),
                        waiter.tenant(),
                        amounts,
                        decisions.inMillis(startWithin),
                        decisions.inMillis(hold),
                        waiter.reserve().getFence()));
    }

    private void refuse(Budget budget, Waiter waiter, Decisions decisions) {
        leave(waiter.id());
        refuse(budget, waiter, inTheWay(budget, waiter, decisions.now()), decisions);
    }

    private void refuse(Budget budget, Waiter waiter, Obstacle obstacle, Decisions decisions) {
        remember(waiter.id(), waiter.offset(), decisions.now());
        decisions.add(
                budget,
                waiter.offset(),
                new Refused(
                        waiter.id(),
                        waiter.client(),
                        obstacle.reason(),
                        obstacle.words(),
                        obstacle.retryAfterMillis(decisions.now())));
    }

    private static boolean isInVain(Budget budget, Waiter waiter, long now) {
        return budget.never(waiter.amounts()) != null
                || budget.closedUntil(waiter.amounts(), now) >= waiter.waitUntil();
    }

    /** What keeps one from being granted that is not in line and has to let everybody pass who is. */
    private static Obstacle inTheWay(Budget budget, Waiter waiter, long now) {
        Obstacle obstacle = budget.never(waiter.amounts());
        if (obstacle == null) {
            obstacle = budget.obstacle(waiter, budget.queue().total(), now);
        }
        Waiter head = head(budget);
        if (obstacle == null && head != null) {
            obstacle = budget.obstacle(head, NOBODY, now);
        }
        return obstacle == null ? new Obstacle(LedgerRefusal.UNKNOWN, "its turn did not come in time", now) : obstacle;
    }

    private static Reserve bounded(Reserve reserve) {
        return new Reserve(
                reserve.getId(),
                reserve.getTenant(),
                reserve.getLane(),
                reserve.getPriority(),
                Total.bounded(reserve.getAmounts()),
                reserve.getWaitUntil(),
                reserve.getHoldMillis(),
                reserve.getFence(),
                reserve.getLeastRequests());
    }
}
