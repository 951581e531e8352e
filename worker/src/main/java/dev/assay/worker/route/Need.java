package dev.assay.worker.route;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.worker.failure.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** What a request asks of a model beyond text in and text out. */
public enum Need {
    TOOLS("tools"),
    JSON("json"),
    JSON_SCHEMA("json-schema"),
    IMAGES("images"),
    AUDIO("audio"),
    FILES("files"),
    LOGPROBS("logprobs");

    private final String label;

    Need(String label) {
        this.label = label;
    }

    /** What configurations call it. */
    public String label() {
        return label;
    }

    /**
     * @throws IllegalArgumentException naming the labels that there are
     */
    public static void requireLabel(String label) {
        if (Arrays.stream(values()).noneMatch(need -> need.label.equals(label))) {
            throw new IllegalArgumentException("capabilities: " + label + " (expected: any of "
                    + Arrays.stream(values()).map(Need::label).collect(Collectors.joining(", ")) + ")");
        }
    }

    /** The needs of a request body; none of what is no JSON object. */
    static Set<Need> of(String body) {
        EnumSet<Need> needs = EnumSet.noneOf(Need.class);
        Json.parse(body.getBytes(StandardCharsets.UTF_8)).ifPresent(request -> collect(request, needs));
        return needs;
    }

    private static void collect(JsonNode request, Set<Need> needs) {
        if (!request.path("tools").isEmpty() || !request.path("functions").isEmpty()) {
            needs.add(TOOLS);
        }
        switch (request.path("response_format").path("type").asText("")) {
            case "json_object" -> needs.add(JSON);
            case "json_schema" -> needs.add(JSON_SCHEMA);
            default -> {}
        }
        if (request.path("logprobs").asBoolean(false)) {
            needs.add(LOGPROBS);
        }
        for (JsonNode message : request.path("messages")) {
            for (JsonNode part : message.path("content")) {
                switch (part.path("type").asText("")) {
                    case "image_url" -> needs.add(IMAGES);
                    case "input_audio" -> needs.add(AUDIO);
                    case "file" -> needs.add(FILES);
                    default -> {}
                }
            }
        }
    }
}
