package dev.assay.cli.drill;

import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.schemas.FailureKind;
import java.time.Duration;
import java.util.List;

/** The row about the way back: an outage, a provider that is slower at first, and a queue that waits for it. */
final class RecoveryRow {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final int IN_FLIGHT = 16;
    private static final Duration LATENCY = Duration.ofMillis(200);
    private static final Duration BEFORE = Duration.ofSeconds(5);
    private static final int RAMP_STEPS = 5;
    private static final double FIRST_SHARE = 0.1;
    private static final double ENOUGH = 0.95;
    private static final double PATIENCE_SECONDS = 30;
    private static final int PROBES = 3;
    private static final int MIN_CALLS = 20;

    private RecoveryRow() {}

    static Row row() {
        return Row.named("outage-and-recovery")
                .done("500 for every call for 60 s (short form: 6 s), then 3 s of slower answers; jobs wait all along")
                .expects(
                        "every job is answered by the first model, but those whose attempts were used up as tabled",
                        Told.byTheFirstOrUsedUp(FailureKind.TRANSIENT))
                .expects(
                        "throughput is back at 95 % within 30 s after its end",
                        evidence -> Seen.atMost(back(evidence), PATIENCE_SECONDS, " s"))
                .refuses("more calls in flight than the ramp's share, in any of its steps", RecoveryRow::overTheRamp)
                .refuses(
                        "more jobs used up than calls failed beside those that opened the breaker",
                        evidence -> Seen.atMost(evidence.letters().size(), mostUsedUp(evidence), "dead letter"))
                .figure(evidence -> "back after " + Seen.text(back(evidence)) + " s")
                .playing(run -> {
                    Duration outage = run.form().pick(Duration.ofSeconds(6), Duration.ofSeconds(60));
                    Duration step = rampStep(run.form());
                    run.provider("first", PlainRows.answering(LATENCY));
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL))
                            .inFlight(IN_FLIGHT)
                            .breaker(MIN_CALLS, run.form().pick(Duration.ofSeconds(2), Duration.ofSeconds(10)), step)
                            .start(1);
                    // What is worked before, and in the 35 s after the outage at most.
                    int perSecond = (int) (IN_FLIGHT * SECOND / LATENCY.toNanos());
                    run.submit(DrillJobs.plain("job", perSecond * run.form().pick(22, 55)));
                    run.awaitCalls("first", "a call", counts -> counts.ended() > 0, PlainRows.PATIENCE);
                    run.mark("working");
                    run.pause(BEFORE);
                    run.mark("begin");
                    run.simulator("first")
                            .faults()
                            .add(
                                    FaultRule.of("status=500").within(Duration.ZERO, outage),
                                    FaultRule.of("slow=200ms").within(outage, outage.plusSeconds(3)));
                    run.pause(outage);
                    run.mark("end");
                    run.mark(run.form().name());
                    run.awaitEnd(Duration.ofMinutes(4));
                });
    }

    /** Each dead letter takes two failed probes after the job's first failure. */
    private static long mostUsedUp(Evidence evidence) {
        long failed = evidence.called("first").stream()
                .filter(call -> call.status() >= 500)
                .count();
        return Math.max(0, failed - MIN_CALLS) / 2;
    }

    private static Duration rampStep(Form form) {
        return form.pick(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    /** Seconds from the outage's end to the first two seconds that have 95 % of the answers of those before it. */
    private static double back(Evidence evidence) {
        List<CallRecord> calls = evidence.called("first");
        long working = evidence.moment("working") + SECOND;
        long begin = evidence.moment("begin");
        double usual = answered(calls, working, begin) / Evidence.seconds(begin - working);
        if (usual == 0) {
            throw new RowTrouble("the provider answered nothing before the outage");
        }
        long end = evidence.moment("end");
        for (long from = end; from - end < 2 * PATIENCE_SECONDS * SECOND; from += SECOND / 4) {
            if (answered(calls, from, from + 2 * SECOND) >= ENOUGH * 2 * usual) {
                return Evidence.seconds(from + 2 * SECOND - end);
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    private static long answered(List<CallRecord> calls, long from, long to) {
        return calls.stream()
                .filter(call -> call.status() == 200)
                .filter(call -> Evidence.endOf(call) - from >= 0 && Evidence.endOf(call) - to < 0)
                .count();
    }

    /** Step by step from the third good probe's end on, with a tenth of a step for the two clocks' difference. */
    private static Seen overTheRamp(Evidence evidence) {
        List<CallRecord> calls = evidence.called("first");
        Form form = evidence.moments().containsKey(Form.FULL.name()) ? Form.FULL : Form.SHORT;
        long step = rampStep(form).toNanos();
        long ramp = rampStart(calls, evidence.moment("end"));
        long over = 0;
        StringBuilder peaks = new StringBuilder();
        for (int i = 0; i < RAMP_STEPS; i++) {
            long from = ramp + i * step;
            long to = from + step - step / 10;
            long most =
                    Math.max(PROBES, Math.round((FIRST_SHARE + (1 - FIRST_SHARE) * i / (RAMP_STEPS - 1)) * IN_FLIGHT));
            long peak = Evidence.peak(calls, call -> call.arrivedNanos() - from >= 0 && call.arrivedNanos() - to < 0);
            over += Math.max(0, peak - most);
            peaks.append(i == 0 ? "" : ", ").append(peak).append(" of ").append(most);
        }
        return new Seen(over == 0, "at most " + peaks + " at once");
    }

    private static long rampStart(List<CallRecord> calls, long end) {
        return calls.stream()
                .filter(call -> call.status() == 200 && call.arrivedNanos() - end > -SECOND)
                .filter(call -> Evidence.endOf(call) - end > 0)
                .mapToLong(Evidence::endOf)
                .sorted()
                .skip(PROBES - 1L)
                .findFirst()
                .orElseThrow(() -> new RowTrouble("the provider answered nothing after the outage"));
    }
}
