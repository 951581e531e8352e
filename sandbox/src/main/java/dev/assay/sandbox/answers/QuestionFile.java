package dev.assay.sandbox.answers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads questions from JSON lines, each of one of these shapes: {@code {"question", "answer"}} (the right answer
 * behind the last {@code ####}, or all of it), {@code {"prompt", "ideal"}}, {@code {"input", "ideal"}} with a text or
 * chat messages as input, and an OpenAI batch line with {@code body.messages} whose right answer is {@code ideal},
 * {@code expected} or the first target of an {@code expectation}, beside the body or in {@code metadata}. An
 * {@code ideal} may be a list of right answers.
 */
final class QuestionFile {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();
    private static final String MARKER = "####";
    private static final List<String> RIGHT_NAMES = List.of("ideal", "expected", "answer");

    private QuestionFile() {}

    static List<Question> read(Path file) {
        List<Question> questions = new ArrayList<>();
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!line.isBlank()) {
                    questions.add(question(file + ":" + number, line));
                }
            }
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(file + ": no such file", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + ": cannot be read: " + e.getMessage(), e);
        }
        return questions;
    }

    private static Question question(String where, String line) {
        try {
            JsonNode node = MAPPER.readTree(line);
            String prompt = prompt(node);
            List<String> right = right(node);
            if (prompt == null) {
                throw new IllegalArgumentException(
                        "no prompt (expected: question, prompt, input, messages or body.messages)");
            }
            if (right.isEmpty()) {
                throw new IllegalArgumentException("no right answer (expected: answer, ideal or expected)");
            }
            String first = right.getFirst();
            int marker = first.lastIndexOf(MARKER);
            if (marker < 0) {
                return new Question(prompt, first, right, Question.Style.PLAIN);
            }
            String marked = first.substring(marker + MARKER.length());
            return new Question(prompt, marked, List.of(), Question.Style.MARKED);
        } catch (JsonProcessingException e) {
            long column = e.getLocation() == null ? 1 : e.getLocation().getColumnNr();
            throw new IllegalArgumentException(where + ":" + column + ": no JSON: " + e.getOriginalMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
    }

    private static @Nullable String prompt(JsonNode node) {
        for (String name : List.of("question", "prompt", "input")) {
            JsonNode value = node.path(name);
            if (value.isTextual()) {
                return value.textValue();
            }
            if (value.isArray()) {
                return UserMessage.last(value);
            }
        }
        JsonNode messages = node.has("messages") ? node.path("messages") : node.at("/body/messages");
        return messages.isArray() ? UserMessage.last(messages) : null;
    }

    private static List<String> right(JsonNode node) throws JsonProcessingException {
        for (JsonNode place : List.of(node, node.path("metadata"), node.at("/body/metadata"))) {
            for (String name : RIGHT_NAMES) {
                List<String> stated = texts(place.path(name));
                if (!stated.isEmpty()) {
                    return stated;
                }
            }
            List<String> expected = expected(place.path("expectation"));
            if (!expected.isEmpty()) {
                return expected;
            }
        }
        return List.of();
    }

    /** Targets of the first scorer; in metadata, which holds strings only, an expectation is JSON in a string. */
    private static List<String> expected(JsonNode expectation) throws JsonProcessingException {
        JsonNode stated = expectation.isTextual() ? MAPPER.readTree(expectation.textValue()) : expectation;
        JsonNode scorer = stated.has("scorers") ? stated.path("scorers").path(0) : stated;
        return texts(scorer.has("targets") ? scorer.path("targets") : scorer.path("ideal"));
    }

    private static List<String> texts(JsonNode value) {
        if (value.isArray()) {
            List<String> several = new ArrayList<>();
            value.forEach(one -> several.add(one.asText()));
            return several;
        }
        return value.isValueNode() && !value.isNull() ? List.of(value.asText()) : List.of();
    }
}
