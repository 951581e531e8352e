package dev.assay.worker.call;

import dev.assay.budget.client.Answer;
import dev.assay.budget.client.Wish;
import dev.assay.runtime.Clock;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.FailureKind;
import dev.assay.worker.failure.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Makes a call only with room for it in the fleet's budgets, and says afterwards what it took. First the budget of the
 * model's calls, where it may have to wait, then the tenant's quota, which answers at once: who waits holds no quota.
 * Whoever is unsure does not call: no answer, or a grant that came too late, is no room.
 */
final class BudgetCall implements ModelCall {
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    /** What a holder may take beyond the longest call before it is taken for dead. */
    private static final Duration HOLD_MARGIN = Duration.ofSeconds(15);

    /**
     * How often a call may come too late because connecting took so long. The next is sent all the same: a provider that
     * is always slow to connect shifts all calls alike, which moves its windows and fills none of them more.
     */
    private static final int CONNECTS = 3;

    private static final Duration ASK_LEDGER_AGAIN = Duration.ofSeconds(1);
    /** No grant is good for longer. */
    private static final Duration LONGEST_SEAT_WAIT = Duration.ofSeconds(1);

    private static final Reply.Refused NO_SEAT = new Reply.Refused(
            FailureKind.CONCURRENCY_EXHAUSTED,
            "none of this worker's calls ended in time",
            ASK_LEDGER_AGAIN,
            Optional.empty());

    private final ModelCall delegate;
    private final CallBudgets budgets;
    private final Doors doors;
    private final Seats seats;
    private final Clock clock;

    /** What asking for room came to. */
    private sealed interface Taken {
        record Room(Reservation reservation) implements Taken {}

        record None(Reply reply) implements Taken {}
    }

    /** @param seats the calls that are under way */
    BudgetCall(ModelCall delegate, CallBudgets budgets, Doors doors, Seats seats, Clock clock) {
        this.delegate = delegate;
        this.budgets = budgets;
        this.doors = doors;
        this.seats = seats;
        this.clock = clock;
    }

    @Override
    public Reply call(CallRequest request) {
        CallBudgets.Of of = budgets.of(request);
        if (of.isFree()) {
            return free(request);
        }
        Estimate estimate = budgets.estimates().of(request);
        Optional<Reply.Refused> spent =
                of.isQuotaLimited() ? budgets.quotaRefusal(request, of.quota(), estimate.amounts()) : Optional.empty();
        if (spent.isPresent()) {
            return refused(request, spent.get());
        }
        try {
            return reserved(request, of, estimate);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Reply.Cancelled(List.of());
        }
    }

    /** A call that nothing is reserved for, which has to wait for a seat like the others. */
    private Reply free(CallRequest request) {
        Duration left = Duration.ofNanos(Math.max(0, request.deadlineNanos() - clock.nanos()));
        try {
            if (!seats.tryTake(left)) {
                return NO_SEAT;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Reply.Cancelled(List.of());
        }
        try {
            return delegate.call(request);
        } finally {
            seats.leave();
        }
    }

    private Reply reserved(CallRequest request, CallBudgets.Of of, Estimate estimate) throws InterruptedException {
        Candidate candidate = request.candidate();
        Doors.State before = doors.state(candidate);
        long start = clock.nanos();
        long patience = Math.min(request.budgetWait().toNanos(), request.deadlineNanos() - start);
        long until = start + Math.max(0, patience);
        for (int tries = 1; ; tries++) {
            Duration wait = Duration.ofNanos(Math.max(0, until - clock.nanos()));
            switch (take(request, of, estimate.amounts(), wait)) {
                case Taken.None(Reply reply) -> {
                    return reply;
                }
                case Taken.Room(Reservation reservation) -> {
                    if (isInTime(of, reservation)) {
                        Duration waited = Duration.ofNanos(clock.nanos() - start);
                        budgets.meters().granted(candidate.account(), candidate.model(), waited);
                        BooleanSupplier isTooLate = tries < CONNECTS ? reservation::isLate : CallRequest.NEVER_TOO_LATE;
                        CallRequest granted = request.waited(waited, isTooLate);
                        Reply reply;
                        try {
                            reply = callWith(reservation, granted, estimate, of, before);
                        } finally {
                            seats.leave();
                        }
                        if (!isLapsed(reply)) {
                            return reply;
                        }
                    }
                    reservation.cancel();
                    budgets.meters().late(candidate.account(), candidate.model());
                    if (until - clock.nanos() <= 0) {
                        return refused(request, silent("a grant for " + candidate + " came too late to be used"));
                    }
                }
            }
        }
    }

    /**
     * Waits for its turn among the calls that start here and for a seat; whether it has that and the call may begin. It is
     * given back by whoever calls then.
     */
    private boolean isInTime(CallBudgets.Of of, Reservation reservation) throws InterruptedException {
        try {
            budgets.starts().await(of.calls());
            if (!seats.tryTake(LONGEST_SEAT_WAIT)) {
                return false;
            }
        } catch (InterruptedException e) {
            reservation.cancel();
            throw e;
        }
        if (reservation.isLate()) {
            seats.leave();
            return false;
        }
        return true;
    }

    /** Whether the call was connected too late, and not sent. */
    private static boolean isLapsed(Reply reply) {
        return reply instanceof Reply.Refused refused && refused.kind() == FailureKind.LEDGER_SILENT;
    }

    private Taken take(CallRequest request, CallBudgets.Of of, Amounts amounts, Duration wait)
            throws InterruptedException {
        Reservation reservation = new Reservation();
        if (of.isCallsLimited()) {
            Optional<Reply> refusal = add(reservation, request, wish(request, of.calls(), amounts, wait));
            if (refusal.isPresent()) {
                return new Taken.None(refusal.get());
            }
        }
        if (of.isQuotaLimited()) {
            Optional<Reply> refusal;
            try {
                refusal = add(reservation, request, wish(request, of.quota(), amounts, Duration.ZERO));
            } catch (InterruptedException e) {
                reservation.cancel();
                throw e;
            }
            if (refusal.isPresent()) {
                reservation.cancel();
                return new Taken.None(refusal.get());
            }
        }
        return new Taken.Room(reservation);
    }

    /** Adds a grant, or says why there is none. */
    private Optional<Reply> add(Reservation reservation, CallRequest request, Wish wish) throws InterruptedException {
        return switch (budgets.ledger().reserve(wish)) {
            case Answer.Unlimited unlimited -> Optional.empty();
            case Answer.Granted(var grant) -> {
                reservation.add(grant);
                yield Optional.empty();
            }
            case Answer.Refused refused -> Optional.of(refused(request, refused));
            case Answer.Unanswered(String budget, Duration waited) -> {
                String words = "the ledger did not answer for " + budget + " within " + waited.toMillis() + " ms";
                budgets.unanswered(request.candidate(), words);
                yield Optional.of(refused(request, silent(words)));
            }
        };
    }

    private Wish wish(CallRequest request, String budget, Amounts amounts, Duration wait) {
        Payer payer = request.payer();
        Duration longest = request.limits().totalFor(request.maxTokens()).plus(request.extraWait());
        return new Wish(
                budget, payer.tenant(), payer.lane(), payer.priority(), amounts, wait, longest.plus(HOLD_MARGIN));
    }

    private Reply callWith(
            Reservation reservation,
            CallRequest request,
            Estimate estimate,
            CallBudgets.Of of,
            Doors.State doorsBefore) {
        Optional<Reply.Refused> closed = doors.closedSince(doorsBefore, request.candidate());
        if (closed.isPresent()) {
            reservation.cancel();
            return closed.get();
        }
        ShownLimits.Before before = budgets.before(of.calls(), estimate.amounts());
        Optional<Reply> reply = Optional.empty();
        try {
            reply = Optional.of(delegate.call(request));
            return reply.get();
        } finally {
            // What an exception ends may have been sent.
            reply.ifPresentOrElse(came -> end(reservation, came, request, estimate, of), reservation::chargeUncertain);
            if (reply.isPresent() && reply.get() instanceof Reply.Answered answered) {
                budgets.shown(of.calls(), before, answered.response().headers());
            }
        }
    }

    private void end(Reservation reservation, Reply reply, CallRequest request, Estimate estimate, CallBudgets.Of of) {
        if (reservation.end(reply.attempts())) {
            budgets.meters()
                    .uncertain(
                            request.candidate().account(), request.candidate().model());
        }
        reply.attempts().forEach(attempt -> budgets.estimates().learn(request, estimate, attempt));
        if (reply instanceof Reply.Failed failed
                && failed.failure().kind() == FailureKind.RATE_LIMITED
                && !failed.attempts().isEmpty()) {
            budgets.throttled(request.candidate(), of.calls(), failed.failure());
        }
    }

    private Reply refused(CallRequest request, Reply.Refused refused) {
        Candidate candidate = request.candidate();
        budgets.meters().refused(candidate.account(), candidate.model(), refused.kind());
        return refused;
    }

    private Reply refused(CallRequest request, Answer.Refused refused) {
        Candidate candidate = request.candidate();
        FailureKind kind = RefusalKinds.of(refused);
        budgets.meters().refused(candidate.account(), candidate.model(), kind);
        String words = "no room in " + refused.budget() + ": " + refused.limit();
        if (kind == FailureKind.NEVER_FITS) {
            // Not a matter of time: the candidate is out for this job.
            return new Reply.Failed(List.of(), Failure.of(kind, "ledger", words, ""), Optional.empty());
        }
        Duration pause = refused.retryAfter().compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : refused.retryAfter();
        Optional<String> heldBy =
                kind == FailureKind.TENANT_QUOTA_EXHAUSTED ? budgets.heldBy(refused.budget()) : Optional.empty();
        return new Reply.Refused(kind, words, pause, heldBy);
    }

    private static Reply.Refused silent(String words) {
        return new Reply.Refused(FailureKind.LEDGER_SILENT, words, ASK_LEDGER_AGAIN, Optional.empty());
    }

    @Override
    public String toString() {
        return "budget(" + delegate + ")";
    }
}
