package dev.assay.cli.drill;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.schemas.RecordJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes what a row was judged by, one JSON object a line, so that a verdict can be looked into. */
final class EvidenceFile {
    private EvidenceFile() {}

    static void write(Evidence evidence, Path file) throws IOException {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            evidence.calls().forEach((role, calls) -> calls.forEach(call -> out.println(json(role, call))));
            evidence.results().forEach(result -> out.println(line("result", RecordJson.of(result))));
            evidence.letters().forEach(letter -> out.println(line("deadLetter", RecordJson.of(letter))));
            evidence.scores().forEach(score -> out.println(line("score", RecordJson.of(score))));
            evidence.moments()
                    .forEach((name, nanos) -> out.println(line(
                            "moment",
                            JsonNodeFactory.instance
                                    .objectNode()
                                    .put("name", name)
                                    .put("nanos", nanos))));
            if (out.checkError()) {
                throw new IOException("cannot write " + file);
            }
        }
    }

    private static ObjectNode line(String kind, ObjectNode content) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.set(kind, content);
        return line;
    }

    private static ObjectNode json(String role, CallRecord call) {
        return line(
                "call",
                JsonNodeFactory.instance
                        .objectNode()
                        .put("provider", role)
                        .put("number", call.number())
                        .put("arrivedAt", call.arrivedAt().toString())
                        .put("arrivedNanos", call.arrivedNanos())
                        .put("durationNanos", call.durationNanos())
                        .put("connection", call.connection())
                        .put("model", call.model())
                        .put("stream", call.stream())
                        .put("idempotencyKey", call.idempotencyKey())
                        .put("status", call.status())
                        .put("fault", call.fault())
                        .put("disconnected", call.disconnected()));
    }
}
