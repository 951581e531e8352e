package dev.assay.cli.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.view.LetterJson;
import dev.assay.cli.view.Printable;
import dev.assay.cli.view.RecordJson;
import dev.assay.deadletters.Content;
import dev.assay.deadletters.FoundLetter;
import dev.assay.deadletters.Letter;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Job;
import dev.assay.schemas.deadletter.Lineage;
import java.util.Base64;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter as one line of an exported file. {@code key}, {@code value} and {@code headers} bring it back byte for
 * byte: base64, and of headers a list of name and value in their order, each value a text where it is UTF-8, else {@code
 * {"base64": ...}}, and null where it is none. {@code job} and {@code body} are the same job to be read and edited, null
 * where the bytes are none. {@code error} is what the headers say.
 */
public final class LetterLine {
    /** Numbers stay as they are written, whatever their size. */
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private LetterLine() {}

    public static ObjectNode of(FoundLetter found, Content content) {
        Letter letter = found.letter();
        ObjectNode line = LetterJson.head(found);
        line.put("key", base64(letter.key()));
        line.put("value", base64(letter.value()));
        ArrayNode headers = line.putArray("headers");
        for (Header header : letter.headers()) {
            headers.addArray().add(header.key()).add(header(header.value()));
        }
        line.set("error", letter.told().<JsonNode>map(LetterLine::error).orElseGet(MAPPER::nullNode));
        ArrayNode lineage = line.putArray("lineage");
        letter.lineage().forEach(life -> lineage.add(Lineage.json(life)));
        line.set("mark", LetterJson.mark(found.mark()));
        switch (content) {
            case Content.OfJob(Job job) -> {
                ObjectNode fields = RecordJson.of(job);
                fields.remove("body");
                line.set("job", fields);
                line.set("body", body(job));
                line.putNull("unreadable");
            }
            case Content.OfResult(var result) -> {
                line.putNull("job");
                line.putNull("body");
                line.set("result", RecordJson.of(result));
                line.putNull("unreadable");
            }
            case Content.Unreadable(String why) -> {
                line.putNull("job");
                line.putNull("body");
                line.put("unreadable", why);
            }
        }
        return line;
    }

    /** The request as JSON; as a text where it is none. */
    public static JsonNode body(Job job) {
        try {
            return MAPPER.readTree(job.getBody());
        } catch (JsonProcessingException e) {
            return MAPPER.getNodeFactory().textNode(job.getBody());
        }
    }

    /** What the headers say, the attempts' evidence as the list that it is. */
    private static ObjectNode error(DeadLetter told) {
        ObjectNode error = RecordJson.of(told);
        String evidence = told.getEvidence();
        if (evidence != null) {
            try {
                error.set("evidence", MAPPER.readTree(evidence));
            } catch (JsonProcessingException e) {
                // It stays the text that it is.
                error.put("evidence", evidence);
            }
        }
        return error;
    }

    private static JsonNode header(byte @Nullable [] value) {
        if (value == null) {
            return MAPPER.nullNode();
        }
        Optional<String> text = Printable.utf8(value);
        return text.isPresent()
                ? MAPPER.getNodeFactory().textNode(text.get())
                : MAPPER.createObjectNode().put("base64", base64(value));
    }

    private static @Nullable String base64(byte @Nullable [] bytes) {
        return bytes == null ? null : Base64.getEncoder().encodeToString(bytes);
    }
}
