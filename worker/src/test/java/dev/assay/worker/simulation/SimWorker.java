package dev.assay.worker.simulation;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;

/** A worker with so many slots: takes jobs in order, and does for each what its conduct says. */
final class SimWorker {
    private static final int SLOTS = 64;

    private final EventLoop loop;
    private final List<SimModel> models;
    private final List<Guard> guards = new ArrayList<>();
    private final Tally tally;
    private final Queue<SimJob> queue = new ArrayDeque<>();
    private int free = SLOTS;

    private record SimJob(double arrivedAt, Conduct conduct) {}

    SimWorker(EventLoop loop, List<SimModel> models, Supplier<Guard> guard, Tally tally) {
        this.loop = loop;
        this.models = models;
        models.forEach(model -> guards.add(guard.get()));
        this.tally = tally;
    }

    void arrive(Conduct conduct) {
        queue.add(new SimJob(loop.seconds(), conduct));
        takeUp();
    }

    private void takeUp() {
        while (free > 0 && !queue.isEmpty()) {
            free--;
            goOn(queue.remove());
        }
    }

    private void goOn(SimJob job) {
        switch (job.conduct().next(loop.now())) {
            case Conduct.Step.Ask(int candidate) -> ask(job, candidate);
            case Conduct.Step.Wait(Duration pause) -> loop.after(pause, () -> goOn(job));
            case Conduct.Step.Park(Duration pause) -> {
                loop.after(pause, () -> {
                    queue.add(job);
                    takeUp();
                });
                giveUpSlot();
            }
            case Conduct.Step.End end -> {
                job.conduct()
                        .answeredBy()
                        .ifPresentOrElse(
                                by -> tally.answered(loop.seconds(), job.arrivedAt(), by > 0), tally::unanswered);
                giveUpSlot();
            }
        }
    }

    private void ask(SimJob job, int candidate) {
        switch (guards.get(candidate).enter(loop.now())) {
            case Guard.Way.Barred(Refusal refusal) -> {
                job.conduct().refused(candidate, refusal, loop.now());
                goOn(job);
            }
            case Guard.Way.Free(var ended) ->
                models.get(candidate).call(failure -> {
                    ended.accept(failure);
                    failure.ifPresentOrElse(
                            why -> job.conduct().failed(candidate, why, loop.now()),
                            () -> job.conduct().answered(candidate, loop.now()));
                    goOn(job);
                });
        }
    }

    private void giveUpSlot() {
        free++;
        // Not at once: the queue would be worked off in a recursion.
        loop.after(Duration.ZERO, this::takeUp);
    }
}
