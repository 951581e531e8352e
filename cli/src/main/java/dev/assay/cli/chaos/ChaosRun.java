package dev.assay.cli.chaos;

import dev.assay.cli.read.Verification;
import dev.assay.runtime.Clock;
import dev.assay.schemas.RunManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * One chaos run, from the empty stage to its evidence: services are started, a submit is started, faults are done as
 * planned, what ended is started again, until every job is counted or patience ends.
 */
final class ChaosRun {
    private static final Duration TURN = Duration.ofMillis(50);
    private static final Duration FIRST_RESULT = Duration.ofMinutes(2);
    private static final Duration CATCH_UP = Duration.ofSeconds(60);
    /** After the last fault, beside as long as the faults took. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** A submit that lost time may go so much faster than planned, lest the run's end be a burst. */
    private static final double FASTEST = 3;

    private final ChaosOptions options;
    private final FaultPlan plan;
    private final ChaosStage stage;
    private final Clock clock;
    private final ChaosListener listener;
    private final List<FaultDone> done = new ArrayList<>();
    private final List<Ended> ended = new ArrayList<>();
    private final PriorityQueue<Step> steps = new PriorityQueue<>(Comparator.comparing(Step::at));
    private boolean isSubmitted;
    /** When the run's first result was there, in monotonic nanoseconds. */
    private long zero;

    /** Something that is due at a time. */
    private record Step(Duration at, Runnable what) {}

    private ChaosRun(ChaosOptions options, FaultPlan plan, ChaosStage stage, Clock clock, ChaosListener listener) {
        this.options = options;
        this.plan = plan;
        this.stage = stage;
        this.clock = clock;
        this.listener = listener;
        for (Fault fault : plan.faults()) {
            steps.add(new Step(fault.at(), () -> begin(fault)));
        }
    }

    /**
     * Plays it.
     *
     * @param command the class with the {@code main} method of the command line
     * @param directory an empty directory, for the logs of all processes
     */
    static ChaosRecord play(Class<?> command, ChaosOptions options, Path directory, Clock clock, ChaosListener listener)
            throws IOException, InterruptedException {
        long start = clock.nanos();
        FaultPlan plan = FaultPlan.of(options);
        ChaosEvidence evidence;
        try (ChaosStage stage = ChaosStage.open(command, options, directory, clock)) {
            stage.startServices();
            listener.opened(Duration.ofNanos(clock.nanos() - start));
            evidence = new ChaosRun(options, plan, stage, clock, listener).play();
        }
        return ChaosRecord.of(clock.now(), options, plan, Duration.ofNanos(clock.nanos() - start), evidence);
    }

    private ChaosEvidence play() throws InterruptedException {
        stage.part(Target.SUBMITTER).start();
        awaitFirstResult();
        Duration end = plan.last().plus(options.lasting()).plus(PATIENCE);
        while (!isOver() && elapsed().compareTo(end) < 0) {
            while (!steps.isEmpty() && steps.peek().at().compareTo(elapsed()) <= 0) {
                steps.remove().what().run();
            }
            tend();
            tell();
            clock.pause(TURN);
        }
        return evidence();
    }

    /** Times of the plan count from here: on a slow machine the first faults would else hit what has not begun. */
    private void awaitFirstResult() throws InterruptedException {
        zero = clock.nanos();
        while (stage.sightings().answered() == 0) {
            if (elapsed().compareTo(FIRST_RESULT) > 0) {
                throw new IllegalStateException("there was no result within " + FIRST_RESULT.toSeconds()
                        + " s, before the first fault; the logs are in the stage's directory");
            }
            tend();
            clock.pause(TURN);
        }
        zero = clock.nanos();
    }

    private boolean isOver() {
        Sightings sightings = stage.sightings();
        return steps.isEmpty() && isSubmitted && sightings.counted() >= options.jobs();
    }

    private void begin(Fault fault) {
        switch (fault) {
            case Fault.Kill kill -> {
                Part part = stage.part(kill.of());
                if (isOut(part)) {
                    return;
                }
                note(fault, part.process(), part::kill);
                steps.add(new Step(fault.until(), () -> start(part)));
            }
            case Fault.Freeze freeze -> {
                Part part = stage.part(freeze.of());
                if (isOut(part)) {
                    return;
                }
                note(fault, part.process(), part::freeze);
                steps.add(new Step(fault.until(), part::thaw));
            }
            case Fault.BrokerKill kill -> {
                note(fault, stage.brokerName(), stage::killBroker);
                steps.add(new Step(fault.until(), stage::startBroker));
            }
        }
    }

    /** Whether its work is done, so that there is nothing to hit. */
    private boolean isOut(Part part) {
        return part.target() == Target.SUBMITTER && isSubmitted;
    }

    private void note(Fault fault, String process, Runnable signal) {
        signal.run();
        FaultDone one = new FaultDone(
                fault,
                process,
                clock.now(),
                clock.nanos(),
                options.jobs() - stage.sightings().answered());
        done.add(one);
        listener.did(FaultPlan.words(fault), one.unfinished());
    }

    private void start(Part part) {
        if (part.target() == Target.SUBMITTER) {
            stage.submitAt(rate());
        }
        part.start();
    }

    /** The pace at which what is left is enqueued by the time of the last fault. */
    private double rate() {
        double left = options.lasting().minus(elapsed()).toMillis() / 1_000.0;
        double wanted = (options.jobs() - stage.sightings().enqueued()) / Math.max(left, 1);
        return Math.clamp(wanted, options.rate(), FASTEST * options.rate());
    }

    /** Starts again what ended by itself; a submitter that ended well has enqueued everything. */
    private void tend() {
        for (Part part : stage.parts()) {
            if (isOut(part)) {
                continue;
            }
            part.ended().ifPresent(end -> {
                if (part.target() == Target.SUBMITTER && end.code() == 0) {
                    isSubmitted = true;
                } else {
                    ended.add(end);
                    listener.ended(end.process() + " ended with code " + end.code());
                }
            });
            if (!isOut(part) && part.isDue()) {
                start(part);
            }
        }
    }

    private ChaosEvidence evidence() throws InterruptedException {
        Sightings sightings = stage.sightings();
        RunManifest manifest = sightings.manifest();
        if (manifest == null) {
            throw new IllegalStateException("the run has results and no manifest");
        }
        Verification verification = Verification.of(stage.clients(), manifest);
        if (!sightings.awaitCaughtUp(CATCH_UP)) {
            throw new IllegalStateException("results were not read to their end within " + CATCH_UP.toSeconds() + " s");
        }
        return new ChaosEvidence(
                ChaosJobs.ids(options.jobs()),
                sightings.enqueued(),
                sightings.isSubmitComplete(),
                sightings.results(),
                sightings.scores(),
                sightings.chunks(),
                sightings.letters(),
                stage.calls(),
                done,
                ended,
                verification);
    }

    private void tell() {
        Sightings seen = stage.sightings();
        listener.turn(elapsed(), seen.enqueued(), seen.answered(), seen.counted());
    }

    private Duration elapsed() {
        return Duration.ofNanos(clock.nanos() - zero);
    }
}
