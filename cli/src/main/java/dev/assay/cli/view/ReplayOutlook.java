package dev.assay.cli.view;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.deadletters.Content;
import dev.assay.deadletters.FoundLetter;
import dev.assay.deadletters.LetterState;
import dev.assay.deadletters.Stage;
import dev.assay.schemas.Job;
import dev.assay.schemas.topics.Topics;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a replay of a letter would do now.
 *
 * @param refusal why it would send nothing; null where it would send it
 * @param topic where it would be sent; null where that is not known
 * @param generation the generation that it would get
 * @param deadline the deadline that it would get; null where it has none
 */
public record ReplayOutlook(
        @Nullable String refusal,
        @Nullable String topic,
        int generation,
        @Nullable Instant deadline) {
    private static final int MOST_GENERATIONS = 3;

    public static ReplayOutlook of(FoundLetter found, Content content, Topics topics, Instant now) {
        int generation = found.letter().generation() + 1;
        String refusal = refusal(found, content, generation);
        return switch (content) {
            case Content.OfJob(Job job)
            when found.letter().id().stage() == Stage.JOBS -> {
                int next = Math.max(generation, job.getGeneration() + 1);
                String topic = topics.prefix() + ".jobs." + job.getLane();
                yield new ReplayOutlook(refusal(found, content, next), topic, next, deadline(job, now));
            }
            case Content.OfJob unused -> new ReplayOutlook(refusal, topics.results(), generation, null);
            case Content.OfResult unused -> new ReplayOutlook(refusal, topics.results(), generation, null);
            case Content.Unreadable unused -> new ReplayOutlook(refusal, null, generation, null);
        };
    }

    /** As much time as it had at first; null where its times are none that can be counted with. */
    private static @Nullable Instant deadline(Job job, Instant now) {
        try {
            return now.plus(Duration.between(job.getEnqueuedAt(), job.getDeadline()));
        } catch (ArithmeticException | DateTimeException e) {
            return null;
        }
    }

    private static @Nullable String refusal(FoundLetter found, Content content, int generation) {
        if (found.state() != LetterState.OPEN) {
            return "it is " + found.state().name().toLowerCase(Locale.ROOT) + " already";
        }
        boolean isJob = content instanceof Content.OfJob;
        if (found.letter().id().stage() == Stage.JOBS && !isJob) {
            return "its bytes are no job: export it, mend it, import it";
        }
        return generation > MOST_GENERATIONS
                ? "it would be generation " + generation + " (most: " + MOST_GENERATIONS
                        + "); --force sends it all the same"
                : null;
    }

    /** In words. */
    public String text() {
        if (refusal != null) {
            return "would send nothing: " + refusal;
        }
        return "would send it to " + (topic == null ? "its topic" : topic) + " as generation " + generation
                + (deadline == null ? "" : ", due " + deadline);
    }

    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("refusal", refusal);
        json.put("topic", topic);
        json.put("generation", generation);
        json.put("deadline", deadline == null ? null : deadline.toString());
        return json;
    }
}
