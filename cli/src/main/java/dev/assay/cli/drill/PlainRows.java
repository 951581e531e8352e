package dev.assay.cli.drill;

import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.sandbox.simulator.Latency;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.FailureKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Rows of everyday: nothing is wrong, a few calls are slow, a few fail, and each failure is retried as tabled. */
final class PlainRows {
    static final String MODEL = "simulator-small";
    static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration CALL_LIMIT = Duration.ofMillis(2500);
    /** What two machines' worth of threads may add to a limit or a pause. */
    private static final double SLACK_SECONDS = 1;

    private PlainRows() {}

    static List<Row> all() {
        return List.of(tabled(), fewErrors(), longTail(), normal());
    }

    /** A provider that answers after that time. */
    static SimulatorSettings answering(Duration latency) {
        return SimulatorSettings.standard().withLatency(new Latency.Fixed(latency));
    }

    static SimulatorSettings quick() {
        return answering(Duration.ofMillis(50));
    }

    private static Row normal() {
        return Row.named("normal")
                .done("nothing")
                .expects("every job is answered by the first model", Told::byTheFirst)
                .expects(
                        "each by one call",
                        evidence -> Seen.exactly(
                                evidence.called("first").size(), evidence.jobs().size(), "call"))
                .refuses("a call at the second model", Told.callsAt("second"))
                .playing(run -> {
                    run.provider("first", quick());
                    run.provider("second", quick());
                    run.workers()
                            .route(run.candidate("first", MODEL), run.candidate("second", MODEL))
                            .start(1);
                    run.submit(DrillJobs.plain("job", run.form().pick(60, 1_000)));
                    run.awaitEnd(PATIENCE);
                });
    }

    private static Row longTail() {
        return Row.named("long-tail")
                .done("1 call in 20 takes 20 s, where the lane allows 2.5 s")
                .expects(
                        "each straggler is a TIMEOUT, then answered by a retry",
                        evidence ->
                                Told.each(evidence, "slow", result -> Told.isRetried(result, FailureKind.TIMEOUT, 2)))
                .expects(
                        "the provider sees each slow call cut at the limit",
                        evidence -> Seen.all(
                                slowCalls(evidence).stream()
                                        .filter(CallRecord::disconnected)
                                        .count(),
                                slowCalls(evidence).size(),
                                "slow call"))
                .refuses(
                        "a slot that waits the tail out",
                        evidence -> Seen.atMost(
                                Evidence.seconds(slowCalls(evidence).stream()
                                        .mapToLong(CallRecord::durationNanos)
                                        .max()
                                        .orElse(Long.MAX_VALUE)),
                                Evidence.seconds(CALL_LIMIT.toNanos()) + SLACK_SECONDS,
                                " s"))
                .refuses(
                        "another job with more than one call",
                        evidence -> Seen.none(
                                evidence.results("job").stream()
                                        .filter(result -> result.getAttempts().size() != 1)
                                        .count(),
                                "job"))
                .playing(run -> {
                    run.provider("first", quick());
                    run.workers()
                            .route(run.candidate("first", MODEL))
                            .callLimit(CALL_LIMIT)
                            .start(1);
                    int jobs = run.form().pick(95, 950);
                    run.submit(DrillJobs.together(
                            DrillJobs.struck("slow", jobs / 19, "slow=20s", 1), DrillJobs.plain("job", jobs)));
                    run.awaitEnd(PATIENCE);
                });
    }

    private static List<CallRecord> slowCalls(Evidence evidence) {
        return evidence.called("first").stream()
                .filter(call -> call.fault() != null)
                .toList();
    }

    private static Row fewErrors() {
        return Row.named("10-percent-5xx")
                .done("1 call in 10 is answered with 500")
                .expects("every job is answered by the first model", Told::byTheFirst)
                .expects(
                        "some calls failed",
                        evidence -> Seen.atLeast(
                                evidence.called("first").stream()
                                        .filter(call -> call.status() == 500)
                                        .count(),
                                1,
                                "failed call"))
                .refuses("an amplification over 1.3", evidence -> Seen.atMost(evidence.amplification(), 1.3, ""))
                .refuses("a dead letter", Told::deadLetters)
                .playing(run -> {
                    run.provider("first", quick())
                            .faults()
                            .add(FaultRule.of("status=500").forShare(0.1));
                    run.workers()
                            .route(run.candidate("first", MODEL))
                            .inFlight(16)
                            .start(1);
                    run.submit(DrillJobs.plain("job", run.form().pick(150, 1_000)));
                    run.awaitEnd(PATIENCE);
                });
    }

    /**
     * A fault that never goes away, and what the table says of it.
     *
     * @param job begin of the jobs' ids
     * @param backoffs pauses between them, in seconds before jitter
     */
    private record Tabled(String job, String fault, FailureKind kind, List<Integer> backoffs) {
        static Tabled of(String job, String fault, FailureKind kind, Integer... backoffs) {
            return new Tabled(job, fault, kind, List.of(backoffs));
        }

        /** What the provider sees of each job. */
        int calls() {
            return backoffs.size() + 1;
        }
    }

    private static final List<Tabled> TABLE = List.of(
            Tabled.of("transient", "status=500", FailureKind.TRANSIENT, 2, 8),
            Tabled.of("reset", "reset", FailureKind.TRANSIENT, 2, 8),
            Tabled.of("gateway", "bad-gateway", FailureKind.TRANSIENT, 2, 8),
            Tabled.of("overloaded", "overloaded", FailureKind.OVERLOADED, 2),
            Tabled.of("timeout", "slow=20s", FailureKind.TIMEOUT, 2, 4),
            Tabled.of("gone", "model-gone", FailureKind.MODEL_GONE),
            Tabled.of("long", "context-length", FailureKind.CONTEXT_TOO_LONG),
            Tabled.of("large", "too-large", FailureKind.NEVER_FITS),
            Tabled.of("wrong", "bad-request", FailureKind.BAD_REQUEST),
            Tabled.of("broken", "malformed-json", FailureKind.BAD_RESPONSE),
            Tabled.of("page", "html", FailureKind.BAD_RESPONSE, 2),
            Tabled.of("nothing", "empty-body", FailureKind.BAD_RESPONSE, 2),
            Tabled.of("filtered", "content-filter", FailureKind.CONTENT_FILTERED),
            Tabled.of("unknown", "status=418", FailureKind.UNKNOWN, 2));

    private static Row tabled() {
        Row.Builder row = Row.named("attempts-as-tabled").done("each kind of failure, and it never goes away");
        for (Tabled tabled : TABLE) {
            row = row.expects(
                    tabled.kind() + " (" + tabled.fault() + ") is called " + tabled.calls() + " times, "
                            + pauses(tabled),
                    evidence -> asTabled(evidence, tabled));
        }
        return row.refuses("a job that is answered", evidence -> Seen.none(evidence.count(Told::isAnswered), "job"))
                .playing(run -> {
                    run.provider("first", quick());
                    run.workers()
                            .route(run.candidate("first", MODEL))
                            .inFlight(64)
                            .callLimit(CALL_LIMIT)
                            .patientBreaker()
                            .start(1);
                    List<dev.assay.producer.NewJob> jobs = new ArrayList<>();
                    TABLE.forEach(one -> jobs.addAll(DrillJobs.struck(one.job(), 2, one.fault())));
                    run.submit(jobs);
                    run.awaitEnd(PATIENCE);
                });
    }

    private static String pauses(Tabled tabled) {
        List<String> words = new ArrayList<>();
        for (int backoff : tabled.backoffs()) {
            words.add(backoff + " s");
        }
        return words.isEmpty() ? "at once the end" : "after " + String.join(" and ", words);
    }

    /** Counts jobs whose calls, and the pauses between them, are the table's. */
    private static Seen asTabled(Evidence evidence, Tabled tabled) {
        long right = evidence.results(tabled.job() + "-").stream()
                .filter(result -> result.getFailureKind() == tabled.kind())
                .filter(result -> isAsTabled(evidence.callsOf("first", result), tabled))
                .count();
        return Seen.all(right, 2, "job").and(new Seen(right == 2, seenPauses(evidence, tabled)));
    }

    private static boolean isAsTabled(List<CallRecord> calls, Tabled tabled) {
        if (calls.size() != tabled.calls()) {
            return false;
        }
        for (int i = 0; i < tabled.backoffs().size(); i++) {
            double pause = pause(calls, i);
            if (pause < 0.7 * tabled.backoffs().get(i) - 0.05
                    || pause > 1.3 * tabled.backoffs().get(i) + SLACK_SECONDS) {
                return false;
            }
        }
        return true;
    }

    private static double pause(List<CallRecord> calls, int after) {
        return Evidence.seconds(calls.get(after + 1).arrivedNanos() - Evidence.endOf(calls.get(after)));
    }

    private static String seenPauses(Evidence evidence, Tabled tabled) {
        List<CallRecord> calls = evidence.called("first", tabled.job() + "-1");
        StringBuilder words = new StringBuilder(calls.size() + (calls.size() == 1 ? " call" : "failed call"));
        for (int i = 0; i + 1 < calls.size(); i++) {
            words.append(i == 0 ? " after " : ", ")
                    .append(Seen.text(pause(calls, i)))
                    .append(" s");
        }
        return words.toString();
    }
}
