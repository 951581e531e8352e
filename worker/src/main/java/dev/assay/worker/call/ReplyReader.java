package dev.assay.worker.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.TokenUsage;
import dev.assay.schemas.Unanswered;
import dev.assay.worker.failure.BodyTooLargeException;
import dev.assay.worker.failure.Classifier;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.Json;
import dev.assay.worker.failure.ResponseHeaders;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
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

    /** How providers say that the filter, a failure of their own, or the token limit ended an answer. */
    private static final Set<String> FILTERED = Set.of("content_filter", "sensitive", "safety", "prohibited_content");

    private static final Set<String> FAILED =
            Set.of("error", "network_error", "abort", "aborted", "cancelled", "insufficient_system_resource");
    private static final Set<String> CUT =
            Set.of("length", "max_tokens", "model_length", "model_context_window_exceeded", "repetition_truncation");

    private static final int LONGEST_NAME = 200;

    private final Classifier failures;

    ReplyReader(Classifier failures) {
        this.failures = failures;
    }

    /** Reads a response that arrived whole. */
    Reading read(String provider, int status, ResponseHeaders headers, byte[] body, Instant now) {
        if (status < 200 || status > 299) {
            Failure failure = failures.ofStatus(provider, status, headers, body, now);
            return trouble(failure, bare(status, headers, body));
        }
        Optional<JsonNode> root = Json.parse(body);
        if (root.isEmpty() && EventDecoder.isStream(body)) {
            StreamedAnswer stream = new StreamedAnswer();
            stream.feed(body, body.length);
            stream.end();
            return read(provider, status, headers, stream, body, null, now);
        }
        if (root.isPresent() && Errors.isError(root.get())) {
            Failure failure = inside(provider, root.get(), headers, now);
            return trouble(failure, bare(status, headers, body));
        }
        if (root.isEmpty() || !root.get().isObject()) {
            return noCompletion(provider, status, headers, body);
        }
        JsonNode choice = root.get().path("choices").path(0);
        if (!choice.path("message").isObject()) {
            Failure failure = failures.ofBody(provider, "the body has no choice with a message", headers, body);
            return trouble(failure, bare(status, headers, body));
        }
        return judge(provider, choice, completion(root.get(), choice, status, headers, body), headers);
    }

    /**
     * Reads a streamed answer, as far as it came: a finish reason makes it complete, whatever broke after it.
     *
     * @param broken what cut it; null when the provider ended it
     */
    Reading read(
            String provider,
            int status,
            ResponseHeaders headers,
            StreamedAnswer stream,
            byte[] body,
            @Nullable IOException broken,
            Instant now) {
        stream.end();
        JsonNode whole = stream.completion();
        JsonNode choice = whole.path("choices").path(0);
        ModelResponse soFar = completion(whole, choice, status, headers, body);
        if (stream.isFinished()) {
            return judge(provider, choice, soFar, headers);
        }
        if (stream.error().isPresent()) {
            Failure failure = inside(provider, stream.error().get(), headers, now);
            // An error that says nothing further has broken the answer off.
            return trouble(
                    failure.kind() == FailureKind.BAD_RESPONSE
                            ? brokenOff("an error event: " + failure.message())
                            : failure,
                    soFar);
        }
        if (stream.garbled().isPresent()) {
            String why =
                    "an event of the stream is not JSON: " + stream.garbled().get();
            return trouble(failures.ofBody(provider, why, headers, body), soFar);
        }
        if (broken instanceof InterruptedIOException || broken instanceof BodyTooLargeException) {
            return trouble(failures.ofBroken(broken, true), soFar);
        }
        String end = stream.isDone() ? "[DONE]" : broken == null ? "its end" : broken.toString();
        return trouble(brokenOff("no finish_reason before " + end + ", after " + stream.events() + " events"), soFar);
    }

    private Failure brokenOff(String words) {
        return failures.of(FailureKind.STREAM_BROKEN, words);
    }

    /** A filter's refusal is the model's last word, however it is told. */
    private static Reading trouble(Failure failure, ModelResponse response) {
        return failure.kind() == FailureKind.CONTENT_FILTERED
                ? new Reading.NoAnswer(Unanswered.FILTERED, failure, response)
                : new Reading.Trouble(failure, response);
    }

    /** The failure that an error under a status of success is; the one place that asks for it. */
    private Failure inside(String provider, JsonNode root, ResponseHeaders headers, Instant now) {
        byte[] error = Errors.of(root).toString().getBytes(StandardCharsets.UTF_8);
        return failures.ofErrorBody(provider, headers, error, now);
    }

    private Reading noCompletion(String provider, int status, ResponseHeaders headers, byte[] body) {
        String what = body.length == 0 ? "empty" : "not a JSON object";
        Failure failure = failures.ofBody(provider, "the body is " + what + contentType(headers), headers, body);
        return trouble(failure, bare(status, headers, body));
    }

    private Reading judge(String provider, JsonNode choice, ModelResponse response, ResponseHeaders headers) {
        String finish = text(choice.path("finish_reason"));
        String end = finish == null ? "" : finish.toLowerCase(Locale.ROOT);
        if (FILTERED.contains(end) || end.startsWith("content_filter")) {
            return none(Unanswered.FILTERED, FailureKind.CONTENT_FILTERED, "finish_reason " + end, response);
        }
        if (FAILED.contains(end)) {
            return trouble(
                    failures.ofBody(
                            provider,
                            "finish_reason " + end,
                            headers,
                            response.body().array()),
                    response);
        }
        String refusal = text(choice.path("message").path("refusal"));
        if (refusal != null && !refusal.isEmpty()) {
            return none(Unanswered.REFUSED, FailureKind.CONTENT_FILTERED, "refusal: " + refusal, response);
        }
        if (CUT.contains(end)) {
            return none(Unanswered.TRUNCATED, FailureKind.TRUNCATED, "finish_reason " + end, response);
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

    private static ModelResponse completion(
            JsonNode root, JsonNode choice, int status, ResponseHeaders headers, byte[] body) {
        return new ModelResponse(
                status,
                ByteBuffer.wrap(body),
                requestId(headers),
                bounded(text(root.path("model"))),
                answer(choice.path("message")),
                bounded(text(choice.path("finish_reason"))),
                bounded(text(root.path("system_fingerprint"))),
                usage(root.path("usage")),
                headers);
    }

    private static ModelResponse bare(int status, ResponseHeaders headers, byte[] body) {
        return new ModelResponse(
                status, ByteBuffer.wrap(body), requestId(headers), null, null, null, null, usageOf(body), headers);
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
                .map(ReplyReader::bounded)
                .orElse(null);
    }

    private static String contentType(ResponseHeaders headers) {
        return headers.first("content-type").map(type -> " (" + type + ")").orElse("");
    }

    /** A name that a stranger gave, short enough to be kept. */
    private static @Nullable String bounded(@Nullable String name) {
        return name == null || name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
    }

    private static @Nullable String text(JsonNode node) {
        return node.isTextual() ? node.asText() : null;
    }
}
