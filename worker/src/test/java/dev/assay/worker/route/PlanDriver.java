package dev.assay.worker.route;

import dev.assay.schemas.Attempt;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Unanswered;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.ModelResponse;
import dev.assay.worker.call.Reply;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.LimitScope;
import dev.assay.worker.failure.ResponseHeaders;
import dev.assay.worker.failure.WaitClass;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/** Drives a plan by hand-moved time: every candidate answers as the test says, every wait passes at once. */
final class PlanDriver {
    static final Candidate LARGE = candidate("alpha", "large");
    static final Candidate SMALL = candidate("alpha", "small");
    static final Candidate OTHER = candidate("beta", "other");

    final RoutePlan plan;
    final List<String> log = new ArrayList<>();
    long now;
    Duration entry = Duration.ofSeconds(30);

    private final long deadline;

    PlanDriver(Route route, Demand demand, Duration left) {
        plan = new RoutePlan(route, demand, new Random(1));
        deadline = left.toNanos();
    }

    static PlanDriver of(Candidate... candidates) {
        return new PlanDriver(route(candidates), Demand.plain(), Duration.ofHours(24));
    }

    static Route route(Candidate... candidates) {
        return new Route("r", List.of(candidates), OnAccountBlock.WAIT, 8, true);
    }

    static Candidate candidate(String provider, String model) {
        return new Candidate(provider, provider, model, Optional.empty(), null, null, null, false);
    }

    /** Runs it to its end; the log says whom it asked and how it waited. */
    Step run(Function<Candidate, Reply> world) {
        while (true) {
            Step step = next();
            switch (step) {
                case Step.Ask(Candidate candidate, Duration reserve, boolean grown, boolean hasCheaper) -> {
                    log.add("ask " + candidate.model() + (grown ? " grown" : ""));
                    plan.replied(candidate, world.apply(candidate), now);
                }
                case Step.Wait(Duration pause, FailureKind why, boolean forHint) -> {
                    log.add("wait");
                    now += pause.toNanos();
                    entry = entry.minus(pause);
                }
                case Step.Park park -> {
                    return step;
                }
                case Step.Prepared prepared -> {
                    return step;
                }
                case Step.End end -> {
                    return step;
                }
                case Step.NoCandidate none -> {
                    return step;
                }
                case Step.Expire expire -> {
                    return step;
                }
            }
            if (log.size() > 1_000) {
                throw new AssertionError("no end: " + log.subList(0, 50));
            }
        }
    }

    Step next() {
        return plan.next(now, Duration.ofNanos(deadline - now), entry);
    }

    /** Whom it asked, in order. */
    List<String> asked() {
        return log.stream()
                .filter(line -> line.startsWith("ask "))
                .map(line -> line.substring(4))
                .toList();
    }

    static Reply answer(Candidate candidate) {
        ModelResponse response = new ModelResponse(
                200,
                ByteBuffer.wrap(new byte[0]),
                null,
                candidate.model(),
                "yes",
                "stop",
                null,
                null,
                ResponseHeaders.NONE);
        return new Reply.Answered(List.of(attempt(candidate, null)), response);
    }

    static Reply fail(Candidate candidate, FailureKind kind) {
        return fail(candidate, Failure.of(kind, "rule", "words", ""));
    }

    static Reply fail(Candidate candidate, Failure failure) {
        return new Reply.Failed(List.of(attempt(candidate, failure.kind())), failure, Optional.empty());
    }

    static Failure limit(LimitScope scope, Duration hint) {
        return new Failure(
                FailureKind.RATE_LIMITED, scope, WaitClass.SHORT, Optional.of(hint), "rule", false, "slow down", "");
    }

    static Reply decline(Candidate candidate, Unanswered why, FailureKind kind) {
        ModelResponse response = new ModelResponse(
                200,
                ByteBuffer.wrap(new byte[0]),
                null,
                candidate.model(),
                "",
                "length",
                null,
                null,
                ResponseHeaders.NONE);
        return new Reply.Declined(
                List.of(attempt(candidate, kind)), why, Failure.of(kind, "rule", "words", ""), response);
    }

    static Reply refuse(FailureKind kind, FailureKind cause, Duration pause, Candidate heldBy) {
        Optional<String> account =
                kind == FailureKind.PROVIDER_BLOCKED ? Optional.of(heldBy.account()) : Optional.empty();
        return new Reply.Refused(kind, cause, "closed", pause, account);
    }

    static Attempt attempt(Candidate candidate, @org.jspecify.annotations.Nullable FailureKind kind) {
        return Attempt.newBuilder()
                .setNumber(1)
                .setProvider(candidate.provider())
                .setRequestModel(candidate.model())
                .setStartedAt(Instant.EPOCH)
                .setDurationMillis(1)
                .setQueueWaitMillis(0)
                .setPermitWaitMillis(0)
                .setFailureKind(kind)
                .build();
    }
}
