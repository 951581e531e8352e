package dev.assay.worker.alert;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that a person must hear of once.
 *
 * @param event what happened, one of {@link Alerts}' events
 * @param account label of the account
 * @param model the model that was asked; null where it is not known
 * @param kind kind of failure; null where it is none
 * @param rule the failure rule that decided; null where none did
 * @param message in words, redacted
 * @param by the worker that found out
 * @param at when
 */
record Alert(
        String event,
        String account,
        @Nullable String model,
        @Nullable String kind,
        @Nullable String rule,
        String message,
        String by,
        Instant at) {
    /** The body of the webhook's request: the fields, and where to read what to do. */
    byte[] json(@Nullable String runbook) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("event", event);
        body.put("account", account);
        put(body, "model", model);
        put(body, "kind", kind);
        put(body, "rule", rule);
        body.put("message", message);
        body.put("by", by);
        body.put("at", at.toString());
        put(body, "runbook", runbook);
        return body.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    private static void put(ObjectNode body, String name, @Nullable String value) {
        if (value != null) {
            body.put(name, value);
        }
    }
}
