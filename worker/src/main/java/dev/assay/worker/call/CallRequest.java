package dev.assay.worker.call;

import dev.assay.runtime.LaneDefaults;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What is to be asked of whom, and how long it may take.
 *
 * @param candidate the model to ask
 * @param body the request body as the job gives it
 * @param identity the delivery's part of the idempotency key; the attempt's number completes it
 * @param attempt number of the attempt, from 1
 * @param limits the lane's time limits
 * @param maxTokens cap on output tokens as the job states it; null when it states none
 * @param maxWait named waiting tier that the job asks for; null for none
 * @param deadlineNanos monotonic nanoseconds after which no call may run
 * @param queueWait from enqueueing to the delivery's start
 * @param permitWait waited for gates and breakers since the attempt before
 * @param templateVersion version of the prompt template that the body was made from
 * @param payer whose job it is
 * @param budgetWait how long the call may wait for room in its budgets; zero for not at all
 * @param hasCheaper whether its route has a cheaper candidate that is still in question
 * @param isTooLate whether it must not begin any more; asked right before its first byte is sent
 */
public record CallRequest(
        Candidate candidate,
        String body,
        String identity,
        int attempt,
        LaneDefaults limits,
        @Nullable Integer maxTokens,
        @Nullable String maxWait,
        long deadlineNanos,
        Duration queueWait,
        Duration permitWait,
        @Nullable String templateVersion,
        Payer payer,
        Duration budgetWait,
        boolean hasCheaper,
        BooleanSupplier isTooLate) {
    /** Of a call that may begin whenever its time allows. */
    public static final BooleanSupplier NEVER_TOO_LATE = () -> false;

    private static final Duration DEFERENCE = Duration.ofSeconds(1);

    /**
     * How long it steps back where one call has to find out whether a model is back. A probe that fails costs its job
     * an attempt, so those jobs go first that have lost none or one; nobody steps back for ever.
     */
    Duration deference() {
        return DEFERENCE.multipliedBy(Math.max(attempt - 2, 0));
    }

    /** A key of its own for every physical call, so that a provider never takes one for another. */
    String idempotencyKey() {
        return identity + "." + attempt;
    }

    /** What the job asks for beyond its lane's limits on a call, by name. */
    Duration extraWait() {
        return switch (maxWait) {
            case "30s" -> Duration.ofSeconds(30);
            case "60s" -> Duration.ofMinutes(1);
            case "120s" -> Duration.ofMinutes(2);
            case null, default -> Duration.ZERO;
        };
    }

    /** The same with less time. */
    CallRequest endingAt(long nanos) {
        return new CallRequest(
                candidate,
                body,
                identity,
                attempt,
                limits,
                maxTokens,
                maxWait,
                nanos,
                queueWait,
                permitWait,
                templateVersion,
                payer,
                budgetWait,
                hasCheaper,
                isTooLate);
    }

    /**
     * The same after a wait for a permit that may be used for a while only.
     *
     * @param lapsed whether that is over
     */
    CallRequest waited(Duration more, BooleanSupplier lapsed) {
        return new CallRequest(
                candidate,
                body,
                identity,
                attempt,
                limits,
                maxTokens,
                maxWait,
                deadlineNanos,
                queueWait,
                permitWait.plus(more),
                templateVersion,
                payer,
                budgetWait,
                hasCheaper,
                lapsed);
    }
}
