package dev.assay.worker.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.TokenUsage;
import dev.assay.schemas.Unanswered;
import dev.assay.worker.failure.Classifier;
import dev.assay.worker.failure.Envelope;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.Json;
import dev.assay.worker.failure.ResponseHeaders;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a response means. A status of 200 is not success: the body must be a completion whose first choice ended
 * by itself and says something. A well-formed choice without text or tool call is the model's silence (EMPTY, not
 * scored); a body without choices is no answer of a model at all (BAD_RESPONSE).
 */
final class ReplyReader {
    /** What a response means, before its attempt is written down. */
    sealed interface Reading {
        record Answer(ModelResponse response) implements Reading {}

        record NoAnswer(Unanswered why, Failure failure, ModelResponse response) implements Reading {}

        record Trouble(Failure failure, ModelResponse response) implements Reading {}
    }

    private final Classifier failures;

    ReplyReader(Classifier failures) {
        this.failures = failures;
    }

    Reading read(String provider, int status, ResponseHeaders headers, byte[] body, Instant now) {
        if (status < 200 || status > 299) {
            Failure failure = failures.ofStatus(provider, status, headers, body, now);
            ModelResponse response = bare(status, headers, body);
            return failure.kind() == FailureKind.CONTENT_FILTERED
                    ? new Reading.NoAnswer(Unanswered.FILTERED, failure, response)
                    : new Reading.Trouble(failure, response);
        }
        Optional<JsonNode> root = Json.parse(body).filter(JsonNode::isObject);
        if (root.isEmpty()) {
            String what = body.length == 0 ? "empty" : "not a JSON object";
            return bad(provider, "the body is " + what + contentType(headers), status, headers, body);
        }
        JsonNode error = root.get().path("error");
        if (!error.isMissingNode() && !error.isNull()) {
            Envelope envelope = Envelope.of(root.get());
            return bad(provider, "an error under status " + status + ": " + envelope.message(), status, headers, body);
        }
        JsonNode choice = root.get().path("choices").path(0);
        JsonNode message = choice.path("message");
        if (!message.isObject()) {
            return bad(provider, "the body has no choice with a message", status, headers, body);
        }
        return judge(choice, message, completion(root.get(), choice, message, status, headers, body));
    }

    private Reading judge(JsonNode choice, JsonNode message, ModelResponse response) {
        String finish = text(choice.path("finish_reason"));
        if ("content_filter".equals(finish)) {
            return none(Unanswered.FILTERED, FailureKind.CONTENT_FILTERED, "finish_reason content_filter", response);
        }
        String refusal = text(message.path("refusal"));
        if (refusal != null && !refusal.isEmpty()) {
            return none(Unanswered.REFUSED, FailureKind.CONTENT_FILTERED, "refusal: " + refusal, response);
        }
        if ("length".equals(finish)) {
            return none(Unanswered.TRUNCATED, FailureKind.TRUNCATED, "finish_reason length", response);
        }
        if (response.answer() == null || response.answer().isEmpty()) {
            String words = "no text and no tool call, finish_reason " + finish;
            return none(Unanswered.EMPTY, FailureKind.BAD_RESPONSE, words, response);
        }
        return new Reading.Answer(response);
    }

    private Reading none(Unanswered why, FailureKind kind, String words, ModelResponse response) {
        return new Reading.NoAnswer(why, failures.of(kind, words), response);
    }

    private Reading bad(String provider, String why, int status, ResponseHeaders headers, byte[] body) {
        return new Reading.Trouble(failures.ofBody(provider, why, headers, body), bare(status, headers, body));
    }

    private static ModelResponse completion(
            JsonNode root, JsonNode choice, JsonNode message, int status, ResponseHeaders headers, byte[] body) {
        return new ModelResponse(
                status,
                ByteBuffer.wrap(body),
                requestId(headers),
                text(root.path("model")),
                answer(message),
                text(choice.path("finish_reason")),
                text(root.path("system_fingerprint")),
                usage(root.path("usage")));
    }

    private static ModelResponse bare(int status, ResponseHeaders headers, byte[] body) {
        return new ModelResponse(
                status, ByteBuffer.wrap(body), requestId(headers), null, null, null, null, usageOf(body));
    }

    /** Tokens that an error's body reports all the same: what is billed counts, whatever became of it. */
    private static @Nullable TokenUsage usageOf(byte[] body) {
        return Json.parse(body).map(root -> usage(root.path("usage"))).orElse(null);
    }

    private static @Nullable String answer(JsonNode message) {
        JsonNode content = message.path("content");
        String text = content.isArray() ? joined(content) : text(content);
        if (text != null && !text.isEmpty()) {
            return text;
        }
        for (String field : new String[] {"tool_calls", "function_call"}) {
            JsonNode calls = message.path(field);
            if (calls.isContainerNode() && !calls.isEmpty()) {
                return calls.toString();
            }
        }
        return text;
    }

    private static String joined(JsonNode parts) {
        StringBuilder text = new StringBuilder();
        for (JsonNode part : parts) {
            text.append(part.path("text").asText(""));
        }
        return text.toString();
    }

    private static @Nullable TokenUsage usage(JsonNode usage) {
        if (!usage.path("prompt_tokens").isNumber()
                && !usage.path("completion_tokens").isNumber()) {
            return null;
        }
        return TokenUsage.newBuilder()
                .setInput(count(usage.path("prompt_tokens")))
                .setCachedInput(count(usage.path("prompt_tokens_details").path("cached_tokens")))
                .setOutput(count(usage.path("completion_tokens")))
                .setReasoning(count(usage.path("completion_tokens_details").path("reasoning_tokens")))
                .build();
    }

    private static long count(JsonNode number) {
        return number.isNumber() ? Math.max(number.asLong(), 0) : 0;
    }

    private static @Nullable String requestId(ResponseHeaders headers) {
        return headers.first("x-request-id")
                .or(() -> headers.first("request-id"))
                .or(() -> headers.first("apim-request-id"))
                .orElse(null);
    }

    private static String contentType(ResponseHeaders headers) {
        return headers.first("content-type").map(type -> " (" + type + ")").orElse("");
    }

    private static @Nullable String text(JsonNode node) {
        return node.isTextual() ? node.asText() : null;
    }
}
