package dev.assay.cli.drill;

import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.sandbox.simulator.FaultRule;
import java.time.Duration;
import java.util.List;

/** Rows in which several workers have to know what one of them was told. */
final class FleetRows {
    private static final int WORKERS = 4;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private FleetRows() {}

    static List<Row> all() {
        return List.of(sharedGate());
    }

    private static Row sharedGate() {
        return Row.named("fleet-retry-after")
                .fleet()
                .done("4 workers share an account that answers 429 with a countdown from 13 s (short form: 6 s)")
                .expects("every job is answered by the first model", Told::byTheFirst)
                .expects(
                        "several workers had a part in it",
                        evidence -> Seen.atLeast(
                                evidence.results().stream()
                                        .map(result -> result.getWorker())
                                        .distinct()
                                        .count(),
                                2,
                                "worker"))
                .expects("the limit was felt", evidence -> Seen.atLeast(LimitRows.refused(evidence), 1, "refused call"))
                .refuses(
                        "a call during it that was neither in flight at its start nor begun in its first second",
                        evidence -> Seen.none(
                                Evidence.arrivedBetween(
                                        evidence.called("first"),
                                        evidence.moment("begin") + SECOND,
                                        evidence.moment("end") - SECOND / 10),
                                "call"))
                .refuses("a job called twice during it", evidence -> Seen.none(twice(evidence), "job"))
                .refuses("a call at the second model", Told.callsAt("second"))
                .figure(evidence -> Evidence.arrivedBetween(
                                evidence.called("first"), evidence.moment("begin"), evidence.moment("end"))
                        + " calls during it")
                .playing(run -> {
                    Duration wait = run.form().pick(Duration.ofSeconds(6), Duration.ofSeconds(13));
                    run.provider("first", PlainRows.answering(Duration.ofMillis(150)));
                    run.provider("second", PlainRows.quick());
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL), run.candidate("second", PlainRows.MODEL))
                            .inFlight(4)
                            .start(WORKERS);
                    run.submit(DrillJobs.plain("job", run.form().pick(240, 1_000)));
                    run.awaitCalls("first", "60 calls", counts -> counts.ended() >= 60, PlainRows.PATIENCE);
                    long begin = run.mark("begin");
                    run.simulator("first").faults().add(countdown(wait));
                    run.pause(wait.minusNanos(run.clock().nanos() - begin));
                    run.mark("end");
                    run.awaitEnd(Duration.ofMinutes(3));
                });
    }

    /** What a provider says whose limit ends at one time for all: the later the call, the shorter its wait. */
    private static FaultRule[] countdown(Duration wait) {
        int seconds = (int) wait.toSeconds();
        FaultRule[] rules = new FaultRule[seconds];
        for (int i = 0; i < seconds; i++) {
            rules[i] = FaultRule.of("rate-limit=" + (seconds - i) + "s")
                    .within(Duration.ofSeconds(i), Duration.ofSeconds(i + 1L));
        }
        return rules;
    }

    private static long twice(Evidence evidence) {
        List<CallRecord> during = evidence.called("first").stream()
                .filter(call -> call.status() == 429)
                .toList();
        return during.size() - during.stream().map(Evidence::jobOf).distinct().count();
    }
}
