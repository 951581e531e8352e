package dev.assay.cli.drill;

import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/** Rows about which model is asked instead, or none: what fits, what is gone, and every candidate down. */
final class ChoiceRows {
    private ChoiceRows() {}

    static List<Row> all() {
        return List.of(everyCandidateDown(), contextTooLong(), neverFits(), modelGone(), sideEffects());
    }

    private static Row everyCandidateDown() {
        return Row.named("every-candidate-down")
                .done("429 at both providers, Retry-After: 14 and 9; a job may hold its place for 4 s")
                .expects(
                        "jobs with time are parked, then answered by who opens first",
                        evidence -> Told.each(
                                evidence, "patient", result -> Told.isAnswered(result) && result.getParked() >= 1))
                .expects(
                        "jobs without time expire",
                        evidence -> Told.each(evidence, "hasty", result -> result.getStatus() == JobStatus.EXPIRED))
                .refuses(
                        "one that expires after more than 2 s in hand",
                        evidence -> Seen.atMost(
                                evidence.results("hasty").stream()
                                        .mapToDouble(result ->
                                                Duration.between(result.getStartedAt(), result.getFinishedAt())
                                                                .toMillis()
                                                        / 1000.0)
                                        .max()
                                        .orElse(Double.POSITIVE_INFINITY),
                                2,
                                " s"))
                .refuses(
                        "a call at either provider while it is closed",
                        evidence -> Seen.none(
                                whileClosed(evidence, "first", Duration.ofSeconds(14))
                                        + whileClosed(evidence, "second", Duration.ofSeconds(9)),
                                "call"))
                .refuses("a dead letter", Told::deadLetters)
                .playing(run -> {
                    run.provider("first", PlainRows.quick())
                            .faults()
                            .add(FaultRule.of("rate-limit=14s").within(Duration.ZERO, Duration.ofSeconds(10)));
                    run.provider("second", PlainRows.quick())
                            .faults()
                            .add(FaultRule.of("rate-limit=9s").within(Duration.ZERO, Duration.ofSeconds(5)));
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL), run.candidate("second", PlainRows.MODEL))
                            .entry(Duration.ofSeconds(4))
                            .start(1);
                    run.submit(DrillJobs.plain("patient", 20));
                    run.awaitCalls("second", "a call", counts -> counts.ended() > 0, PlainRows.PATIENCE);
                    run.submit(
                            run.lane(),
                            RowWorkers.ROUTE,
                            DrillJobs.plain("hasty", 10),
                            request -> request.maxAge(Duration.ofSeconds(6)));
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }

    /** From a second after its first refusal to the end of its hint. */
    private static long whileClosed(Evidence evidence, String role, Duration hint) {
        long first = Evidence.endOf(evidence.called(role).getFirst());
        long second = Duration.ofSeconds(1).toNanos();
        return Evidence.arrivedBetween(evidence.called(role), first + second, first + hint.toNanos() - second / 10);
    }

    private static Row contextTooLong() {
        return Row.named("context-too-long")
                .done("the first model's context is too short; a shorter and a longer one stand by")
                .expects(
                        "every job is answered by the model with the longer context",
                        evidence -> Seen.all(
                                evidence.count(result -> Told.isFallback(result)
                                        && (evidence.provider("third") + "/long").equals(result.getUsedFallback())
                                        && result.getFallbackReason() == FailureKind.CONTEXT_TOO_LONG),
                                evidence.jobs().size(),
                                "job"))
                .refuses("a call at the model with the shorter one", Told.callsAt("second"))
                .refuses(
                        "a second call at the first model",
                        evidence -> Seen.exactly(
                                evidence.called("first").size(), evidence.jobs().size(), "call"))
                .playing(run -> {
                    run.provider("first", PlainRows.quick()).faults().add(FaultRule.of("context-length"));
                    run.provider("second", PlainRows.quick());
                    run.provider("third", PlainRows.quick());
                    run.workers()
                            .route(
                                    run.candidate("first", "middle", 8_192),
                                    run.candidate("second", "short", 4_096),
                                    run.candidate("third", "long", 128_000))
                            .start(1);
                    run.submit(DrillJobs.plain("job", 20));
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }

    private static Row neverFits() {
        return Row.named("never-fits")
                .done("requests larger than the account's whole limit; some may go elsewhere, some not")
                .expects(
                        "those that may are answered elsewhere",
                        evidence -> Told.each(
                                evidence,
                                "elsewhere",
                                result -> Told.isFallback(result)
                                        && result.getFallbackReason() == FailureKind.NEVER_FITS))
                .expects(
                        "the others are dead letters at once",
                        evidence -> Told.each(
                                evidence, "nowhere", result -> Told.isDeadLettered(result, FailureKind.NEVER_FITS)))
                .refuses(
                        "a request that is sent there twice",
                        evidence -> Seen.exactly(
                                evidence.called("first").size(), evidence.jobs().size(), "call"))
                .playing(run -> {
                    run.provider("first", PlainRows.quick()).faults().add(FaultRule.of("too-large"));
                    run.provider("second", PlainRows.quick());
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL), run.candidate("second", PlainRows.MODEL))
                            .route(
                                    "only",
                                    dev.assay.worker.route.OnAccountBlock.WAIT,
                                    run.candidate("first", PlainRows.MODEL))
                            .start(1);
                    run.submit(DrillJobs.plain("elsewhere", 10));
                    run.submit(run.lane(), "only", DrillJobs.plain("nowhere", 10), UnaryOperator.identity());
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }

    private static Row modelGone() {
        return Row.named("model-gone")
                .done("404 model_not_found for the first model; the provider's next one answers")
                .expects("every job is answered by the next model", Told.byFallback(FailureKind.MODEL_GONE))
                .refuses(
                        "a job that asks the gone model twice",
                        evidence -> Seen.exactly(
                                evidence.called("first").stream()
                                        .filter(call -> call.model().equals("gone"))
                                        .count(),
                                evidence.jobs().size(),
                                "call"))
                .refuses("a dead letter", Told::deadLetters)
                .playing(run -> {
                    run.provider("first", PlainRows.quick())
                            .faults()
                            .add(FaultRule.of("model-gone").forModel("gone"));
                    run.workers()
                            .route(run.candidate("first", "gone"), run.candidate("first", PlainRows.MODEL))
                            .start(1);
                    run.submit(DrillJobs.plain("job", 20));
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }

    private static Row sideEffects() {
        return Row.named("side-effects")
                .done("500, a reset and a timeout for jobs whose answering may change the world")
                .expects(
                        "every job is a dead letter of its own class: UNCERTAIN",
                        evidence -> Seen.all(
                                evidence.letters().stream()
                                        .filter(letter -> letter.getDisposition() == Disposition.UNCERTAIN)
                                        .count(),
                                evidence.jobs().size(),
                                "job"))
                .refuses(
                        "a second call for any of them",
                        evidence -> Seen.exactly(
                                evidence.called("first").size(), evidence.jobs().size(), "call"))
                .refuses("a call at the second model", Told.callsAt("second"))
                .playing(run -> {
                    run.provider("first", PlainRows.quick());
                    run.provider("second", PlainRows.quick());
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL), run.candidate("second", PlainRows.MODEL))
                            .callLimit(Duration.ofSeconds(1))
                            .start(1);
                    run.submit(
                            run.lane(),
                            RowWorkers.ROUTE,
                            DrillJobs.together(
                                    DrillJobs.struck("error", 3, "status=500"),
                                    DrillJobs.struck("reset", 3, "reset"),
                                    DrillJobs.struck("silent", 3, "stall")),
                            request -> request.sideEffects(true));
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }
}
