package dev.assay.worker.simulation;

import static java.util.Objects.requireNonNull;

import dev.assay.schemas.Attempt;
import dev.assay.schemas.FailureKind;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.ModelResponse;
import dev.assay.worker.call.Reply;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.ResponseHeaders;
import dev.assay.worker.route.Route;
import dev.assay.worker.route.Step;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A worker of 64 slots: takes jobs in order, and does for each what its conduct says. */
final class SimWorker {
    static final int SLOTS = 64;

    private final EventLoop loop;
    private final Route route;
    private final Map<Candidate, SimModel> models = new HashMap<>();
    private final Map<Candidate, Guard> guards = new HashMap<>();
    private final Tally tally;
    private final Queue<SimJob> queue = new ArrayDeque<>();
    private int free = SLOTS;

    SimWorker(EventLoop loop, Route route, List<SimModel> models, Function<Candidate, Guard> guard, Tally tally) {
        this.loop = loop;
        this.route = route;
        this.tally = tally;
        for (int i = 0; i < models.size(); i++) {
            Candidate candidate = route.candidates().get(i);
            this.models.put(candidate, models.get(i));
            guards.put(candidate, guard.apply(candidate));
        }
    }

    void arrive(Conduct conduct) {
        takeIn(new SimJob(loop.now(), conduct));
    }

    private void takeIn(SimJob job) {
        queue.add(job);
        takeUp();
    }

    private void takeUp() {
        while (free > 0 && !queue.isEmpty()) {
            free--;
            goOn(queue.remove());
        }
    }

    private void goOn(SimJob job) {
        long now = loop.now();
        switch (job.conduct().next(now, job.left(now), job.entryLeft())) {
            case Step.Ask(Candidate candidate, Duration reserve, boolean grown, boolean hasCheaper) ->
                ask(job, candidate);
            case Step.Wait(Duration pause, FailureKind why, boolean forHint) -> {
                job.waited(pause);
                loop.after(pause, () -> goOn(job));
            }
            case Step.Park(Duration pause, FailureKind why, String words, Optional<String> heldBy) -> {
                loop.after(pause, () -> {
                    job.resume();
                    takeIn(job);
                });
                giveUpSlot();
            }
            case Step.End(Reply reply) -> end(job, reply);
            case Step.Prepared prepared -> throw new IllegalStateException("no fallback is prepared");
            case Step.NoCandidate none -> throw new IllegalStateException(none.words());
            case Step.Expire expire -> throw new IllegalStateException(expire.words());
        }
    }

    private void ask(SimJob job, Candidate candidate) {
        switch (requireNonNull(guards.get(candidate)).enter(loop.now(), job.deference())) {
            case Guard.Way.Barred(Reply.Refused refusal) -> {
                job.conduct().replied(candidate, refusal, loop.now());
                goOn(job);
            }
            case Guard.Way.Free(var ended) -> {
                job.called();
                requireNonNull(models.get(candidate)).call(failure -> {
                    ended.accept(failure);
                    job.conduct().replied(candidate, reply(candidate, failure), loop.now());
                    goOn(job);
                });
            }
        }
    }

    private void end(SimJob job, Reply reply) {
        if (reply instanceof Reply.Answered answered) {
            boolean byFirst = answered.attempts()
                    .getFirst()
                    .getRequestModel()
                    .equals(route.candidates().getFirst().model());
            tally.answered(loop.seconds(), job.age(loop.now()), !byFirst);
        } else {
            tally.unanswered();
        }
        giveUpSlot();
    }

    private void giveUpSlot() {
        free++;
        // Not at once: the queue would be worked off in a recursion.
        loop.after(Duration.ZERO, this::takeUp);
    }

    private static Reply reply(Candidate candidate, Optional<Failure> failure) {
        return failure.<Reply>map(
                        why -> new Reply.Failed(List.of(attempt(candidate, why.kind())), why, Optional.empty()))
                .orElseGet(() -> new Reply.Answered(
                        List.of(attempt(candidate, null)),
                        new ModelResponse(
                                200,
                                ByteBuffer.allocate(0),
                                null,
                                candidate.model(),
                                "yes",
                                "stop",
                                null,
                                null,
                                ResponseHeaders.NONE)));
    }

    private static Attempt attempt(Candidate candidate, @Nullable FailureKind kind) {
        return Attempt.newBuilder()
                .setNumber(1)
                .setProvider(candidate.provider())
                .setRequestModel(candidate.model())
                .setStartedAt(Instant.EPOCH)
                .setDurationMillis(0)
                .setQueueWaitMillis(0)
                .setPermitWaitMillis(0)
                .setFailureKind(kind)
                .build();
    }
}
