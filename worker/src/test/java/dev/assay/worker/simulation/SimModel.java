package dev.assay.worker.simulation;

import dev.assay.worker.failure.Failure;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/** A provider's model: works on calls as its mood is. */
final class SimModel {
    private final Mood mood;
    private final EventLoop loop;
    private final Random random;
    private final Tally tally;
    private int inFlight;

    SimModel(Mood mood, EventLoop loop, Random random, Tally tally) {
        this.mood = mood;
        this.loop = loop;
        this.random = random;
        this.tally = tally;
    }

    /** Makes one call; its end is told with what it failed with. */
    void call(Consumer<Optional<Failure>> ended) {
        inFlight++;
        tally.called(loop.seconds());
        Mood.Fate fate = mood.of(loop.seconds(), inFlight, random);
        loop.after(fate.duration(), () -> {
            inFlight--;
            ended.accept(fate.failure());
        });
    }
}
