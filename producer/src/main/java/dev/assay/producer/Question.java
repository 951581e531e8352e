package dev.assay.producer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Expectation;
import dev.assay.schemas.ScorerNames;
import org.jspecify.annotations.Nullable;

/** What a request asks: the text of its last user message, which a judge of the answer has to know. */
final class Question {
    private Question() {}

    /** The expectation with the question in it where one of its scorers asks a judge; a question that is there stays. */
    static Expectation forJudges(Expectation expectation, JsonNode body) {
        boolean isJudged =
                expectation.getScorers().stream().anyMatch(use -> ScorerNames.JUDGES.contains(use.getScorer()));
        return isJudged && expectation.getQuestion() == null
                ? Expectation.newBuilder(expectation).setQuestion(of(body)).build()
                : expectation;
    }

    /** Null where there is no such message, or no text in it. */
    static @Nullable String of(JsonNode body) {
        JsonNode messages = body.path("messages");
        for (int i = messages.size() - 1; i >= 0; i--) {
            JsonNode message = messages.path(i);
            if (message.path("role").asText().equals("user")) {
                String text = text(message.path("content"));
                return text.isBlank() ? null : text;
            }
        }
        return null;
    }

    /** A part that is no text, such as an image, is named: the judge should know that there was one. */
    private static String text(JsonNode content) {
        if (!content.isArray()) {
            return content.asText();
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode part : content) {
            text.append(part.path("text").asText("[" + part.path("type").asText() + "]"));
        }
        return text.toString();
    }
}
