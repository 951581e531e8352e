package dev.assay.cli.view;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.deadletters.LetterCounts;
import dev.assay.deadletters.LetterCounts.Part;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts of dead letters as JSON. */
public final class LetterCountsJson {
    private LetterCountsJson() {}

    public static ObjectNode of(LetterCounts counts) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("count", counts.count());
        json.put("damaged", counts.damaged());
        json.put("bytes", counts.bytes());
        json.put("oldest", text(counts.oldest()));
        json.put("newest", text(counts.newest()));
        put(json, "byStatus", counts.byState());
        put(json, "byStage", counts.byStage());
        put(json, "byAge", counts.byAge());
        put(json, "byKind", counts.by(Part.KIND));
        put(json, "byDisposition", counts.by(Part.DISPOSITION));
        put(json, "byTenant", counts.by(Part.TENANT));
        put(json, "byModel", counts.by(Part.MODEL));
        put(json, "byRun", counts.by(Part.RUN));
        return json;
    }

    /** Kinds and the names of people keep their letters; what this code calls by enums is written small. */
    private static void put(ObjectNode json, String name, Map<?, Long> counts) {
        ObjectNode node = json.putObject(name);
        counts.forEach((key, count) ->
                node.put(key instanceof Enum<?> word ? word.name().toLowerCase(Locale.ROOT) : key.toString(), count));
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }
}
