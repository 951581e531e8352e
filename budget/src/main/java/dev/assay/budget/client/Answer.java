package dev.assay.budget.client;

import dev.assay.schemas.LedgerRefusal;
import java.time.Duration;

/** What became of a {@link Wish}. */
public sealed interface Answer {
    /** The budget has no limits: there is nothing to reserve, and nothing to end. */
    record Unlimited() implements Answer {}

    /** Room for one call, which has to be ended once. */
    record Granted(Grant grant) implements Answer {}

    /**
     * No room.
     *
     * @param reason which limit is in the way
     * @param limit that limit in words, with its amount
     * @param retryAfter when to ask again; zero where asking again never helps
     */
    record Refused(String budget, LedgerRefusal reason, String limit, Duration retryAfter) implements Answer {}

    /**
     * Nobody answered in time, or too late to be used: whoever is unsure does not call. What may still be granted is
     * given back.
     *
     * @param waited how long it was waited for
     */
    record Unanswered(String budget, Duration waited) implements Answer {}
}
