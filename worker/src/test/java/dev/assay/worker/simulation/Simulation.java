package dev.assay.worker.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Runs a shape with one kind of client until every job has ended. */
final class Simulation {
    private static final long SEED = 20;

    private Simulation() {}

    /** With the worker's own rules. */
    static Tally withRules(Shape shape) {
        EventLoop loop = new EventLoop();
        Random random = new Random(SEED);
        return run(
                shape,
                loop,
                () -> new WorkerGuard(loop),
                job -> new RouteConduct(shape.candidates().size(), random));
    }

    /** With a client that retries three times and knows no more. */
    static Tally naively(Shape shape) {
        return run(shape, new EventLoop(), () -> Guard.NONE, job -> new NaiveConduct());
    }

    private static Tally run(Shape shape, EventLoop loop, Supplier<Guard> guard, IntFunction<Conduct> conduct) {
        Tally tally = new Tally(shape);
        Random random = new Random(SEED);
        List<SimModel> models = shape.candidates().stream()
                .map(mood -> new SimModel(mood, loop, random, tally))
                .toList();
        SimWorker worker = new SimWorker(loop, models, guard, tally);
        for (int i = 0; i < shape.jobs(); i++) {
            Conduct job = conduct.apply(i);
            loop.after(Duration.ofNanos((long) (i * 1e9 / shape.perSecond())), () -> worker.arrive(job));
        }
        loop.run();
        return tally;
    }
}
