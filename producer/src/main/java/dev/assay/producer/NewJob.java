package dev.assay.producer;

import dev.assay.schemas.Expectation;
import dev.assay.schemas.Expecting;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A job that a program makes, instead of reading it from a file.
 *
 * @param customId unique in its run; enqueueing the same id and content twice is one job
 * @param body the OpenAI chat-completions request as JSON, kept as it is written
 * @param expectation how to score the answer; no scorers for not at all
 * @param tags labels that are carried to result and score unread
 * @param deadline the moment after which no answer counts; null for the request's or the lane's
 */
public record NewJob(
        String customId,
        String body,
        Expectation expectation,
        Map<String, String> tags,
        @Nullable Instant deadline) {
    public NewJob {
        tags = Map.copyOf(new TreeMap<>(tags));
    }

    /** A job that is not scored. */
    public static NewJob of(String customId, String body) {
        return new NewJob(customId, body, Expecting.of(List.of()), Map.of(), null);
    }

    /**
     * The same job, scored.
     *
     * @param json an expectation as job files state it, such as {@code {"scorer":"exact","ideal":"Paris"}}
     * @throws IllegalArgumentException when it is none
     */
    public NewJob expecting(String json) {
        return new NewJob(customId, body, Expectations.parse(json), tags, deadline);
    }

    public NewJob withExpectation(Expectation expectation) {
        return new NewJob(customId, body, expectation, tags, deadline);
    }

    public NewJob withTags(Map<String, String> tags) {
        return new NewJob(customId, body, expectation, tags, deadline);
    }

    public NewJob withDeadline(Instant deadline) {
        return new NewJob(customId, body, expectation, tags, deadline);
    }
}
