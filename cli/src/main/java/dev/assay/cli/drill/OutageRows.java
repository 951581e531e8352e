package dev.assay.cli.drill;

import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;

/** Rows about a provider that is down: the breaker, the other candidate, and the way back. */
final class OutageRows {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    /** By when a worker on a busy machine has counted what the provider has sent. */
    private static final long NOTICED = SECOND * 3 / 4;

    private static final int PROBES = 3;
    private static final int MIN_CALLS = 10;
    private static final int IN_FLIGHT = 8;
    private static final Duration OPEN_FOR = Duration.ofSeconds(2);
    private static final Duration ERRORS = Duration.ofSeconds(7);

    private OutageRows() {}

    static List<Row> all() {
        return List.of(RecoveryRow.row(), consecutive(), connectionRefused(), overload());
    }

    private static Row consecutive() {
        return Row.named("consecutive-5xx")
                .done("500 for every call for 7 s, and until a probe has failed; no other model; the breaker opens"
                        + " on 10 failures, for 2 s")
                .expects("every job is answered by the first model", Told::byTheFirst)
                .expects(
                        "probes came when its time was over",
                        evidence -> Seen.atLeast(failed(evidence).size() - firstFailures(evidence), 1, "failed probe"))
                .refuses(
                        "a call while it is open",
                        evidence -> Seen.none(
                                Evidence.arrivedBetween(
                                        evidence.called("first"),
                                        opened(evidence) + NOTICED,
                                        opened(evidence) + OPEN_FOR.toNanos() - SECOND / 10),
                                "call"))
                .refuses(
                        "more failing calls than opened it, were in flight, and 3 probes an opening",
                        evidence -> Seen.atMost(failed(evidence).size(), mostFailures(evidence), "call"))
                .refuses(
                        "more than 3 calls until the first of them has ended well",
                        evidence -> Seen.atMost(probesBeforeTheFirstAnswer(evidence), PROBES, "call"))
                .refuses("a dead letter", Told::deadLetters)
                .playing(run -> {
                    run.provider("first", PlainRows.answering(Duration.ofMillis(100)));
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL))
                            .inFlight(IN_FLIGHT)
                            .breaker(MIN_CALLS, OPEN_FOR, Duration.ofMillis(400))
                            .start(1);
                    run.simulator("first").faults().add(FaultRule.of("status=500"));
                    run.submit(DrillJobs.plain("job", run.form().pick(60, 300)));
                    run.awaitCalls("first", "a call", counts -> counts.arrived() > 0, PlainRows.PATIENCE);
                    run.pause(ERRORS);
                    // On a busy machine the breaker may open so late that its time is over after the 7 s.
                    run.awaitCalls(
                            "first",
                            "a failed probe",
                            counts -> hasFailedProbe(
                                    run.simulator("first").requestLog().calls()),
                            PlainRows.PATIENCE);
                    run.simulator("first").faults().clear();
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }

    private static List<CallRecord> failed(Evidence evidence) {
        return failed(evidence.called("first"));
    }

    private static List<CallRecord> failed(List<CallRecord> calls) {
        return calls.stream().filter(call -> call.status() >= 500).toList();
    }

    private static boolean hasFailedProbe(List<CallRecord> calls) {
        List<CallRecord> failed = failed(calls);
        return failed.size() > MIN_CALLS && failed.size() > firstFailures(failed);
    }

    /** When as many calls had failed as open a breaker. */
    private static long opened(Evidence evidence) {
        return opened(failed(evidence));
    }

    private static long opened(List<CallRecord> failed) {
        if (failed.size() < MIN_CALLS) {
            throw new RowTrouble("only " + failed.size() + " calls failed");
        }
        return failed.stream()
                .mapToLong(Evidence::endOf)
                .sorted()
                .skip(MIN_CALLS - 1L)
                .findFirst()
                .orElseThrow();
    }

    private static long firstFailures(Evidence evidence) {
        return firstFailures(failed(evidence));
    }

    private static long firstFailures(List<CallRecord> failed) {
        long opened = opened(failed);
        return failed.stream()
                .filter(call -> call.arrivedNanos() - opened < NOTICED)
                .count();
    }

    private static long mostFailures(Evidence evidence) {
        long last = failed(evidence).stream()
                .mapToLong(CallRecord::arrivedNanos)
                .max()
                .orElseThrow();
        long openings = Math.max(0, last - opened(evidence)) / OPEN_FOR.toNanos() + 1;
        return MIN_CALLS + IN_FLIGHT + PROBES * openings;
    }

    /** Calls that had come after the last failure when the first good answer was out. */
    private static long probesBeforeTheFirstAnswer(Evidence evidence) {
        long last = failed(evidence).stream()
                .mapToLong(CallRecord::arrivedNanos)
                .max()
                .orElseThrow();
        List<CallRecord> after = evidence.called("first").stream()
                .filter(call -> call.arrivedNanos() - last > 0)
                .toList();
        long answered = after.stream().mapToLong(Evidence::endOf).min().orElseThrow();
        return after.stream()
                .filter(call -> call.arrivedNanos() - answered <= 0)
                .count();
    }

    private static Row connectionRefused() {
        return Row.named("connection-refused")
                .done("nothing listens at the first provider's address; a second one answers")
                .expects(
                        "every job is answered by the second model",
                        Told.byFallback(FailureKind.TRANSIENT, FailureKind.CIRCUIT_OPEN))
                .expects(
                        "the second provider carries each of them once",
                        evidence -> Seen.exactly(
                                evidence.called("second").size(),
                                evidence.jobs().size(),
                                "call"))
                .refuses(
                        "more attempts at the closed port than open its breaker, were in flight, and probe",
                        evidence ->
                                Seen.atMost(evidence.attempts("first").count(), mostAtClosedPort(evidence), "attempt"))
                .refuses("a dead letter", Told::deadLetters)
                .figure(evidence -> evidence.attempts("first").count() + " attempts at the closed port")
                .playing(run -> {
                    run.provider("first", "http://127.0.0.1:" + closedPort() + "/v1");
                    run.provider("second", PlainRows.quick());
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL), run.candidate("second", PlainRows.MODEL))
                            .inFlight(IN_FLIGHT)
                            .breaker(MIN_CALLS, Duration.ofSeconds(10), Duration.ofMillis(400))
                            .start(1);
                    run.mark("begin");
                    run.submit(DrillJobs.plain("job", run.form().pick(60, 300)));
                    run.awaitEnd(PlainRows.PATIENCE);
                    run.mark("end");
                });
    }

    private static long mostAtClosedPort(Evidence evidence) {
        long openings = (evidence.moment("end") - evidence.moment("begin")) / (10 * SECOND);
        return MIN_CALLS + IN_FLIGHT + PROBES * openings;
    }

    /** A port on which nothing listens: it was free a moment ago. */
    private static int closedPort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Row overload() {
        return Row.named("overload")
                .done("529 and 503 for the provider's large model; its small one and another provider answer")
                .expects(
                        "every job is answered by the same provider's small model",
                        evidence -> Seen.all(
                                evidence.count(result -> result.getStatus() == JobStatus.FALLBACK
                                        && (evidence.provider("first") + "/small").equals(result.getUsedFallback())
                                        && isOverload(result.getFallbackReason())),
                                evidence.jobs().size(),
                                "job"))
                .refuses("a call at the other provider", Told.callsAt("second"))
                .refuses(
                        "a job that asks the large model twice",
                        evidence -> Seen.none(
                                evidence.results().stream()
                                        .filter(result -> result.getAttempts().stream()
                                                        .filter(attempt -> attempt.getRequestModel()
                                                                .equals("large"))
                                                        .count()
                                                > 1)
                                        .count(),
                                "job"))
                .playing(run -> {
                    run.provider("first", PlainRows.quick())
                            .faults()
                            .add(
                                    FaultRule.of("overloaded").forModel("large").forShare(0.5),
                                    FaultRule.of("unavailable").forModel("large"));
                    run.provider("second", PlainRows.quick());
                    run.workers()
                            .route(
                                    run.candidate("first", "large"),
                                    run.candidate("second", "large"),
                                    run.candidate("first", "small"))
                            .start(1);
                    // Fewer than open a breaker: an open one would send them on without asking.
                    run.submit(DrillJobs.plain("job", 12));
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }

    private static boolean isOverload(@org.jspecify.annotations.Nullable FailureKind kind) {
        return kind == FailureKind.OVERLOADED;
    }
}
