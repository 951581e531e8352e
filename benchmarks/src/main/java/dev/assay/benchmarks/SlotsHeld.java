package dev.assay.benchmarks;

import dev.assay.producer.AssayProducer;
import dev.assay.sandbox.process.ChildProcess;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Whether a lane's bound holds: submitters race into it with no worker alive, some of them in trouble; then jobs are
 * finished and they go on to the end. Beside it, what slots cost a submit that has room.
 */
final class SlotsHeld implements Benchmark {
    private static final String RACE = "race-";
    private static final double NEARLY = 0.95;
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Duration FREEZE = Duration.ofSeconds(25);
    private static final Duration TURN = Duration.ofMillis(100);
    private static final int COST_ROUNDS = 3;

    private final SlotsOptions options;
    private final Map<String, ChildProcess> submitters = new TreeMap<>();
    private final List<String> done = new ArrayList<>();

    SlotsHeld(SlotsOptions options) {
        this.options = options;
    }

    @Override
    public String name() {
        return "slots";
    }

    @Override
    public String summary() {
        String faults = options.faults().isEmpty()
                ? ""
                : ", with " + options.faults().toString().toLowerCase(Locale.ROOT);
        return options.submitters() + " submitters race into a lane that may hold " + options.bound() + faults;
    }

    @Override
    public Outcome.Measured run(Bench bench) throws InterruptedException {
        try (SlotsStage stage = SlotsStage.open(bench)) {
            double cost = cost(bench, stage);
            stage.work(Long.MAX_VALUE);
            stage.bound(options.bound());
            try (DepthGauge depth = DepthGauge.start(stage.clients(), SlotsStage.LANE, bench.clock())) {
                double atBound = race(bench, stage, depth);
                return measured(stage, depth, atBound, cost);
            }
        }
    }

    /** The race to the bound, the troubles, and the way on to the end; returns how full the lane was before that. */
    private double race(Bench bench, SlotsStage stage, DepthGauge depth) throws InterruptedException {
        bench.step(options.submitters() + " submitters of " + options.jobsOfEach() + " jobs each");
        for (int number = 1; number <= options.submitters(); number++) {
            start(stage, run(number));
        }
        submitters.values().forEach(submitter -> submitter.awaitReady(PATIENCE));
        long began = bench.clock().nanos();
        int next = 1;
        for (SlotsFault fault : options.faults()) {
            String victim = run(next++);
            ChildProcess process = of(victim);
            note(bench, (fault == SlotsFault.KILL ? "kill -9 " : "SIGSTOP ") + victim);
            switch (fault) {
                case KILL -> process.kill9();
                case FREEZE -> process.pause();
            }
        }
        await(bench, () -> depth.now() >= NEARLY * options.bound(), "the lane is nearly full");
        double atBound = (double) depth.now() / options.bound();
        if (!options.faults().isEmpty()) {
            await(bench, () -> bench.clock().nanos() - began > FREEZE.toNanos(), "every timeout is over");
        }
        next = 1;
        for (SlotsFault fault : options.faults()) {
            String victim = run(next++);
            note(bench, (fault == SlotsFault.KILL ? "restart of " : "SIGCONT ") + victim);
            switch (fault) {
                case KILL -> start(stage, victim);
                case FREEZE -> of(victim).resume();
            }
        }
        bench.step("jobs are finished, and the submitters go on");
        await(
                bench,
                () -> {
                    stage.work(options.bound() / 10);
                    return submitters.values().stream().noneMatch(ChildProcess::isAlive);
                },
                "all jobs are enqueued");
        submitters.forEach((run, process) -> NotRightException.when(
                process.awaitExit(PATIENCE) != 0, run + " did not enqueue all of its jobs: " + process.tail()));
        return atBound;
    }

    /** The rate of a submit whose lane has a bound far away, as a share of one whose lane has none. */
    private double cost(Bench bench, SlotsStage stage) throws InterruptedException {
        int jobs = Math.min(20_000, options.jobs());
        List<Double> without = new ArrayList<>();
        List<Double> with = new ArrayList<>();
        try (AssayProducer producer = AssayProducer.connect(stage.clients().settings(), bench.clock())) {
            for (int round = 0; round <= COST_ROUNDS; round++) {
                for (boolean isHard : round % 2 == 0 ? new boolean[] {false, true} : new boolean[] {true, false}) {
                    bench.step("enqueueing " + jobs + " jobs " + (isHard ? "with" : "without") + " slots");
                    stage.bound(isHard ? 50_000_000L : null);
                    double rate = stage.rateOf(producer, "cost-" + round + (isHard ? "-with" : "-without"), jobs);
                    // The first round of both warms up.
                    if (round > 0) {
                        (isHard ? with : without).add(rate);
                    }
                }
            }
        }
        return Quantiles.median(with, rate -> rate) / Quantiles.median(without, rate -> rate);
    }

    private Outcome.Measured measured(SlotsStage stage, DepthGauge depth, double atBound, double cost) {
        long refusals = 0;
        long early = 0;
        for (int number = 1; number <= options.submitters(); number++) {
            for (long[] refusal : stage.refusalsOf(run(number))) {
                refusals++;
                early += refusal[0] < NEARLY * refusal[1] ? 1 : 0;
            }
        }
        requireEachOnce(stage);
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("bound", String.valueOf(options.bound()));
        parameters.put("submitters", options.submitters() + " of " + options.jobsOfEach() + " jobs each");
        parameters.put("refusals", String.valueOf(refusals));
        parameters.put("readings of the depth", String.valueOf(depth.readings()));
        parameters.put("done to submitters", done.isEmpty() ? "nothing" : String.join("; ", done));
        return new Outcome.Measured(
                parameters,
                List.of(
                        Figure.of("deepest, share of the bound", (double) depth.deepest() / options.bound(), "")
                                .withBar(Bar.atMost(1)),
                        Figure.of("refusals under 95 % of the bound", (double) early, "")
                                .withBar(Bar.atMost(0)),
                        Figure.of("with no worker alive, share of the bound", atBound, "")
                                .withBar(Bar.atLeast(NEARLY)),
                        Figure.of("enqueueing, share of the rate without slots", cost, "")));
    }

    private void requireEachOnce(SlotsStage stage) {
        Set<String> jobs = new HashSet<>();
        long[] count = new long[1];
        Topic.read(stage.clients(), stage.clients().settings().topics().jobs(SlotsStage.LANE), record -> {
            String key = new String(record.key(), StandardCharsets.UTF_8);
            if (key.startsWith(RACE)) {
                jobs.add(key);
                count[0]++;
            }
        });
        long expected = (long) options.jobsOfEach() * options.submitters();
        NotRightException.when(
                jobs.size() != expected || count[0] != expected,
                count[0] + " jobs enqueued, " + jobs.size() + " different ones (expected: " + expected
                        + ", once each)");
    }

    private void start(SlotsStage stage, String run) {
        submitters.put(run, stage.submitter(run, options.jobsOfEach()));
    }

    private ChildProcess of(String run) {
        ChildProcess process = submitters.get(run);
        if (process == null) {
            throw new IllegalStateException("no submitter " + run);
        }
        return process;
    }

    private void note(Bench bench, String what) {
        done.add(what);
        bench.step(what);
    }

    private static String run(int number) {
        return RACE + number;
    }

    private interface Condition {
        boolean holds();
    }

    private static void await(Bench bench, Condition condition, String what) throws InterruptedException {
        long began = bench.clock().nanos();
        while (!condition.holds()) {
            NotRightException.when(
                    bench.clock().nanos() - began > PATIENCE.toNanos(),
                    "after " + PATIENCE.toMinutes() + " minutes it is not so that " + what);
            bench.clock().pause(TURN);
        }
    }
}
