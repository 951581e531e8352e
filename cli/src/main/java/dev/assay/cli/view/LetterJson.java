package dev.assay.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.deadletters.FoundLetter;
import dev.assay.deadletters.Letter;
import dev.assay.schemas.DeadLetterMark;
import dev.assay.schemas.RecordJson;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A dead letter as JSON: what its headers say, under the names of their fields, and how it stands. */
public final class LetterJson {
    private LetterJson() {}

    /** In short: without the attempts' evidence, which {@code show} has. */
    public static ObjectNode of(FoundLetter found) {
        ObjectNode json = head(found);
        found.letter().told().ifPresent(told -> {
            ObjectNode said = RecordJson.of(told);
            said.remove("evidence");
            json.setAll(said);
        });
        json.put("generation", found.letter().generation());
        byte[] value = found.letter().value();
        json.put("bytes", value == null ? null : value.length);
        json.set("mark", mark(found.mark()));
        return json;
    }

    /** Which it is, how it stands, and what is wrong with it. */
    public static ObjectNode head(FoundLetter found) {
        Letter letter = found.letter();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", letter.id().toString());
        json.put("status", found.state().name().toLowerCase(Locale.ROOT));
        json.put("at", letter.at().toString());
        json.put("damaged", letter.told().isEmpty());
        ArrayNode problems = json.putArray("problems");
        letter.problems().forEach(problems::add);
        return json;
    }

    /** Null where there is no mark. */
    public static JsonNode mark(@Nullable DeadLetterMark mark) {
        return mark == null ? JsonNodeFactory.instance.nullNode() : RecordJson.of(mark);
    }
}
