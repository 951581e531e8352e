package dev.assay.producer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Expectation;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one line asks for, as its format understands it and before it is checked.
 *
 * @param line number of its first line in the input, or of the record, from 1
 * @param customId the id that it states; null where it states none
 * @param body the request body's JSON, as given or as made
 * @param tree the same, parsed
 * @param expectation how the answer is to be scored
 * @param tags the platform's labels
 * @param deadline the deadline that it states; null where it states none
 * @param place where its values stand in the line
 */
record Draft(
        long line,
        @Nullable String customId,
        String body,
        ObjectNode tree,
        Expectation expectation,
        Map<String, String> tags,
        @Nullable Instant deadline,
        Place place) {

    /** Knows where a job's values stand in what it was read from. */
    interface Place {
        /**
         * A complaint about a value.
         *
         * @param pointer JSON pointer of the value in the job: {@code /custom_id}, {@code /deadline} or
         *     {@code /body/...}
         */
        BadLineException bad(String pointer, String reason);
    }
}
