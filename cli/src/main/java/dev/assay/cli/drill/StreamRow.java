package dev.assay.cli.drill;

import dev.assay.producer.NewJob;
import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The row about streamed answers: which end is one, what is cut, and what is waited for. */
final class StreamRow {
    private static final Duration CALL_LIMIT = Duration.ofMillis(2500);
    private static final double SEEN_WITHIN_SECONDS = 1;

    /** Streams that break off once, by the jobs that meet them. */
    private static final Map<String, String> BROKEN =
            Map.of("broken-end", "no-finish", "broken-done", "done-only", "broken-cut", "cut-body");

    /** Streams that fall silent once. */
    private static final Map<String, String> SILENT =
            Map.of("silent-first", "stream-heartbeats", "silent-amid", "stream-stall");

    private StreamRow() {}

    static Row row() {
        return Row.named("cut-streams")
                .done("streams without a finish reason, cut, silent, of heartbeats alone: once; without [DONE]: always")
                .expects(
                        "a finish reason without [DONE] is a whole answer",
                        evidence -> Told.each(
                                evidence,
                                "whole",
                                result -> Told.isPrimary(result)
                                        && result.getAttempts().size() == 1))
                .expects(
                        "a broken stream is STREAM_BROKEN, retried once, then answered",
                        evidence -> Told.each(
                                evidence, "broken", result -> Told.isRetried(result, FailureKind.STREAM_BROKEN, 2)))
                .expects(
                        "its first attempt keeps the tokens so far as billed",
                        evidence -> Told.each(evidence, "broken", StreamRow::hasTokensOfTheFirst))
                .expects(
                        "a silent one is a TIMEOUT, cut by us, then answered",
                        evidence ->
                                Told.each(evidence, "silent", result -> Told.isRetried(result, FailureKind.TIMEOUT, 2)))
                .expects(
                        "the provider sees those cut",
                        evidence -> Seen.all(
                                silent(evidence).stream()
                                        .filter(CallRecord::disconnected)
                                        .count(),
                                silent(evidence).size(),
                                "call"))
                .refuses(
                        "silence that is listened to for more than 1 s over its limit",
                        evidence -> Seen.atMost(
                                silent(evidence).stream()
                                                .mapToDouble(call -> Evidence.seconds(call.durationNanos()))
                                                .max()
                                                .orElse(Double.POSITIVE_INFINITY)
                                        - Evidence.seconds(CALL_LIMIT.toNanos()),
                                SEEN_WITHIN_SECONDS,
                                " s over it"))
                .refuses("a dead letter", Told::deadLetters)
                .playing(run -> {
                    run.provider("first", PlainRows.quick());
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL))
                            .inFlight(32)
                            .callLimit(CALL_LIMIT)
                            .patientBreaker()
                            .start(1);
                    run.submit(DrillJobs.streamed(DrillJobs.plain("warm", 8)));
                    run.awaitEnd(PlainRows.PATIENCE);
                    List<NewJob> jobs = new ArrayList<>(DrillJobs.struck("whole", 4, "no-done"));
                    BROKEN.forEach((name, fault) -> jobs.addAll(DrillJobs.struck(name, 3, fault, 1)));
                    SILENT.forEach((name, fault) -> jobs.addAll(DrillJobs.struck(name, 3, fault, 1)));
                    run.submit(DrillJobs.streamed(jobs));
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }

    private static boolean hasTokensOfTheFirst(Result result) {
        return result.getAttempts().getFirst().getUsage() != null
                || result.getAttempts().getFirst().getBilledUncertain();
    }

    private static List<CallRecord> silent(Evidence evidence) {
        return evidence.called("first", "silent").stream()
                .filter(call -> call.fault() != null)
                .toList();
    }
}
