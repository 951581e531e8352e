package dev.assay.sandbox.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.sandbox.wire.Headers;

/** An answer in one piece. */
record Payload(int status, Headers headers, String body) {
    private static final Headers JSON = Headers.of("Content-Type", "application/json");
    private static final Headers HTML = Headers.of("Content-Type", "text/html; charset=utf-8");

    static Payload of(Fault.Canned canned) {
        return new Payload(canned.status(), canned.headers(), canned.body());
    }

    static Payload of(Completion completion) {
        return json(CompletionJson.whole(completion).toString());
    }

    /** A 200 whose body is not what a client expects. */
    static Payload spoiled(Fault.Body how, Completion completion) {
        return switch (how) {
            case MALFORMED_JSON -> {
                String whole = of(completion).body();
                yield json(whole.substring(0, whole.length() * 3 / 4));
            }
            case HTML ->
                new Payload(
                        200,
                        HTML,
                        CannedErrors.html(200, "Sign in to the network").body());
            case EMPTY -> json("");
            case NULL -> json("null");
            case ERROR_OBJECT -> json(upstreamError());
            case EMPTY_CHOICES -> {
                ObjectNode body = CompletionJson.whole(completion);
                body.putArray("choices");
                yield json(body.toString());
            }
            case NULL_CHOICES ->
                json(CompletionJson.whole(completion).putNull("choices").toString());
            case NO_DONE, DONE_ONLY -> of(completion);
        };
    }

    static String upstreamError() {
        return CannedErrors.envelope(
                "The upstream provider answered with an error.", "server_error", null, "upstream_failure");
    }

    private static Payload json(String body) {
        return new Payload(200, JSON, body);
    }
}
