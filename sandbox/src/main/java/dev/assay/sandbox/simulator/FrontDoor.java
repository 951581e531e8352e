package dev.assay.sandbox.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.sandbox.wire.Exchange;
import dev.assay.sandbox.wire.Headers;
import dev.assay.sandbox.wire.WireHandler;
import dev.assay.sandbox.wire.WireRequest;
import java.io.IOException;
import java.util.List;

/** Leads a request to who answers it. */
final class FrontDoor implements WireHandler {
    static final String SERVER = "assay-simulator";
    private static final String CHAT = "/v1/chat/completions";
    private static final String MODELS = "/v1/models";

    private final List<String> models;
    private final ApiKeys keys;
    private final ChatHandler chat;
    private final AdminHandler admin;

    FrontDoor(SimulatorSettings settings, ChatHandler chat, AdminHandler admin) {
        this.models = settings.models();
        this.keys = new ApiKeys(settings.apiKeys());
        this.chat = chat;
        this.admin = admin;
    }

    @Override
    public void handle(Exchange exchange) throws IOException, InterruptedException {
        WireRequest request = exchange.request();
        String path = request.path();
        if (path.startsWith(AdminHandler.PATH)) {
            admin.handle(exchange);
        } else if (path.equals(CHAT) && request.method().equals("POST")) {
            chat.handle(exchange);
        } else if (path.startsWith(MODELS) && request.method().equals("GET")) {
            models(exchange, path);
        } else {
            int status = path.equals(CHAT) || path.equals(MODELS) ? 405 : 404;
            send(
                    exchange,
                    CannedErrors.json(
                            status,
                            "No such thing here: " + request.method() + " " + path + " (expected: POST " + CHAT + ")",
                            "invalid_request_error",
                            null,
                            null));
        }
    }

    private void models(Exchange exchange, String path) throws IOException {
        if (!keys.knows(exchange.request().headers())) {
            send(exchange, CannedErrors.keyRefused());
        } else if (path.equals(MODELS)) {
            ObjectNode list = JsonNodeFactory.instance.objectNode().put("object", "list");
            ArrayNode data = list.putArray("data");
            models.forEach(model -> data.add(model(model)));
            send(exchange, new Fault.Canned(200, Headers.of("Content-Type", "application/json"), list.toString()));
        } else {
            String model = path.substring(MODELS.length() + 1);
            boolean known = models.contains(model);
            send(
                    exchange,
                    known
                            ? new Fault.Canned(
                                    200,
                                    Headers.of("Content-Type", "application/json"),
                                    model(model).toString())
                            : CannedErrors.modelGone(model));
        }
    }

    private static ObjectNode model(String name) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", name)
                .put("object", "model")
                .put("created", 0)
                .put("owned_by", SERVER);
    }

    private static void send(Exchange exchange, Fault.Canned answer) throws IOException {
        Headers headers = Headers.of("Server", SERVER).and(answer.headers());
        exchange.send(answer.status(), headers, answer.body().getBytes(UTF_8));
    }
}
