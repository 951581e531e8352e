package dev.assay.benchmarks;

import dev.assay.runtime.Clock;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.simulator.SimulatorControl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Follows a run from outside: what the provider has answered, and the processor time that each process has taken. */
final class Gauge {
    private static final Duration PATIENCE = Duration.ofMinutes(20);
    /** Without an answer for that long, nothing more will come. */
    private static final Duration SILENCE = Duration.ofMinutes(1);

    private final SimulatorControl provider;
    private final Map<String, Long> pids;
    private final Duration interval;
    private final Clock clock;
    private final long before;

    /**
     * @param pids the processes, by name
     * @param interval from one look to the next
     */
    Gauge(SimulatorControl provider, Map<String, Long> pids, Duration interval, Clock clock) {
        this.provider = provider;
        this.pids = Map.copyOf(pids);
        this.interval = interval;
        this.clock = clock;
        before = provider.counts().ended();
    }

    /**
     * Returns when the provider has answered so many calls since this was made.
     *
     * @param worked the process that does the work; its end is no answer
     */
    Course follow(long jobs, ChildProcess worked) throws InterruptedException {
        List<Course.Sample> samples = new ArrayList<>();
        long began = clock.nanos();
        long lastMove = began;
        long ended = -1;
        while (ended < jobs) {
            if (!samples.isEmpty()) {
                clock.pause(interval);
            }
            Course.Sample sample = look();
            lastMove = sample.ended() > ended ? sample.nanos() : lastMove;
            ended = sample.ended();
            samples.add(sample);
            NotRightException.when(
                    ended < jobs && !worked.isAlive(),
                    "the process that works ended at " + ended + " of " + jobs + " calls: " + worked.tail());
            NotRightException.when(
                    ended < jobs
                            && (sample.nanos() - lastMove > SILENCE.toNanos()
                                    || sample.nanos() - began > PATIENCE.toNanos()),
                    "the provider had answered " + ended + " of " + jobs + " calls when nothing more came: "
                            + worked.tail());
        }
        return new Course(jobs, samples);
    }

    private Course.Sample look() {
        Map<String, Duration> cpu = new LinkedHashMap<>();
        pids.forEach((name, pid) -> cpu.put(name, ProcessUse.cpu(pid)));
        return new Course.Sample(clock.nanos(), provider.counts().ended() - before, cpu);
    }
}
