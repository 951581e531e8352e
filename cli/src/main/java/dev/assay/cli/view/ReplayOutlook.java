package dev.assay.cli.view;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.terminal.Figures;
import dev.assay.deadletters.FoundLetter;
import dev.assay.deadletters.LetterState;
import dev.assay.deadletters.Step;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a replay of a letter would do now.
 *
 * @param refusal why it would send nothing; null where it would send it
 * @param topic where it would be sent; null where it would not
 * @param generation the generation that it would get; 0 where it would not be sent
 * @param tokens tokens that it might cost
 */
public record ReplayOutlook(
        @Nullable String refusal, @Nullable String topic, int generation, long tokens) {
    /** @param step what the replay's plan says of it */
    public static ReplayOutlook of(FoundLetter found, Step step) {
        if (found.state() != LetterState.OPEN) {
            return new ReplayOutlook("it is " + found.state().name().toLowerCase(Locale.ROOT) + " already", null, 0, 0);
        }
        return switch (step) {
            case Step.Refused(var why, String message) -> new ReplayOutlook(why.meaning() + ": " + message, null, 0, 0);
            case Step.Write write -> new ReplayOutlook(null, write.topic(), write.generation(), write.tokens());
        };
    }

    /** In words. */
    public String text() {
        if (refusal != null) {
            return "would send nothing: " + refusal;
        }
        return "would send it to " + topic + " as generation " + generation
                + (tokens == 0 ? "" : ", up to " + Figures.counted(tokens, "token"));
    }

    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("refusal", refusal);
        json.put("topic", topic);
        json.put("generation", generation);
        json.put("tokens", tokens);
        return json;
    }
}
