package dev.assay.cli.drill;

import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.sandbox.simulator.Limits;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.worker.route.OnAccountBlock;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/** Rows about 429 in its several meanings. */
final class LimitRows {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final int IN_FLIGHT = 16;
    /** Calls at once that the provider with a limit on them takes. */
    private static final int PLACES = 4;

    private static final Duration HINT = Duration.ofSeconds(3);
    private static final Duration STORM_HINT = Duration.ofSeconds(2);
    /** A lane that is held up by another one's wait stands still for half a minute at least. */
    private static final double LONGEST_GAP_SECONDS = 5;

    private LimitRows() {}

    static List<Row> all() {
        return List.of(unhinted(), storm(), burst(), day(), concurrency());
    }

    private static Row burst() {
        return Row.named("429-burst")
                .done("429 with Retry-After: 3 for 3 s, in the middle of a run; a second model stands ready")
                .expects("every job is answered by the first model", Told::byTheFirst)
                .expects("the limit was felt", evidence -> Seen.atLeast(refused(evidence), 1, "refused call"))
                .refuses("a call at the second model", Told.callsAt("second"))
                .refuses(
                        "a call while the gate is closed, after its first second",
                        evidence -> Seen.none(
                                Evidence.arrivedBetween(
                                        evidence.called("first"),
                                        firstRefusal(evidence) + SECOND,
                                        firstRefusal(evidence) + HINT.toNanos() - SECOND / 10),
                                "call"))
                .refuses(
                        "more calls refused than were in flight, and one more by each probe",
                        evidence -> Seen.atMost(refused(evidence), IN_FLIGHT + 1, "call"))
                .playing(run -> {
                    run.provider("first", PlainRows.answering(Duration.ofMillis(100)));
                    run.provider("second", PlainRows.quick());
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL), run.candidate("second", PlainRows.MODEL))
                            .inFlight(IN_FLIGHT)
                            .start(1);
                    run.submit(DrillJobs.plain("job", 200));
                    run.awaitCalls("first", "40 calls", counts -> counts.ended() >= 40, PlainRows.PATIENCE);
                    run.simulator("first")
                            .faults()
                            .add(FaultRule.of("rate-limit=3s").within(Duration.ZERO, HINT));
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }

    private static Row unhinted() {
        return Row.named("429-without-hint")
                .done("429 without a hint, twice for one job; another job waits behind it")
                .expects(
                        "the job is called again after 5 s and 15 s, then answered",
                        evidence -> new Seen(
                                isPaced(evidence.called("first", "limited")),
                                paces(evidence.called("first", "limited"))))
                .expects("every job is answered by the first model", Told::byTheFirst)
                .refuses(
                        "a fourth call",
                        evidence ->
                                Seen.atMost(evidence.called("first", "limited").size(), 3, "call"))
                .playing(run -> {
                    run.provider("first", PlainRows.quick());
                    run.workers().route(run.candidate("first", PlainRows.MODEL)).start(1);
                    run.submit(DrillJobs.struck("limited", 1, "rate-limit-bare", 2));
                    run.awaitCalls("first", "a call", counts -> counts.ended() >= 1, PlainRows.PATIENCE);
                    run.submit(DrillJobs.plain("behind", 1));
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }

    private static boolean isPaced(List<CallRecord> calls) {
        return calls.size() == 3 && isNear(pause(calls, 0), 5) && isNear(pause(calls, 1), 15);
    }

    private static boolean isNear(double pause, double tabled) {
        return pause >= 0.7 * tabled - 0.05 && pause <= 1.3 * tabled + 1;
    }

    private static String paces(List<CallRecord> calls) {
        StringBuilder words = new StringBuilder(calls.size() + " calls");
        for (int i = 0; i + 1 < calls.size(); i++) {
            words.append(i == 0 ? " after " : ", ")
                    .append(Seen.text(pause(calls, i)))
                    .append(" s");
        }
        return words.toString();
    }

    private static double pause(List<CallRecord> calls, int after) {
        return Evidence.seconds(calls.get(after + 1).arrivedNanos() - Evidence.endOf(calls.get(after)));
    }

    private static Row storm() {
        return Row.named("429-storm")
                .done("every call is answered with 429 and Retry-After: 2 for a while")
                .expects(
                        "every job is answered by the first model, but those whose attempts were used up as tabled",
                        Told.byTheFirstOrUsedUp(FailureKind.RATE_LIMITED))
                .expects("the limit was felt", evidence -> Seen.atLeast(refused(evidence), 1, "refused call"))
                .refuses(
                        "an amplification over 1 + (places in flight + probes) / jobs",
                        evidence -> Seen.atMost(evidence.amplification(), mostInStorm(evidence), ""))
                .refuses(
                        "more jobs used up than four refusals each make",
                        evidence -> Seen.atMost(evidence.letters().size(), refused(evidence) / 4, "dead letter"))
                .playing(run -> {
                    run.provider("first", PlainRows.answering(Duration.ofMillis(100)));
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL))
                            .inFlight(IN_FLIGHT)
                            .start(1);
                    run.submit(DrillJobs.plain("job", run.form().pick(200, 1_000)));
                    run.awaitCalls("first", "40 calls", counts -> counts.ended() >= 40, PlainRows.PATIENCE);
                    Duration length = run.form().pick(Duration.ofSeconds(7), Duration.ofSeconds(30));
                    run.mark("storm");
                    run.simulator("first")
                            .faults()
                            .add(FaultRule.of("rate-limit=2s").within(Duration.ZERO, length));
                    run.pause(length);
                    run.mark("over");
                    run.awaitEnd(Duration.ofMinutes(3));
                });
    }

    /**
     * Each place's call may be refused once, and as many probes are due as the provider's own hint fits into the storm.
     */
    private static double mostInStorm(Evidence evidence) {
        long begin = evidence.moment("storm");
        long probes = (evidence.moment("over") - begin) / STORM_HINT.toNanos() + 1;
        return 1 + (double) (IN_FLIGHT + probes) / evidence.jobs().size();
    }

    private static Row day() {
        return Row.named("429-day")
                .lanes("429-day", "429-day-other")
                .done("429 with Retry-After: 86400 at one provider; another lane works at another one")
                .expects(
                        "jobs that may go elsewhere are answered there",
                        evidence -> Told.each(
                                evidence,
                                "elsewhere",
                                result -> Told.isFallback(result)
                                        && result.getFallbackReason() == FailureKind.RATE_LIMITED))
                .expects(
                        "jobs that may not, and end within the minute, expire",
                        evidence -> Told.each(evidence, "nowhere", result -> result.getStatus() == JobStatus.EXPIRED))
                .expects(
                        "the other lane's jobs are answered", evidence -> Told.each(evidence, "other", Told::isPrimary))
                .refuses("a decision that takes more than 5 s", evidence -> Seen.atMost(slowest(evidence), 5, " s"))
                .refuses(
                        "more calls at that provider than its worker has places",
                        evidence -> Seen.atMost(evidence.called("first").size(), IN_FLIGHT, "call"))
                .refuses(
                        "a gap of over 5 s in the other lane's calls",
                        evidence -> Seen.atMost(longestGap(evidence.called("third")), LONGEST_GAP_SECONDS, " s"))
                .playing(run -> {
                    run.provider("first", PlainRows.quick()).faults().add(FaultRule.of("rate-limit=24h"));
                    run.provider("second", PlainRows.quick());
                    run.provider("third", PlainRows.answering(Duration.ofMillis(100)));
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL), run.candidate("second", PlainRows.MODEL))
                            .route("only", OnAccountBlock.WAIT, run.candidate("first", PlainRows.MODEL))
                            .route("other", OnAccountBlock.WAIT, run.candidate("third", PlainRows.MODEL))
                            .inFlight(IN_FLIGHT)
                            .start(1);
                    run.submit(run.lane(1), "other", DrillJobs.plain("other", 400), UnaryOperator.identity());
                    run.awaitCalls("third", "20 calls", counts -> counts.ended() > 20, PlainRows.PATIENCE);
                    run.submit(DrillJobs.plain("elsewhere", 20));
                    run.submit(
                            run.lane(),
                            "only",
                            DrillJobs.plain("nowhere", 10),
                            request -> request.maxAge(Duration.ofMinutes(1)));
                    run.awaitEnd(PlainRows.PATIENCE);
                });
    }

    /** From a job's start to its end, of those that met the day's limit. */
    private static double slowest(Evidence evidence) {
        return evidence.results().stream()
                .filter(result -> !result.getJobId().startsWith("other"))
                .mapToDouble(result -> Duration.between(result.getStartedAt(), result.getFinishedAt())
                                .toMillis()
                        / 1000.0)
                .max()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private static double longestGap(List<CallRecord> calls) {
        double longest = calls.size() < 2 ? Double.POSITIVE_INFINITY : 0;
        for (int i = 0; i + 1 < calls.size(); i++) {
            longest = Math.max(
                    longest,
                    Evidence.seconds(
                            calls.get(i + 1).arrivedNanos() - calls.get(i).arrivedNanos()));
        }
        return longest;
    }

    private static Row concurrency() {
        return Row.named("429-concurrency")
                .done("the provider takes 4 calls at once and refuses others with 429; the worker has 16 places")
                .expects(
                        "every job is answered by the first model, but those whose attempts were used up as tabled",
                        Told.byTheFirstOrUsedUp(FailureKind.RATE_LIMITED))
                .expects(
                        "the calls in flight fall to less than half of the places",
                        evidence -> Seen.atMost(latePeak(evidence), IN_FLIGHT / 2, "call")
                                .and(Seen.atLeast(latePeak(evidence), 1, "call at once")))
                .refuses(
                        "more jobs used up than four refusals each make",
                        evidence -> Seen.atMost(evidence.letters().size(), refused(evidence) / 4, "dead letter"))
                .refuses(
                        "more than half of the calls refused",
                        evidence -> Seen.atMost(
                                (double) refused(evidence)
                                        / evidence.called("first").size(),
                                0.5,
                                " of the calls"))
                .playing(run -> {
                    run.provider(
                            "first", PlainRows.answering(Duration.ofMillis(150)).withLimits(Limits.concurrent(PLACES)));
                    run.workers()
                            .route(run.candidate("first", PlainRows.MODEL))
                            .inFlight(IN_FLIGHT)
                            .start(1);
                    run.submit(DrillJobs.plain("job", run.form().pick(48, 400)));
                    run.awaitEnd(Duration.ofMinutes(5));
                });
    }

    /** The most calls at once in the second half of them. */
    private static long latePeak(Evidence evidence) {
        List<CallRecord> calls = evidence.called("first");
        return Evidence.peak(calls, call -> call.number() > calls.size() / 2);
    }

    static long refused(Evidence evidence) {
        return evidence.called("first").stream()
                .filter(call -> call.status() == 429)
                .count();
    }

    /** When the provider's first 429 left. */
    static long firstRefusal(Evidence evidence) {
        return evidence.called("first").stream()
                .filter(call -> call.status() == 429)
                .mapToLong(Evidence::endOf)
                .min()
                .orElseThrow(() -> new RowTrouble("the provider refused nothing"));
    }
}
