package dev.assay.producer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plain lines: an object with a prompt and, where the answer is to be scored, an ideal; or with any fields and a
 * template that makes the prompt of them. Which fields is settled by the options and the first line, for all lines.
 */
final class PromptLines implements LineFormat {
    private static final List<String> PLACES = List.of("", "/metadata");

    private final ExpectationReader expectations;
    private final MadeBody bodies;
    private final @Nullable Template template;
    private final String promptField;
    private final String idField;

    /**
     * @param first the first line, which decides between usual names of fields
     */
    PromptLines(Scoring scoring, ReadOptions options, JsonNode first) {
        expectations = new ExpectationReader(scoring, options.idealFieldIn(first::has));
        bodies = new MadeBody(options);
        template = options.template() == null ? null : Template.parse(options.template());
        promptField = options.promptFieldIn(first::has);
        idField = options.idFieldIn(first::has);
    }

    @Override
    public Draft read(Line.Text text) throws BadLineException {
        JsonLine line = JsonLine.parse(text.text());
        String body = bodies.ofPrompt(template == null ? field(line, promptField) : filled(line, template));
        return new Draft(
                text.number(),
                id(line, idField),
                body,
                JsonLine.parse(body).root(),
                expectations.read(line, PLACES),
                BatchLines.tags(line, expectations),
                BatchLines.deadline(line),
                (pointer, reason) -> switch (pointer) {
                    case "/custom_id" -> line.bad(JsonLine.child("", idField), reason);
                    case "/deadline" -> line.bad(pointer, reason);
                    default -> line.bad(template == null ? JsonLine.child("", promptField) : "", reason);
                });
    }

    /** The id that a field states; null where the line has no such field. */
    static @Nullable String id(JsonLine line, String field) throws BadLineException {
        JsonNode id = line.get(field);
        if (id.isMissingNode()) {
            return null;
        }
        if (!id.isTextual() && !id.isIntegralNumber()) {
            throw line.bad(JsonLine.child("", field), JsonLine.kind(id) + " (expected: a string or a whole number)");
        }
        return id.asText();
    }

    private static String filled(JsonLine line, Template template) throws BadLineException {
        for (String name : template.fields()) {
            field(line, name);
        }
        return template.fill(name -> text(line, name));
    }

    private static String field(JsonLine line, String name) throws BadLineException {
        JsonNode value = line.get(name);
        if (value.isMissingNode() || value.isNull()) {
            throw line.bad(
                    JsonLine.child("", name),
                    (value.isNull() ? "null" : "missing") + " (expected: what the prompt is made from)");
        }
        return text(line, name);
    }

    private static String text(JsonLine line, String name) {
        JsonNode value = line.get(name);
        return value.isTextual() ? value.textValue() : line.rawText(JsonLine.child("", name));
    }
}
