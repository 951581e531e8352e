package dev.assay.cli.drill;

import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.worker.route.OnAccountBlock;
import java.time.Duration;
import java.util.List;

/** Rows about accounts without money and keys that are refused. */
final class AccountRows {
    private static final int IN_FLIGHT = 8;
    private static final String SORRY = "no model could be asked";

    private AccountRows() {}

    static List<Row> all() {
        return List.of(
                waiting("quota", "quota", OnAccountBlock.WAIT),
                waiting("bad-key", "key-refused", OnAccountBlock.SWITCH),
                prepared(),
                switched());
    }

    /** Blocked until an operator says otherwise; a second account stands by and may not be asked. */
    private static Row waiting(String name, String fault, OnAccountBlock onAccountBlock) {
        return Row.named(name)
                .done(fault
                        + " for every call, until it is mended and the account unblocked; another account stands by")
                .expects("in the end every job is answered by the first model", Told::byTheFirst)
                .expects("the account was refused", evidence -> Seen.atLeast(refused(evidence), 1, "refused call"))
                .refuses(
                        "more calls refused than were in flight when one found out",
                        evidence -> Seen.atMost(refused(evidence), IN_FLIGHT, "call"))
                .refuses(
                        "a call while the account is blocked, after its first second",
                        evidence -> Seen.none(
                                Evidence.arrivedBetween(
                                        evidence.called("first"),
                                        evidence.called("first").getFirst().arrivedNanos()
                                                + Duration.ofSeconds(1).toNanos(),
                                        evidence.moment("unblocked")),
                                "call"))
                .refuses("a dead letter", Told::deadLetters)
                .refuses("a call at the other account", Told.callsAt("second"))
                .figure(evidence -> refused(evidence) + " calls found out for "
                        + evidence.jobs().size() + " jobs")
                .playing(run -> {
                    run.provider("first", PlainRows.quick()).faults().add(FaultRule.of(fault));
                    run.provider("second", PlainRows.quick());
                    run.workers()
                            .route(
                                    RowWorkers.ROUTE,
                                    onAccountBlock,
                                    run.candidate("first", PlainRows.MODEL),
                                    run.candidate("second", PlainRows.MODEL))
                            .inFlight(IN_FLIGHT)
                            .start(1);
                    run.submit(DrillJobs.plain("job", run.form().pick(100, 1_000)));
                    run.awaitCalls("first", "a refused call", counts -> counts.ended() > 0, PlainRows.PATIENCE);
                    run.pause(Duration.ofSeconds(4));
                    run.simulator("first").faults().clear();
                    run.mark("unblocked");
                    FleetWords.unblock(run.stage(), run.nameOf("first"));
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }

    private static long refused(Evidence evidence) {
        return evidence.called("first").stream()
                .filter(call -> call.status() != 200)
                .count();
    }

    private static Row prepared() {
        return Row.named("quota-prepared")
                .done("the account has no money; the lane has a prepared answer")
                .expects(
                        "every job takes the prepared answer, and its result says so",
                        evidence -> Seen.all(
                                evidence.count(result -> result.getStatus() == JobStatus.FALLBACK
                                        && result.getSource() == AnswerSource.STATIC
                                        && SORRY.equals(result.getAnswer())
                                        && "drill".equals(result.getUsedFallback())
                                        && result.getFallbackReason() == FailureKind.QUOTA_EXHAUSTED),
                                evidence.jobs().size(),
                                "job"))
                .refuses(
                        "more calls than were in flight when one found out",
                        evidence -> Seen.atMost(evidence.called("first").size(), IN_FLIGHT, "call"))
                .refuses("a dead letter", Told::deadLetters)
                .playing(run -> {
                    run.provider("first", PlainRows.quick()).faults().add(FaultRule.of("billing"));
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL))
                            .inFlight(IN_FLIGHT)
                            .prepared(SORRY)
                            .start(1);
                    run.submit(DrillJobs.plain("job", run.form().pick(60, 1_000)));
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }

    private static Row switched() {
        return Row.named("quota-switch")
                .done("the account has no money; the route names another account and allows it")
                .expects("every job is answered by the other account", Told.byFallback(FailureKind.QUOTA_EXHAUSTED))
                .refuses(
                        "more calls than were in flight when one found out",
                        evidence -> Seen.atMost(evidence.called("first").size(), IN_FLIGHT, "call"))
                .refuses("a dead letter", Told::deadLetters)
                .playing(run -> {
                    run.provider("first", PlainRows.quick()).faults().add(FaultRule.of("quota"));
                    run.provider("second", PlainRows.quick());
                    run.workers()
                            .route(
                                    RowWorkers.ROUTE,
                                    OnAccountBlock.SWITCH,
                                    run.candidate("first", PlainRows.MODEL),
                                    run.candidate("second", PlainRows.MODEL))
                            .inFlight(IN_FLIGHT)
                            .start(1);
                    run.submit(DrillJobs.plain("job", run.form().pick(60, 1_000)));
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }
}
