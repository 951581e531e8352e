package dev.assay.cli.drill;

import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Unanswered;
import java.util.List;

/** Rows about answers that are none, or not the one that was asked for. */
final class AnswerRows {
    private AnswerRows() {}

    static List<Row> all() {
        return List.of(StreamRow.row(), malformed(), filtered(), truncated(), drift());
    }

    private static Row malformed() {
        return Row.named("malformed-bodies")
                .done("200 with a page, nothing, broken JSON, an error object, no choices")
                .expects(
                        "a page or nothing once is retried once, then answered",
                        evidence -> Told.each(
                                evidence, "proxy", result -> Told.isRetried(result, FailureKind.BAD_RESPONSE, 2)))
                .expects(
                        "everything else is a dead letter after one call, its body kept",
                        evidence -> Told.each(
                                evidence,
                                "model",
                                result -> Told.isDeadLettered(result, FailureKind.BAD_RESPONSE)
                                        && result.getAttempts().size() == 1
                                        && result.getResponse() != null))
                .refuses(
                        "one of them that counts as answered",
                        evidence -> Seen.none(
                                evidence.results("model").stream()
                                        .filter(Told::isAnswered)
                                        .count(),
                                "job"))
                .refuses("a call at the second model", Told.callsAt("second"))
                .playing(run -> {
                    run.provider("first", PlainRows.quick());
                    run.provider("second", PlainRows.quick());
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL), run.candidate("second", PlainRows.MODEL))
                            .inFlight(32)
                            .patientBreaker()
                            .start(1);
                    run.submit(DrillJobs.together(
                            DrillJobs.struck("proxy-page", 3, "html", 1),
                            DrillJobs.struck("proxy-nothing", 3, "empty-body", 1),
                            DrillJobs.struck("model-broken", 3, "malformed-json"),
                            DrillJobs.struck("model-error", 3, "error-object"),
                            DrillJobs.struck("model-null", 3, "null-choices"),
                            DrillJobs.struck("model-none", 3, "empty-choices")));
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }

    private static Row filtered() {
        return Row.named("content-filter")
                .done("400 content_filter, an answer cut by the filter, a refusal")
                .expects(
                        "every job is UNANSWERED, and says why",
                        evidence -> Seen.all(
                                evidence.count(result -> result.getStatus() == JobStatus.UNANSWERED
                                        && result.getUnanswered() == wanted(result.getJobId())),
                                evidence.jobs().size(),
                                "job"))
                .expects(
                        "each after one call",
                        evidence -> Seen.exactly(
                                evidence.called("first").size(), evidence.jobs().size(), "call"))
                .refuses("another model that is asked instead", Told.callsAt("second"))
                .refuses("a dead letter", Told::deadLetters)
                .playing(run -> {
                    run.provider("first", PlainRows.quick());
                    run.provider("second", PlainRows.quick());
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL), run.candidate("second", PlainRows.MODEL))
                            .start(1);
                    run.submit(DrillJobs.together(
                            DrillJobs.struck("filtered", 5, "content-filter"),
                            DrillJobs.struck("cut", 5, "finish-content-filter"),
                            DrillJobs.struck("refused", 5, "refusal")));
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }

    private static Unanswered wanted(String job) {
        return job.startsWith("refused") ? Unanswered.REFUSED : Unanswered.FILTERED;
    }

    private static Row truncated() {
        return Row.named("truncated-judge")
                .lanes("judge")
                .done("a judge's answer is cut at its token limit: once for some jobs, always for others")
                .expects(
                        "cut once: asked again with twice the room, then answered",
                        evidence ->
                                Told.each(evidence, "once", result -> Told.isRetried(result, FailureKind.TRUNCATED, 2)))
                .expects(
                        "cut always: UNANSWERED after two calls",
                        evidence -> Told.each(
                                evidence,
                                "always",
                                result -> result.getStatus() == JobStatus.UNANSWERED
                                        && result.getUnanswered() == Unanswered.TRUNCATED
                                        && result.getAttempts().size() == 2))
                .expects(
                        "the provider is asked for " + DrillJobs.MAX_TOKENS + ", then for " + 2 * DrillJobs.MAX_TOKENS
                                + " tokens",
                        evidence -> Seen.all(
                                evidence.results().stream()
                                        .filter(result -> isGrown(evidence.callsOf("first", result)))
                                        .count(),
                                evidence.jobs().size(),
                                "job"))
                .refuses(
                        "a truncated answer that is scored",
                        evidence -> Seen.none(
                                evidence.scores().stream()
                                        .filter(score -> score.getJobId().startsWith("always"))
                                        .filter(score ->
                                                score.getOutcome() != Outcome.TRUNCATED || score.getValue() != null)
                                        .count(),
                                "score"))
                .playing(run -> {
                    run.provider("first", PlainRows.quick().withLog(SimulatorSettings.Log.withBodies()));
                    run.workers().route(run.candidate("first", PlainRows.MODEL)).start(1);
                    run.submit(DrillJobs.together(
                            DrillJobs.struck("once", 5, "finish-length", 1),
                            DrillJobs.struck("always", 5, "finish-length")));
                    run.awaitEnd(PlainRows.PATIENCE);
                    run.awaitScores(PlainRows.PATIENCE);
                });
    }

    private static boolean isGrown(List<CallRecord> calls) {
        return calls.size() == 2
                && asksFor(calls.getFirst(), DrillJobs.MAX_TOKENS)
                && asksFor(calls.getLast(), 2 * DrillJobs.MAX_TOKENS);
    }

    private static boolean asksFor(CallRecord call, int tokens) {
        return String.valueOf(call.body()).contains("\"max_tokens\":" + tokens + "}")
                || String.valueOf(call.body()).contains("\"max_tokens\":" + tokens + ",");
    }

    private static Row drift() {
        return Row.named("model-drift")
                .done("another model answers than the one that was asked")
                .expects(
                        "every answer is kept, and tagged as drift",
                        evidence -> Seen.all(
                                evidence.count(result -> Told.isPrimary(result)
                                        && result.getRouteEvidence().getModelDrift()
                                        && "a-stranger".equals(result.getResponseModel())
                                        && PlainRows.MODEL.equals(result.getRequestModel())),
                                evidence.jobs().size(),
                                "job"))
                .refuses("a switch because of it", Told.callsAt("second"))
                .playing(run -> {
                    run.provider("first", PlainRows.quick()).faults().add(FaultRule.of("drift=a-stranger"));
                    run.provider("second", PlainRows.quick());
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL), run.candidate("second", PlainRows.MODEL))
                            .start(1);
                    run.submit(DrillJobs.plain("job", 20));
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }
}
