package dev.assay.deadletters;

import dev.assay.schemas.deadletter.Ancestor;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** What is to be done about one dead letter. */
public sealed interface Step {
    /** Nothing. */
    record Refused(Refusal why, String message) implements Step {}

    /**
     * Records are written, all in one transaction.
     *
     * @param topic where the letter goes
     * @param lane the lane of that topic, whose bound holds; null for another topic
     * @param tenant whose job it is
     * @param generation its generation then
     * @param inputTokens estimated input tokens; 0 for what is no job
     * @param maxOutputTokens the cap on output tokens; 0 where there is none
     * @param edits what is changed before
     * @param records makes the records at the moment of sending: the letter's first, whose partition is chosen later
     *     where it goes to a lane
     */
    record Write(
            String topic,
            @Nullable String lane,
            String tenant,
            int generation,
            long inputTokens,
            long maxOutputTokens,
            List<Ancestor.Edit> edits,
            Function<Instant, List<ProducerRecord<byte[], byte[]>>> records)
            implements Step {
        public Write {
            edits = List.copyOf(edits);
        }

        /** Tokens that it may cost. */
        public long tokens() {
            return inputTokens + maxOutputTokens;
        }
    }
}
