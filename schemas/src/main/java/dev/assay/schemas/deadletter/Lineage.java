package dev.assay.schemas.deadletter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.topics.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The earlier lives of a replayed job, the first one first, as the header {@value HeaderNames#LINEAGE} carries them from
 * replay to replay: UTF-8 text, a JSON array with an object a life. Workers keep a record's headers when it dies again,
 * so a dead letter tells its whole history.
 */
public final class Lineage {
    /** Longest text of one change that is kept; the letter itself has the rest. */
    static final int EDIT_CHARS = 4_000;

    private static final JsonMapper MAPPER = new JsonMapper();

    private Lineage() {}

    /** The lives that headers tell of; none where there is no such header, or one that cannot be read. */
    public static List<Ancestor> read(Headers headers) {
        Header header = headers.lastHeader(HeaderNames.LINEAGE);
        if (header == null || header.value() == null) {
            return List.of();
        }
        try {
            List<Ancestor> lives = new ArrayList<>();
            for (JsonNode life : MAPPER.readTree(new String(header.value(), StandardCharsets.UTF_8))) {
                lives.add(ancestor(life));
            }
            return List.copyOf(lives);
        } catch (JsonProcessingException | DateTimeParseException e) {
            return List.of();
        }
    }

    /** Puts the lives into headers, in place of what they told before. */
    public static void write(List<Ancestor> lives, Headers headers) {
        ArrayNode array = MAPPER.createArrayNode();
        lives.forEach(life -> array.add(json(life)));
        headers.remove(HeaderNames.LINEAGE);
        headers.add(HeaderNames.LINEAGE, array.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** One life, as the header has it. */
    public static ObjectNode json(Ancestor life) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("letter", life.letter());
        node.put("generation", life.generation());
        node.put("kind", life.kind());
        node.put("disposition", life.disposition());
        node.put("message", Bounds.message(life.message()));
        node.put("model", life.model());
        node.put("attempts", life.attempts());
        node.put("diedAt", life.diedAt().toString());
        node.put("by", life.by());
        node.put("at", life.at().toString());
        node.put("reason", life.reason());
        node.set("edits", json(life.edits()));
        return node;
    }

    /** Changes, as the header and a mark have them. */
    public static ArrayNode json(List<Ancestor.Edit> edits) {
        ArrayNode array = MAPPER.createArrayNode();
        for (Ancestor.Edit edit : edits) {
            ObjectNode node = array.addObject();
            node.put("path", edit.path());
            node.put("from", bounded(edit.from()));
            node.put("to", bounded(edit.to()));
        }
        return array;
    }

    private static Ancestor ancestor(JsonNode life) {
        List<Ancestor.Edit> edits = new ArrayList<>();
        for (JsonNode edit : life.path("edits")) {
            edits.add(new Ancestor.Edit(edit.path("path").asText(), text(edit.path("from")), text(edit.path("to"))));
        }
        return new Ancestor(
                life.path("letter").asText(),
                life.path("generation").asInt(),
                life.path("kind").asText(),
                life.path("disposition").asText(),
                life.path("message").asText(),
                text(life.path("model")),
                life.path("attempts").asInt(),
                Instant.parse(life.path("diedAt").asText()),
                life.path("by").asText(),
                Instant.parse(life.path("at").asText()),
                life.path("reason").asText(),
                edits);
    }

    private static @Nullable String text(JsonNode node) {
        return node.isTextual() ? node.asText() : null;
    }

    private static @Nullable String bounded(@Nullable String text) {
        return text == null ? null : Bounds.cut(text, EDIT_CHARS);
    }
}
