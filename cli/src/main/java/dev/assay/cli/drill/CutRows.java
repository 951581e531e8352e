package dev.assay.cli.drill;

import dev.assay.producer.NewJob;
import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import dev.assay.worker.route.OnAccountBlock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Rows about connections that end: re-sends that nobody counts, calls that are cut, and what the provider sees of it. */
final class CutRows {
    private static final Duration CALL_LIMIT = Duration.ofMillis(1200);
    private static final Duration IDLE = Duration.ofMillis(400);
    private static final double SEEN_WITHIN_SECONDS = 1;

    /** Ways to provoke a client's own re-sending, by the jobs that meet them. */
    private static final Map<String, String> TEMPTATIONS = Map.of(
            "at-once", "unavailable", "closed", "close", "moved", "redirect", "reset", "reset", "cut", "cut-body");

    private CutRows() {}

    static List<Row> all() {
        return List.of(resends(), timeouts(), cancel());
    }

    private static Row resends() {
        return Row.named("no-hidden-resends")
                .done("503 with Retry-After: 0, closed connections, idle ones too, 307, resets, cut bodies: once a job")
                .expects(
                        "every job but the redirected ones is answered",
                        evidence -> Seen.all(
                                evidence.count(
                                        result -> !result.getJobId().startsWith("moved") && Told.isAnswered(result)),
                                evidence.jobs().stream()
                                        .filter(job -> !job.contains("/moved"))
                                        .count(),
                                "job"))
                .expects(
                        "every job that met something has two attempts, and its provider saw two calls",
                        evidence -> Seen.all(
                                evidence.count(result -> isTempted(result) && isSeen(evidence, result, 2)),
                                evidence.count(CutRows::isTempted),
                                "job"))
                .refuses(
                        "a call more than the job's result has attempts",
                        evidence -> Seen.none(
                                evidence.count(result ->
                                        evidence.callsOf("first", result).size()
                                                        + evidence.callsOf("idle", result)
                                                                .size()
                                                > result.getAttempts().size()),
                                "job"))
                .refuses("two calls under one idempotency key", evidence -> Seen.none(sameKeys(evidence), "call"))
                .playing(run -> {
                    run.provider("first", PlainRows.quick());
                    run.provider("idle", PlainRows.quick().withIdleTimeout(IDLE));
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL))
                            .route("idle", OnAccountBlock.WAIT, run.candidate("idle", PlainRows.MODEL))
                            .patientBreaker()
                            .start(1);
                    run.submit(run.lane(), "idle", DrillJobs.plain("warm", 8), UnaryOperator.identity());
                    List<NewJob> jobs = new ArrayList<>();
                    TEMPTATIONS.forEach((name, fault) -> jobs.addAll(DrillJobs.struck(name, 4, fault, 1)));
                    run.submit(jobs);
                    run.awaitEnd(PlainRows.PATIENCE);
                    // The pool's connections have been closed by the provider in the meantime.
                    run.pause(IDLE.multipliedBy(2));
                    run.submit(run.lane(), "idle", DrillJobs.plain("stale", 8), UnaryOperator.identity());
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }

    private static boolean isTempted(Result result) {
        return TEMPTATIONS.keySet().stream().anyMatch(name -> result.getJobId().startsWith(name + "-"));
    }

    private static boolean isSeen(Evidence evidence, Result result, int calls) {
        return evidence.callsOf("first", result).size() == calls
                && result.getAttempts().size() == calls;
    }

    private static long sameKeys(Evidence evidence) {
        return evidence.allCalls()
                - evidence.calls().values().stream()
                        .flatMap(List::stream)
                        .map(CallRecord::idempotencyKey)
                        .distinct()
                        .count();
    }

    private static Row timeouts() {
        return Row.named("uncancelled-upstream")
                .done("the provider never ends: no headers, headers alone, half a body, deaf to our leaving; the"
                        + " lane allows 1.2 s")
                .expects(
                        "each call is cut: the provider sees its client gone",
                        evidence -> Seen.all(
                                evidence.called("first").stream()
                                        .filter(CallRecord::disconnected)
                                        .count(),
                                evidence.called("first").size(),
                                "call"))
                .expects(
                        "each job ends as a TIMEOUT whose bill is uncertain",
                        evidence -> Seen.all(
                                evidence.count(result -> Told.isDeadLettered(result, FailureKind.TIMEOUT)
                                        && result.getBilledUncertain()),
                                evidence.jobs().size(),
                                "job"))
                .expects(
                        "a provider that works on unasked keeps none of our places: its jobs end like the others",
                        evidence -> Seen.exactly(
                                evidence.called("first", "deaf").stream()
                                        .filter(CallRecord::ranOn)
                                        .count(),
                                9,
                                "call"))
                .refuses(
                        "a provider that works on for more than 1 s after the limit",
                        evidence -> Seen.atMost(
                                longest(evidence) - Evidence.seconds(CALL_LIMIT.toNanos()),
                                SEEN_WITHIN_SECONDS,
                                " s after the limit"))
                .playing(run -> {
                    run.provider("first", PlainRows.quick());
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL))
                            .inFlight(16)
                            .callLimit(CALL_LIMIT)
                            .patientBreaker()
                            .start(1);
                    run.submit(DrillJobs.together(
                            DrillJobs.struck("silent", 3, "stall"),
                            DrillJobs.struck("headers", 3, "hang-after-headers"),
                            DrillJobs.struck("half", 3, "hang-in-body"),
                            DrillJobs.struck("deaf", 3, "uncancelled=4s")));
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }

    private static double longest(Evidence evidence) {
        return evidence.called("first").stream()
                .filter(call -> !call.ranOn())
                .mapToDouble(call -> Evidence.seconds(call.durationNanos()))
                .max()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private static Row cancel() {
        return Row.named("run-cancelled")
                .done("a run is cancelled while 8 of its calls are under way at a provider that takes 30 s")
                .expects(
                        "every job ends as cancelled",
                        evidence -> Seen.all(
                                evidence.count(JobStatus.CANCELLED),
                                evidence.jobs().size(),
                                "job"))
                .expects(
                        "results of cut calls say that the bill is uncertain",
                        evidence -> Seen.exactly(evidence.count(Result::getBilledUncertain), 8, "result"))
                .refuses(
                        "a call whose provider sees its client there more than 1 s later",
                        evidence -> Seen.atMost(lastEnd(evidence), SEEN_WITHIN_SECONDS, " s"))
                .refuses(
                        "a call that begins later",
                        evidence -> Seen.none(
                                evidence.called("first").stream()
                                        .filter(call -> call.arrivedNanos() - evidence.moment("cancelled") > 0)
                                        .count(),
                                "call"))
                .figure(evidence -> "last cut after " + Seen.text(lastEnd(evidence)) + " s")
                .playing(run -> {
                    run.provider("first", PlainRows.answering(Duration.ofSeconds(30)));
                    run.workers().route(run.candidate("first", PlainRows.MODEL)).start(1);
                    run.submit(DrillJobs.plain("job", 40));
                    run.awaitCalls("first", "8 calls", counts -> counts.arrived() >= 8, PlainRows.PATIENCE);
                    FleetWords.cancel(run.stage(), run.run());
                    run.mark("cancelled");
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }

    private static double lastEnd(Evidence evidence) {
        return evidence.called("first").stream()
                .mapToDouble(call -> Evidence.seconds(Evidence.endOf(call) - evidence.moment("cancelled")))
                .max()
                .orElse(Double.POSITIVE_INFINITY);
    }
}
