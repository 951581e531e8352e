package dev.assay.producer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Expectation;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job that passed every check and only waits to be enqueued.
 *
 * @param line number of its line in the input, from 1
 * @param jobId its id in the run
 * @param body the request body, as it will be sent
 * @param bodyBytes the body's length in UTF-8
 * @param tree the body, parsed
 * @param expectation how to score the answer
 * @param tags the platform's labels
 * @param deadline the deadline that the line states; null for the request's
 * @param maxTokens cap on output tokens that the body states; null for none
 * @param fingerprint what makes it the same job when the input is read again
 */
record ValidJob(
        long line,
        String jobId,
        String body,
        int bodyBytes,
        ObjectNode tree,
        Expectation expectation,
        Map<String, String> tags,
        @Nullable Instant deadline,
        @Nullable Integer maxTokens,
        Fingerprint fingerprint) {}
