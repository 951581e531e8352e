package dev.assay.sandbox.simulator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.sandbox.wire.Headers;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Error answers in the shapes that providers and the gateways before them use; the words are the simulator's. */
final class CannedErrors {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Headers JSON_TYPE = Headers.of("Content-Type", "application/json");
    private static final Headers HTML_TYPE = Headers.of("Content-Type", "text/html");

    private CannedErrors() {}

    /** The usual envelope; null stands as null in it. */
    static String envelope(String message, @Nullable String type, @Nullable String param, @Nullable String code) {
        ObjectNode body = JSON.objectNode();
        body.putObject("error")
                .put("message", message)
                .put("type", type)
                .put("param", param)
                .put("code", code);
        return body.toString();
    }

    static Fault.Canned json(int status, String message, String type, @Nullable String param, @Nullable String code) {
        return new Fault.Canned(status, JSON_TYPE, envelope(message, type, param, code));
    }

    /** A plausible body for any status. */
    static Fault.Canned ofStatus(int status) {
        return switch (status) {
            case 400 -> json(400, "The request cannot be served as it is.", "invalid_request_error", null, null);
            case 401 -> keyRefused();
            case 402 -> json(402, "The balance of this account is used up.", "billing_error", null, null);
            case 403 -> json(403, "This key may not use this resource.", "permission_error", null, null);
            case 404 -> modelGone("the-model");
            case 410 -> json(410, "This model was decommissioned.", "invalid_request_error", "model", "model_retired");
            case 429 -> rateLimit("requests", Duration.ofSeconds(2), Hint.ALL);
            case 502 -> html(502, "Bad Gateway");
            case 503 -> unavailable();
            case 504 -> html(504, "Gateway Timeout");
            case 520, 521, 522, 523, 524 -> html(status, "The origin web server did not answer");
            case 529 -> overloaded();
            default -> json(status, "The simulated server failed.", "server_error", null, "simulated_failure");
        };
    }

    static Fault.Canned badRequest(String message, String param) {
        return json(400, message, "invalid_request_error", param.isEmpty() ? null : param, null);
    }

    static Fault.Canned keyRefused() {
        return json(401, "This API key is not known here.", "invalid_request_error", null, "invalid_api_key");
    }

    static Fault.Canned modelGone(String model) {
        return json(
                404,
                "There is no model named `" + model + "`, or this key may not use it.",
                "invalid_request_error",
                null,
                "model_not_found");
    }

    static Fault.Canned unavailable() {
        Fault.Canned plain =
                json(503, "The engine has no capacity at this moment.", "service_unavailable", null, "overloaded");
        return new Fault.Canned(503, plain.headers().with("Retry-After", "0"), plain.body());
    }

    static Fault.Canned overloaded() {
        ObjectNode body = JSON.objectNode().put("type", "error");
        body.putObject("error").put("type", "overloaded_error").put("message", "Overloaded (simulated)");
        return new Fault.Canned(529, JSON_TYPE, body.toString());
    }

    static Fault.Canned contentFilter() {
        ObjectNode body = JSON.objectNode();
        ObjectNode error = body.putObject("error")
                .put("message", "The prompt was stopped by the simulated content policy.")
                .putNull("type")
                .put("param", "prompt")
                .put("code", "content_filter")
                .put("status", 400);
        ObjectNode inner = error.putObject("innererror").put("code", "ResponsibleAIPolicyViolation");
        inner.putObject("content_filter_result")
                .putObject("violence")
                .put("filtered", true)
                .put("severity", "medium");
        return new Fault.Canned(400, JSON_TYPE, body.toString());
    }

    static Fault.Canned html(int status, String title) {
        String page = "<html>\r\n<head><title>" + status + " " + title + "</title></head>\r\n<body>\r\n<h1>" + title
                + "</h1>\r\n<hr>assay-simulator\r\n</body>\r\n</html>\r\n";
        return new Fault.Canned(status, HTML_TYPE, page);
    }

    /** Where a 429 says how long to wait. */
    enum Hint {
        ALL,
        PROSE_ONLY,
        NONE
    }

    /** A 429 of a minute's limit on {@code requests} or {@code tokens}. */
    static Fault.Canned rateLimit(String what, Duration wait, Hint hint) {
        String numbers = what.equals("tokens")
                ? "tokens per minute (TPM), Limit 1000000, Used 999900, Requested 500."
                : "requests per minute (RPM), Limit 10000, Used 10000, Requested 1.";
        String message = "Too many " + what + " for this account: " + numbers
                + (hint == Hint.NONE ? "" : " Please try again in " + prose(wait) + ".");
        return rateLimited(message, what, hint == Hint.ALL ? wait : Duration.ZERO);
    }

    /** A 429 with the given words; the headers name the wait unless it is zero. */
    static Fault.Canned rateLimited(String message, String type, Duration wait) {
        Fault.Canned plain = json(429, message, type, null, "rate_limit_exceeded");
        return wait.isZero() ? plain : new Fault.Canned(429, plain.headers().and(waitHeaders(wait)), plain.body());
    }

    /** {@code retry-after} in whole seconds and {@code retry-after-ms}, both rounded up. */
    static Headers waitHeaders(Duration wait) {
        long millis = millis(wait);
        return Headers.of(
                "retry-after", String.valueOf((millis + 999) / 1_000), "retry-after-ms", String.valueOf(millis));
    }

    private static long millis(Duration wait) {
        return (wait.toNanos() + 999_999) / 1_000_000;
    }

    /** A duration as providers write it: {@code 174ms}, {@code 1.5s}, {@code 6m0s}. */
    static String prose(Duration wait) {
        long millis = Math.max(1, millis(wait));
        if (millis < 1_000) {
            return millis + "ms";
        }
        String seconds =
                String.format(Locale.ROOT, "%.3f", millis % 60_000 / 1000.0).replaceAll("\\.?0+$", "");
        long minutes = millis / 60_000;
        if (minutes == 0) {
            return seconds + "s";
        }
        return minutes < 60 ? minutes + "m" + seconds + "s" : minutes / 60 + "h" + minutes % 60 + "m" + seconds + "s";
    }
}
