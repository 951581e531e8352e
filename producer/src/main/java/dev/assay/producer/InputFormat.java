package dev.assay.producer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The file formats that jobs are read from; {@code docs/job-files.md} shows each. */
public enum InputFormat {
    /** One OpenAI Batch request on each line. */
    OPENAI_BATCH("openai-batch"),
    /** One OpenAI evals sample on each line: {@code input} and {@code ideal}. */
    OPENAI_EVALS("openai-evals"),
    /** One object on each line with a prompt, or with fields for a template. */
    PROMPT_IDEAL("prompt-ideal"),
    /** RFC 4180 with a header row. */
    CSV("csv");

    private final String label;

    InputFormat(String label) {
        this.label = label;
    }

    /** Its name in options and in a run's manifest. */
    public String label() {
        return label;
    }

    /**
     * The format of that name.
     *
     * @throws IllegalArgumentException listing the names when there is none
     */
    public static InputFormat named(String label) {
        for (InputFormat format : values()) {
            if (format.label.equals(label.toLowerCase(Locale.ROOT))) {
                return format;
            }
        }
        String names = Arrays.stream(values()).map(InputFormat::label).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("format: " + label + " (expected: " + names + ")");
    }

    /**
     * Tells the format from the first line that is not blank.
     *
     * @throws BadLineException when the line is of none
     */
    static InputFormat of(String firstLine, ReadOptions options) throws BadLineException {
        String start = firstLine.stripLeading();
        if (start.startsWith("[")) {
            throw new BadLineException(
                    1, "a JSON array (expected: one object on each line; jq -c '.[]' makes lines of an array)");
        }
        if (!start.startsWith("{")) {
            return CSV;
        }
        ObjectNode first = JsonLine.parse(firstLine).root();
        if (first.has("body") || first.has("url") || first.has("method")) {
            return OPENAI_BATCH;
        }
        if (first.has("input") && options.promptField() == null && options.template() == null) {
            return OPENAI_EVALS;
        }
        if (options.template() != null || first.has(options.promptFieldIn(first::has))) {
            return PROMPT_IDEAL;
        }
        throw new BadLineException(
                1,
                "the format cannot be told from its fields " + String.join(", ", fieldNames(first))
                        + " (expected: body for OpenAI Batch, input for OpenAI evals, prompt or question for plain"
                        + " lines; otherwise name the prompt's field or give a template)");
    }

    private static Iterable<String> fieldNames(ObjectNode node) {
        return node.properties().stream().map(field -> field.getKey()).limit(10).toList();
    }
}
