package dev.assay.cli.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Fallback rates as JSON: {@code {from, to, byMillis, windows: [{lane, model, start, ...}], totals: [...]}}. */
public final class RateJson {
    private RateJson() {}

    public static ObjectNode of(Rates rates) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("from", rates.from().toString());
        object.put("to", rates.to().toString());
        object.put("byMillis", rates.by().toMillis());
        add(object.putArray("windows"), rates.rows());
        add(object.putArray("totals"), rates.totals());
        return object;
    }

    private static void add(ArrayNode array, List<Rates.Row> rows) {
        for (Rates.Row row : rows) {
            ObjectNode node = array.addObject();
            node.put("lane", row.lane());
            node.put("model", row.model());
            node.put("start", row.start().toString());
            node.put("answered", row.answered());
            node.put("fallback", row.fallbacks());
            node.put("rate", row.rate());
            ObjectNode reasons = node.putObject("reasons");
            row.reasons().forEach(reasons::put);
        }
    }
}
