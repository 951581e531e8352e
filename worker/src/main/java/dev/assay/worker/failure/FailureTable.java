package dev.assay.worker.failure;

import dev.assay.schemas.FailureKind;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** What follows from each kind of failure: the one table. */
public final class FailureTable {
    /**
     * A row.
     *
     * @param action what is done first
     * @param backoffs pause before each further attempt at the same candidate, before jitter; as many as there may be
     * @param then what is done when those are used up
     * @param other which other candidates the job may go to
     * @param breaks whether the breaker of the provider's model counts it
     * @param alerts whether somebody is to be told at the first one
     */
    public record Row(
            Action action, List<Duration> backoffs, Action then, OtherProvider other, boolean breaks, boolean alerts) {
        public Row {
            backoffs = List.copyOf(backoffs);
        }
    }

    private FailureTable() {}

    /** The row of a kind; Assay's own refusals end the job where they reach this table at all. */
    public static Row row(FailureKind kind) {
        return switch (kind) {
            case RATE_LIMITED -> retry("a limit that time lifts", OtherProvider.BY_SCOPE, false, false, 5, 15, 45);
            case TRANSIENT -> retry("the provider or the way to it stumbled", OtherProvider.ANY, true, false, 2, 8);
            case OVERLOADED ->
                new Row(
                        new Action.Switch(OtherProvider.ANY, "the provider has no capacity for this model"),
                        seconds(2),
                        new Action.Switch(OtherProvider.ANY, "still no capacity"),
                        OtherProvider.ANY,
                        true,
                        false);
            case TIMEOUT -> retry("no answer in time", OtherProvider.ANY, true, false, 2, 4);
            case STREAM_BROKEN -> retry("the answer broke off", OtherProvider.ANY, true, false, 2);
            case MODEL_GONE ->
                new Row(
                        new Action.Switch(OtherProvider.ANY, "the model does not exist any more"),
                        List.of(),
                        new Action.Fail("the route names no other model"),
                        OtherProvider.ANY,
                        false,
                        true);
            case CONTENT_FILTERED -> fail("the provider's filter refused it; no other model is asked instead", false);
            case CONTEXT_TOO_LONG ->
                new Row(
                        new Action.Switch(OtherProvider.LONGER_CONTEXT, "the request is longer than the model reads"),
                        List.of(),
                        new Action.Fail("the route names no model that reads more"),
                        OtherProvider.LONGER_CONTEXT,
                        false,
                        false);
            case NEVER_FITS ->
                new Row(
                        new Action.Switch(OtherProvider.ANY, "the request is larger than the whole limit"),
                        List.of(),
                        new Action.Fail("no candidate's limit is large enough"),
                        OtherProvider.ANY,
                        false,
                        false);
            case QUOTA_EXHAUSTED -> degrade("the account has no money", OtherProvider.OTHER_ACCOUNT_BY_ROUTE);
            case AUTH_FAILED -> degrade("the account's key is refused", OtherProvider.NEVER);
            case BAD_REQUEST -> fail("the request is wrong, and would be everywhere", false);
            case BAD_RESPONSE ->
                // The one retry is for a proxy's page or nothing in the model's place; RoutePlan asks
                // Failure.fromProxy.
                new Row(
                        new Action.Fail("what answered is no completion"),
                        seconds(2),
                        new Action.Fail("what answered is no completion"),
                        OtherProvider.NEVER,
                        true,
                        false);
            case TRUNCATED ->
                new Row(
                        new Action.Retry("the answer must be complete: once more with twice the room"),
                        seconds(0),
                        new Action.Fail("truncated again"),
                        OtherProvider.NEVER,
                        false,
                        false);
            case UNKNOWN ->
                new Row(
                        new Action.Retry("nobody knows this failure"),
                        seconds(2),
                        new Action.Fail("it came twice"),
                        OtherProvider.ANY,
                        true,
                        true);
            case CANCELLED,
                    CONCURRENCY_EXHAUSTED,
                    RPM_EXHAUSTED,
                    TOKEN_BUDGET_EXHAUSTED,
                    TENANT_QUOTA_EXHAUSTED,
                    CIRCUIT_OPEN,
                    PROVIDER_BLOCKED,
                    KILLED,
                    QUEUE_FULL,
                    DEADLINE_EXCEEDED,
                    LEDGER_SILENT -> fail("no failure of a provider", false);
        };
    }

    /** Whether a provider that failed so has certainly not carried the request out, so that it may be sent again. */
    public static boolean provesNotDone(FailureKind kind) {
        return switch (kind) {
            case RATE_LIMITED,
                    MODEL_GONE,
                    CONTENT_FILTERED,
                    CONTEXT_TOO_LONG,
                    NEVER_FITS,
                    QUOTA_EXHAUSTED,
                    AUTH_FAILED,
                    BAD_REQUEST -> true;
            case UNKNOWN,
                    TRANSIENT,
                    OVERLOADED,
                    TIMEOUT,
                    STREAM_BROKEN,
                    BAD_RESPONSE,
                    TRUNCATED,
                    CANCELLED,
                    CONCURRENCY_EXHAUSTED,
                    RPM_EXHAUSTED,
                    TOKEN_BUDGET_EXHAUSTED,
                    TENANT_QUOTA_EXHAUSTED,
                    CIRCUIT_OPEN,
                    PROVIDER_BLOCKED,
                    KILLED,
                    QUEUE_FULL,
                    DEADLINE_EXCEEDED,
                    LEDGER_SILENT -> false;
        };
    }

    private static Row retry(String why, OtherProvider other, boolean breaks, boolean alerts, int... backoffs) {
        return new Row(
                new Action.Retry(why),
                seconds(backoffs),
                new Action.Switch(other, why + ", again and again"),
                other,
                breaks,
                alerts);
    }

    private static Row degrade(String why, OtherProvider other) {
        return new Row(new Action.Degrade(why), List.of(), new Action.Degrade(why), other, false, true);
    }

    private static Row fail(String why, boolean breaks) {
        return new Row(new Action.Fail(why), List.of(), new Action.Fail(why), OtherProvider.NEVER, breaks, false);
    }

    private static List<Duration> seconds(int... seconds) {
        return Arrays.stream(seconds).mapToObj(Duration::ofSeconds).toList();
    }
}
