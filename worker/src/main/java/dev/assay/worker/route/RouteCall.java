package dev.assay.worker.route;

import dev.assay.runtime.Clock;
import dev.assay.schemas.Attempt;
import dev.assay.worker.call.CallRequest;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.ModelCall;
import dev.assay.worker.call.Reply;
import dev.assay.worker.call.TokenCap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Asks a route's candidates as its plan says, on the job's own thread. Short waits are waited here, where an interrupt
 * ends them; long ones are the caller's, who parks the job.
 */
public final class RouteCall {
    /** Who waited so long for room in a budget and got none goes before those that came later. */
    private static final Duration IN_VAIN = Duration.ofSeconds(1);

    private final ModelCall pipeline;
    private final Clock clock;
    private final RandomGenerator random;

    /**
     * @param pipeline makes one physical call, or refuses to
     * @param random for jitter; used by many threads
     */
    public RouteCall(ModelCall pipeline, Clock clock, RandomGenerator random) {
        this.pipeline = pipeline;
        this.clock = clock;
        this.random = random;
    }

    /** Blocks until the job has a reply, may not go on, or should wait without its slot. */
    public Routed ask(RouteRequest request) {
        return new Walk(request).go();
    }

    @Override
    public String toString() {
        return "route(" + pipeline + ")";
    }

    /** One job's way along its route. */
    private final class Walk {
        private final RouteRequest request;
        private final RoutePlan plan;
        private final List<Attempt> attempts;
        private Duration entryLeft;
        private Duration permitWait = Duration.ZERO;
        private int waitsInVain;
        private @Nullable Candidate asked;

        Walk(RouteRequest request) {
            this.request = request;
            plan = new RoutePlan(request.route(), request.demand(), random);
            plan.resume(request.before(), request.eliminated());
            attempts = new ArrayList<>(request.before());
            entryLeft = request.limits().entry();
        }

        Routed go() {
            while (true) {
                long now = clock.nanos();
                Step step = plan.next(now, left(now), entryLeft);
                switch (step) {
                    case Step.Ask ask -> ask(ask, now);
                    case Step.Wait(Duration pause, var why, boolean forHint) -> {
                        if (!waited(pause, forHint)) {
                            return routed(new Step.End(new Reply.Cancelled(List.of())));
                        }
                    }
                    case Step.Park park -> {
                        return routed(park);
                    }
                    case Step.Prepared prepared -> {
                        return routed(prepared);
                    }
                    case Step.End end -> {
                        return routed(end);
                    }
                    case Step.NoCandidate none -> {
                        return routed(none);
                    }
                    case Step.Expire expire -> {
                        return routed(expire);
                    }
                }
            }
        }

        private void ask(Step.Ask ask, long now) {
            Candidate candidate = ask.candidate();
            Duration cap = request.limits().totalFor(request.maxTokens());
            Duration reserve = ask.reserve().compareTo(cap) < 0 ? ask.reserve() : cap;
            Duration left = left(now);
            Duration closing = RoutePlan.CLOSING_RESERVE.compareTo(left.dividedBy(10)) < 0
                    ? RoutePlan.CLOSING_RESERVE
                    : left.dividedBy(10);
            Reply reply = pipeline.call(new CallRequest(
                    candidate,
                    ask.grown() ? TokenCap.doubled(request.body()).orElse(request.body()) : request.body(),
                    request.identity(),
                    attempts.size() + 1,
                    request.limits(),
                    request.maxTokens(),
                    request.maxWait(),
                    request.deadlineNanos() - reserve.plus(closing).toNanos(),
                    request.queueWait(),
                    permitWait,
                    request.templateVersion(),
                    request.payer().after(waitsInVain),
                    entryLeft.isNegative() ? Duration.ZERO : entryLeft,
                    ask.hasCheaper(),
                    CallRequest.NEVER_TOO_LATE));
            Duration waited = waited(reply, now);
            entryLeft = entryLeft.minus(waited);
            if (reply.attempts().isEmpty()) {
                permitWait = permitWait.plus(waited);
                waitsInVain += waited.compareTo(IN_VAIN) >= 0 ? 1 : 0;
            } else {
                asked = candidate;
                permitWait = Duration.ZERO;
                attempts.addAll(reply.attempts());
            }
            plan.replied(candidate, reply, clock.nanos());
        }

        /** How long the pipeline waited for room before the call, or instead of it. */
        private Duration waited(Reply reply, long askedAt) {
            Duration waited = reply.attempts().isEmpty()
                    ? Duration.ofNanos(clock.nanos() - askedAt)
                    : Duration.ofMillis(reply.attempts().getFirst().getPermitWaitMillis())
                            .minus(permitWait);
            return waited.isNegative() ? Duration.ZERO : waited;
        }

        /** @return false when the thread was interrupted */
        private boolean waited(Duration pause, boolean forHint) {
            long start = clock.nanos();
            try {
                clock.pause(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
            Duration waited = Duration.ofNanos(clock.nanos() - start);
            entryLeft = entryLeft.minus(waited);
            permitWait = permitWait.plus(waited);
            if (forHint && !attempts.isEmpty()) {
                Attempt last = attempts.removeLast();
                attempts.add(Attempt.newBuilder(last)
                        .setWaitHintHonouredMillis(waited.toMillis())
                        .build());
            }
            return true;
        }

        private Duration left(long now) {
            return Duration.ofNanos(request.deadlineNanos() - now);
        }

        private Routed routed(Step step) {
            Optional<Candidate> last = Optional.ofNullable(asked);
            return new Routed(
                    step,
                    last,
                    last.isPresent()
                            && last.get().equals(request.route().candidates().getFirst()),
                    List.copyOf(attempts),
                    plan.passedOver(last),
                    plan.eliminated(),
                    plan.fallbackReason(),
                    plan.retries());
        }
    }
}
