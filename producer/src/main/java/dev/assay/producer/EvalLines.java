package dev.assay.producer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** OpenAI evals samples: {@code input} (messages, or one prompt) and {@code ideal} (one accepted answer, or several). */
final class EvalLines implements LineFormat {
    private static final List<String> PLACES = List.of("", "/metadata");

    private final ExpectationReader expectations;
    private final MadeBody bodies;
    private final ReadOptions options;

    EvalLines(Scoring scoring, ReadOptions options) {
        expectations = new ExpectationReader(scoring, options.idealField() == null ? "ideal" : options.idealField());
        bodies = new MadeBody(options);
        this.options = options;
    }

    @Override
    public Draft read(Line.Text text) throws BadLineException {
        JsonLine line = JsonLine.parse(text.text());
        JsonNode input = line.get("input");
        String body = switch (input.getNodeType()) {
            case STRING -> bodies.ofPrompt(input.textValue());
            case ARRAY -> {
                if (input.isEmpty()) {
                    throw line.bad("/input", "an empty array (expected: messages, or a string)");
                }
                yield bodies.ofMessages(line.raw("input"));
            }
            case MISSING -> throw line.bad("/input", "missing (expected: messages, or a string)");
            case BINARY, BOOLEAN, NULL, NUMBER, OBJECT, POJO ->
                throw line.bad("/input", JsonLine.kind(input) + " (expected: messages, or a string)");
        };
        boolean isPrompt = input.isTextual();
        String idField = options.idFieldIn(line.root()::has);
        return new Draft(
                text.number(),
                PromptLines.id(line, idField),
                body,
                JsonLine.parse(body).root(),
                expectations.read(line, PLACES),
                BatchLines.tags(line, expectations),
                BatchLines.deadline(line),
                (pointer, reason) -> switch (pointer) {
                    case "/custom_id" -> line.bad(JsonLine.child("", idField), reason);
                    case "/deadline" -> line.bad(pointer, reason);
                    default -> line.bad(isPrompt ? "/input" : "/input" + ofMessages(pointer), reason);
                });
    }

    /** What a pointer into the body says about the messages, which are all of the body that the line holds. */
    private String ofMessages(String pointer) {
        String messages = "/body/messages";
        if (!pointer.startsWith(messages + "/") || options.system() != null) {
            return "";
        }
        return pointer.substring(messages.length());
    }
}
