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

    /** Longest header, in bytes: a job has to fit its topic with it, however often it is sent again. */
    static final int MAX_BYTES = 64 * 1024;

    /** What is kept of each text of an old life where all of them would be too long. */
    private static final int SHORT_CHARS = 100;

    private static final int SHORT_EDITS = 20;
    private static final int REASON_CHARS = 500;

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

    /**
     * Puts the lives into headers, in place of what they told before. Where they are too long together, texts of the
     * oldest ones are cut, and the oldest ones left out where even that is too long.
     */
    public static void write(List<Ancestor> lives, Headers headers) {
        List<ObjectNode> nodes = new ArrayList<>();
        long size = 2;
        for (Ancestor life : lives) {
            nodes.add(json(life));
            size += size(nodes.getLast());
        }
        for (int i = 0; i < nodes.size() && size > MAX_BYTES; i++) {
            size -= size(nodes.get(i));
            nodes.set(i, json(shortened(lives.get(i))));
            size += size(nodes.get(i));
        }
        while (size > MAX_BYTES) {
            size -= size(nodes.removeFirst());
        }
        ArrayNode array = MAPPER.createArrayNode().addAll(nodes);
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
        node.put("reason", Bounds.cut(life.reason(), REASON_CHARS));
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

    private static Ancestor shortened(Ancestor life) {
        List<Ancestor.Edit> edits = life.edits().stream()
                .limit(SHORT_EDITS)
                .map(edit -> new Ancestor.Edit(
                        Bounds.cut(edit.path(), SHORT_CHARS), shortened(edit.from()), shortened(edit.to())))
                .toList();
        return new Ancestor(
                life.letter(),
                life.generation(),
                life.kind(),
                life.disposition(),
                Bounds.cut(life.message(), SHORT_CHARS),
                life.model(),
                life.attempts(),
                life.diedAt(),
                life.by(),
                life.at(),
                Bounds.cut(life.reason(), SHORT_CHARS),
                edits);
    }

    private static @Nullable String shortened(@Nullable String text) {
        return text == null ? null : Bounds.cut(text, SHORT_CHARS);
    }

    /** Bytes of a life in the array, its comma reckoned in. */
    private static int size(ObjectNode life) {
        return life.toString().getBytes(StandardCharsets.UTF_8).length + 1;
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
