package dev.assay.worker.route;

import static java.util.Objects.requireNonNull;

import dev.assay.schemas.Attempt;
import dev.assay.schemas.EliminatedCandidate;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Unanswered;
import dev.assay.schemas.topics.Keys;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.Reply;
import dev.assay.worker.failure.Action;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.FailureTable;
import dev.assay.worker.failure.LimitScope;
import dev.assay.worker.failure.OtherProvider;
import dev.assay.worker.failure.WaitClass;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Which candidate a job asks next, and when: retries, fallbacks, waiting and giving up are decided here and nowhere
 * else. One plan serves one job; it takes time as an argument and waits for nothing.
 *
 * <p>Three questions come before a further attempt: is the kind of failure worth one (the table), may the request be
 * repeated (side effects), and does the pause plus a useful attempt fit into what is left of the deadline.
 */
public final class RoutePlan {
    /** The least time that a further attempt is worth waiting for. */
    public static final Duration SMALLEST_ATTEMPT = Duration.ofSeconds(1);
    /** Kept back at the end, so that what came is written down before the deadline. */
    public static final Duration CLOSING_RESERVE = Duration.ofMillis(500);
    /** A blocked account is asked about again at once, and then says how long it is blocked. */
    private static final Duration ASK_BLOCK = Duration.ofSeconds(1);
    /** A job with more time than this outlives a limit that an operator or the provider may lift before its time. */
    private static final Duration LONG_LIVED = Duration.ofMinutes(10);

    /** Parking takes two writes and two reads, too much for a moment. */
    private static final Duration SHORTEST_PARK = Duration.ofSeconds(5);

    /** A limit on calls at once is lifted by a call that ends, not by time: longer pauses leave places empty. */
    private static final Duration UNTIL_A_CALL_ENDS = Duration.ofSeconds(1);

    private static final Duration LOOK_AGAIN = Duration.ofHours(1);

    private final Route route;
    private final Demand demand;
    private final RandomGenerator random;
    private final Lines lines;

    private int attempts;
    private boolean grown;
    private @Nullable Reply last;
    private @Nullable Step end;

    public RoutePlan(Route route, Demand demand, RandomGenerator random) {
        this.route = route;
        this.demand = demand;
        this.random = random;
        lines = new Lines(route, demand);
        if (lines.usable().isEmpty()) {
            FailureKind why = lines.fallbackReason().orElse(FailureKind.UNKNOWN);
            end = new Step.NoCandidate(why, "no candidate of route " + route.name() + " suits: " + lines);
        }
    }

    /** Takes up what the job went through before it was parked. */
    public void resume(List<Attempt> before, List<EliminatedCandidate> eliminated) {
        eliminated.forEach(lines::resume);
        for (Attempt attempt : before) {
            attempts++;
            lines.resume(attempt);
            FailureKind kind = attempt.getFailureKind();
            grown |= kind == FailureKind.TRUNCATED;
            if (kind != null) {
                String words = attempt.getFailureMessage();
                String rule = attempt.getFailureRule();
                last = new Reply.Failed(
                        List.of(),
                        Failure.of(kind, rule == null ? "" : rule, words == null ? "" : words, ""),
                        Optional.empty());
            }
        }
    }

    /**
     * What the job does next.
     *
     * @param left what is left until its deadline
     * @param entryLeft how long it may still wait with its slot
     */
    public Step next(long nowNanos, Duration left, Duration entryLeft) {
        if (end != null) {
            return end;
        }
        if (attempts >= route.maxAttempts()) {
            return end();
        }
        List<Line> usable = lines.usable();
        if (usable.isEmpty()) {
            return end();
        }
        Line first = usable.getFirst();
        if (first.isOpen(nowNanos)) {
            return ask(first, left);
        }
        Line.Closed closed = requireNonNull(first.closed);
        if (isBlocked(closed)) {
            return whileBlocked(first, usable, nowNanos, left, entryLeft);
        }
        Duration pause = Duration.ofNanos(closed.untilNanos() - nowNanos);
        boolean isWaitFine = fits(pause, left) && pause.compareTo(entryLeft) <= 0;
        boolean isRetry = closed.isBackoff() && !closed.yields() && !closed.byHint();
        if (!closed.yields() && (isWaitFine || (isRetry && fits(pause, left)))) {
            return hold(List.of(first), nowNanos, left, entryLeft);
        }
        Optional<Line> other = usable.stream()
                .filter(line -> line != first && line.isOpen(nowNanos))
                .findFirst();
        if (other.isPresent() && fits(Duration.ZERO, left)) {
            lines.note(closed.kind());
            return ask(other.get(), left);
        }
        return hold(usable, nowNanos, left, entryLeft);
    }

    /** Takes note of what asking a candidate brought. */
    public void replied(Candidate candidate, Reply reply, long nowNanos) {
        Line line = lines.of(candidate);
        line.closed = null;
        attempts += reply.attempts().size();
        line.attempts += reply.attempts().size();
        switch (reply) {
            case Reply.Answered answered -> end = new Step.End(answered);
            case Reply.Cancelled cancelled -> end = new Step.End(cancelled);
            case Reply.Declined declined -> declined(declined);
            case Reply.Failed failed -> failed(line, failed, nowNanos);
            case Reply.Refused refused -> refused(line, refused, nowNanos);
        }
    }

    /** The candidates that are asked no more, with the reasons; it is what a parked job takes along. */
    public List<EliminatedCandidate> eliminated() {
        return lines.eliminated();
    }

    /** Every candidate that was passed over for this one, with the reasons. */
    public List<EliminatedCandidate> passedOver(Optional<Candidate> chosen) {
        return lines.passedOver(chosen);
    }

    /** Why the first candidate did not answer, as far as it did not. */
    public Optional<FailureKind> fallbackReason() {
        return lines.fallbackReason();
    }

    /** Attempts after the first at the same candidate, over all candidates. */
    public int retries() {
        return lines.retries();
    }

    private Step ask(Line line, Duration left) {
        // One attempt's time is kept back for the fallback, but never so much that the first choice starves.
        Duration reserve = lines.hasUsableBeside(line) ? left.dividedBy(3) : Duration.ZERO;
        return new Step.Ask(line.candidate, reserve, grown, lines.hasCheaper());
    }

    private Step whileBlocked(Line first, List<Line> usable, long nowNanos, Duration left, Duration entryLeft) {
        Line.Closed closed = requireNonNull(first.closed);
        if (route.onAccountBlock() == OnAccountBlock.SWITCH && closed.cause() != FailureKind.AUTH_FAILED) {
            List<Line> others = usable.stream()
                    .filter(line -> line.closed == null || !isBlocked(line.closed))
                    .toList();
            Optional<Line> open =
                    others.stream().filter(line -> line.isOpen(nowNanos)).findFirst();
            if (open.isPresent()) {
                lines.note(closed.cause());
                return ask(open.get(), left);
            }
            if (!others.isEmpty()) {
                return hold(others, nowNanos, left, entryLeft);
            }
        }
        if (demand.hasPrepared()) {
            lines.note(closed.cause());
            return new Step.Prepared(closed.cause(), closed.words());
        }
        // A block holds for minutes at least: no slot is held for it.
        Duration inHand = entryLeft.compareTo(ASK_BLOCK) < 0 ? entryLeft : ASK_BLOCK;
        return hold(List.of(first), nowNanos, left, inHand);
    }

    /** Waits for the first of these to open again, with its slot where that is soon. */
    private Step hold(List<Line> among, long nowNanos, Duration left, Duration entryLeft) {
        Line.Closed first = among.stream()
                .map(line -> line.closed)
                .filter(Objects::nonNull)
                .min(Comparator.comparingLong(closed -> closed.untilNanos() - nowNanos))
                .orElseThrow();
        Duration pause = atLeastAMilli(first.untilNanos() - nowNanos);
        boolean isSpent = first.kind() == FailureKind.TENANT_QUOTA_EXHAUSTED;
        if (isSpent && demand.takesPreparedWhenSpent() && pause.compareTo(entryLeft) > 0) {
            lines.note(first.kind());
            return new Step.Prepared(first.kind(), first.words());
        }
        if (!fits(pause, left)) {
            return tooLate(first, left);
        }
        if (pause.compareTo(entryLeft) > 0) {
            Duration longer = pause.compareTo(SHORTEST_PARK) < 0 && fits(SHORTEST_PARK, left) ? SHORTEST_PARK : pause;
            return new Step.Park(longer, first.kind(), first.words(), first.heldBy());
        }
        return new Step.Wait(atLeastAMilli(first.lookNanos() - nowNanos), first.kind(), first.byHint());
    }

    private Step tooLate(Line.Closed closed, Duration left) {
        boolean isOwn = closed.isBackoff() && closed.kind() != FailureKind.RATE_LIMITED;
        if (isOwn) {
            return end();
        }
        if (left.compareTo(LONG_LIVED) > 0) {
            Duration latest = left.minus(SMALLEST_ATTEMPT).minus(CLOSING_RESERVE);
            Duration pause = latest.compareTo(LOOK_AGAIN) < 0 ? latest : LOOK_AGAIN;
            return new Step.Park(pause, closed.kind(), closed.words(), closed.heldBy());
        }
        return new Step.Expire(closed.kind(), "every candidate is closed beyond the deadline: " + closed.words());
    }

    private void declined(Reply.Declined declined) {
        last = declined;
        if (declined.why() == Unanswered.TRUNCATED && demand.mayGrow() && route.growTruncated() && !grown) {
            grown = true;
            return;
        }
        end = new Step.End(declined);
    }

    private void refused(Line line, Reply.Refused refused, long nowNanos) {
        if (refused.kind() == FailureKind.DEADLINE_EXCEEDED) {
            end = last == null ? new Step.Expire(refused.kind(), refused.message()) : new Step.End(last);
            return;
        }
        boolean yields = refused.kind() == FailureKind.CIRCUIT_OPEN;
        line.refused(
                refused.kind(),
                refused.cause(),
                refused.message(),
                refused.heldBy(),
                refused.pause(),
                yields,
                nowNanos);
    }

    private void failed(Line line, Reply.Failed failed, long nowNanos) {
        last = failed;
        Failure failure = failed.failure();
        if (demand.sideEffects() && !failed.attempts().isEmpty() && !FailureTable.provesNotDone(failure.kind())) {
            end = new Step.End(failed);
            return;
        }
        FailureTable.Row row = FailureTable.row(failure.kind());
        boolean isOnlyForProxies = failure.kind() == FailureKind.BAD_RESPONSE && !failure.fromProxy();
        boolean isMore = line.attempts > 0 && line.attempts <= row.backoffs().size() && !isOnlyForProxies;
        switch (row.action()) {
            case Action.Retry retry -> {
                if (isMore) {
                    backOff(line, failure, row, false, nowNanos);
                } else {
                    then(line, row.then(), failure, nowNanos);
                }
            }
            case Action.Switch change -> {
                if (isMore) {
                    lines.prefer(line.candidate.provider());
                    backOff(line, failure, row, true, nowNanos);
                } else {
                    leave(line, change.other(), failure);
                }
            }
            case Action.Degrade degrade -> degrade(line, failure, nowNanos);
            case Action.Fail fail -> {
                if (isMore) {
                    backOff(line, failure, row, false, nowNanos);
                } else {
                    end = new Step.End(failed);
                }
            }
        }
    }

    private void then(Line line, Action then, Failure failure, long nowNanos) {
        switch (then) {
            case Action.Switch change -> leave(line, change.other(), failure);
            case Action.Degrade degrade -> degrade(line, failure, nowNanos);
            case Action.Retry retry -> throw new IllegalStateException("a retry after the last: " + failure.kind());
            case Action.Fail fail -> end = new Step.End(requireNonNull(last));
        }
    }

    private void backOff(Line line, Failure failure, FailureTable.Row row, boolean yields, long nowNanos) {
        Duration tabled = failure.waitClass() == WaitClass.CONCURRENCY
                ? UNTIL_A_CALL_ENDS
                : row.backoffs().get(line.attempts - 1);
        Duration pause = failure.waitHint()
                .filter(hint -> failure.kind() == FailureKind.RATE_LIMITED)
                .map(hint -> Backoff.afterHint(hint, random))
                .orElseGet(() -> Backoff.jittered(tabled, random));
        boolean byHint =
                failure.kind() == FailureKind.RATE_LIMITED && failure.waitHint().isPresent();
        boolean isAccounts = failure.kind() == FailureKind.RATE_LIMITED && failure.scope() != LimitScope.MODEL;
        // Whoever is parked for a hint comes back when the gate is opened before its time.
        Optional<String> gate = byHint
                ? Optional.of(Keys.gate(line.candidate.account(), isAccounts ? "" : line.candidate.model()))
                : Optional.empty();
        for (Line limited : isAccounts ? lines.ofAccountOf(line) : List.of(line)) {
            limited.backOff(failure.kind(), failure.message(), gate, pause, yields, byHint, nowNanos);
        }
    }

    private void degrade(Line line, Failure failure, long nowNanos) {
        for (Line blocked : lines.ofAccountOf(line)) {
            blocked.refused(
                    FailureKind.PROVIDER_BLOCKED,
                    failure.kind(),
                    failure.message(),
                    Optional.of(line.candidate.account()),
                    ASK_BLOCK,
                    false,
                    nowNanos);
        }
    }

    /** Gives a candidate up, and with it those that would fail the same way. */
    private void leave(Line line, OtherProvider other, Failure failure) {
        lines.putOut(line, failure.kind(), failure.message());
        if (other == OtherProvider.LONGER_CONTEXT) {
            lines.putOutShorterThan(line, failure.kind());
        }
        if (other == OtherProvider.NEVER) {
            end = new Step.End(requireNonNull(last));
        }
    }

    private Step end() {
        return last == null
                ? new Step.NoCandidate(FailureKind.UNKNOWN, "no candidate is left: " + lines)
                : new Step.End(last);
    }

    private static boolean isBlocked(Line.Closed closed) {
        return closed.kind() == FailureKind.PROVIDER_BLOCKED;
    }

    private static boolean fits(Duration pause, Duration left) {
        return pause.plus(SMALLEST_ATTEMPT).plus(CLOSING_RESERVE).compareTo(left) <= 0;
    }

    private static Duration atLeastAMilli(long nanos) {
        return Duration.ofNanos(Math.max(nanos, 1_000_000));
    }
}
