package dev.assay.worker.simulation;

import dev.assay.worker.call.Candidate;
import dev.assay.worker.gate.Gates;
import dev.assay.worker.route.OnAccountBlock;
import dev.assay.worker.route.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Runs a shape with one kind of client until every job has ended. */
final class Simulation {
    private static final long SEED = 20;
    private static final int MAX_ATTEMPTS = 8;

    private Simulation() {}

    /** With the worker's own rules. */
    static Tally withRules(Shape shape) {
        EventLoop loop = new EventLoop();
        Gates gates = WorkerGuard.gates(new Random(SEED));
        return run(shape, loop, candidate -> new WorkerGuard(loop, candidate, gates), Conduct::planned);
    }

    /** With a client that retries three times and knows no more. */
    static Tally naively(Shape shape) {
        return run(
                shape,
                new EventLoop(),
                candidate -> Guard.NONE,
                (route, random) -> new NaiveConduct(route.candidates().getFirst()));
    }

    private static Tally run(
            Shape shape, EventLoop loop, Function<Candidate, Guard> guard, BiFunction<Route, Random, Conduct> conduct) {
        Tally tally = new Tally(shape);
        Random random = new Random(SEED);
        List<SimModel> models = new ArrayList<>();
        List<Candidate> candidates = new ArrayList<>();
        for (Mood mood : shape.candidates()) {
            models.add(new SimModel(mood, loop, random, tally));
            candidates.add(Candidate.of("provider-" + models.size(), "model-" + models.size()));
        }
        Route route = new Route("simulated", candidates, OnAccountBlock.WAIT, MAX_ATTEMPTS, true);
        SimWorker worker = new SimWorker(loop, route, models, guard, tally);
        for (int i = 0; i < shape.jobs(); i++) {
            Conduct job = conduct.apply(route, random);
            double at = shape.perSecond().isPresent() ? i / shape.perSecond().getAsDouble() : 0;
            loop.after(Mood.seconds(at), () -> worker.arrive(job));
        }
        loop.run();
        return tally;
    }
}
