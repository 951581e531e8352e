package dev.assay.cli.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.read.RunView;
import dev.assay.schemas.RecordJson;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** A run as JSON: {@code {runId, state, enqueued, finished, inFlight, manifest, progress, summary, scoreSets}}. */
public final class RunJson {
    private RunJson() {}

    public static ObjectNode of(RunView run) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("runId", run.runId());
        object.put("state", run.state().name());
        object.put("enqueued", run.enqueued());
        object.put("finished", run.finished());
        object.put("inFlight", run.enqueued() - run.finished());
        put(object, "manifest", run.manifest());
        put(object, "progress", run.progress());
        put(object, "summary", run.summary());
        ArrayNode sets = object.putArray("scoreSets");
        run.scoreSets().forEach(set -> sets.add(RecordJson.of(set)));
        return object;
    }

    private static void put(ObjectNode object, String name, @Nullable SpecificRecord part) {
        if (part == null) {
            object.putNull(name);
        } else {
            object.set(name, RecordJson.of(part));
        }
    }
}
