package dev.assay.worker.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.FailureKind;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassifierTest {
    private final Classifier failures = new Classifier(new Redactor(List.of()));

    @ParameterizedTest
    @CsvSource({
        "400, BAD_REQUEST",
        "401, AUTH_FAILED",
        "402, QUOTA_EXHAUSTED",
        "403, AUTH_FAILED",
        "404, BAD_REQUEST",
        "405, BAD_REQUEST",
        "408, TIMEOUT",
        "409, BAD_REQUEST",
        "410, MODEL_GONE",
        "413, CONTEXT_TOO_LONG",
        "415, BAD_REQUEST",
        "422, BAD_REQUEST",
        "429, RATE_LIMITED",
        "500, TRANSIENT",
        "502, TRANSIENT",
        "503, OVERLOADED",
        "504, TRANSIENT",
        "520, TRANSIENT",
        "524, TRANSIENT",
        "529, OVERLOADED",
        "307, UNKNOWN",
        "418, UNKNOWN"
    })
    void aBareStatusHasAKind(int status, FailureKind kind) {
        assertThat(kind(status, "")).isEqualTo(kind);
        assertThat(kind(status, "<!DOCTYPE html><html><body>429 rate limit</body></html>"))
                .isEqualTo(kind);
    }

    @Test
    void codesAndWordsGoBeforeTheStatus() {
        assertThat(kind(429, error("insufficient_quota", "\"insufficient_quota\"", "You exceeded your current quota")))
                .isEqualTo(FailureKind.QUOTA_EXHAUSTED);
        assertThat(kind(
                        429,
                        error("tokens", "\"rate_limit_exceeded\"", "Request too large for gpt-4o on TPM: Limit 1")))
                .isEqualTo(FailureKind.NEVER_FITS);
        assertThat(kind(429, error("engine_overloaded_error", "null", "The engine is currently overloaded")))
                .isEqualTo(FailureKind.OVERLOADED);
        assertThat(kind(400, error("invalid_request_error", "\"context_length_exceeded\"", "too many tokens")))
                .isEqualTo(FailureKind.CONTEXT_TOO_LONG);
        assertThat(kind(400, error("invalid_request_error", "null", "This model's maximum context length is 8192")))
                .isEqualTo(FailureKind.CONTEXT_TOO_LONG);
        assertThat(kind(400, error("null", "\"content_filter\"", "The response was filtered")))
                .isEqualTo(FailureKind.CONTENT_FILTERED);
        assertThat(kind(404, error("invalid_request_error", "\"model_not_found\"", "The model does not exist")))
                .isEqualTo(FailureKind.MODEL_GONE);
        assertThat(kind(400, error("invalid_request_error", "null", "Your credit balance is too low to access")))
                .isEqualTo(FailureKind.QUOTA_EXHAUSTED);
    }

    @Test
    void wordsOfAnEchoedPromptAreNoStatus() {
        String echoed = "Invalid value for 'temperature' in your request: " + "a long way into the prompt ".repeat(10)
                + "it says: maximum context length, credit balance is too low, content management policy";

        assertThat(kind(400, error("invalid_request_error", "\"invalid_value\"", "429 rate limit is quoted here")))
                .isEqualTo(FailureKind.BAD_REQUEST);
        assertThat(kind(400, error("invalid_request_error", "null", echoed))).isEqualTo(FailureKind.BAD_REQUEST);
    }

    @Test
    void everyShapeOfAnEnvelopeIsRead() {
        assertThat(message("{\"error\":\"server busy\"}")).endsWith("server busy");
        assertThat(message("[{\"error\":{\"code\":500,\"message\":\"in an array\"}}]"))
                .endsWith("500: in an array");
        assertThat(message("{\"object\":\"error\",\"message\":\"flat\",\"code\":3505}"))
                .endsWith("3505: flat");
        assertThat(message("{\"detail\":\"a detail\"}")).endsWith("a detail");
        assertThat(message("{\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"typed\"}}"))
                .endsWith("api_error: typed");
        assertThat(message("plain text")).endsWith("plain text");
        assertThat(message("")).endsWith("no body");
        assertThat(message("{\"unheard\":[1]}")).endsWith("{\"unheard\":[1]}");
        assertThat(message("{\"error\":{\"message\":null,\"code\":null}}")).contains("HTTP 500");
    }

    @Test
    void brokenExchangesAreTimeoutsOrTransient() {
        assertThat(broken(new SocketTimeoutException("Connect timed out"))).isEqualTo(FailureKind.TIMEOUT);
        assertThat(broken(new InterruptedIOException("timeout"))).isEqualTo(FailureKind.TIMEOUT);
        assertThat(broken(new ConnectException("refused"))).isEqualTo(FailureKind.TRANSIENT);
        assertThat(broken(new SocketException("reset"))).isEqualTo(FailureKind.TRANSIENT);
        assertThat(broken(new EOFException())).isEqualTo(FailureKind.TRANSIENT);
        assertThat(broken(new BodyTooLargeException(10))).isEqualTo(FailureKind.BAD_RESPONSE);
    }

    @Test
    void whatIsStoredIsRedacted() {
        Failure failure = failures.ofStatus(
                "openai",
                401,
                ResponseHeaders.NONE,
                error("a", "\"b\"", "Incorrect API key provided: sk-abcdef123456.")
                        .getBytes(StandardCharsets.UTF_8),
                Instant.EPOCH);

        assertThat(failure.message() + failure.excerpt())
                .doesNotContain("abcdef")
                .contains("[redacted key]");
    }

    private FailureKind kind(int status, String body) {
        return read(status, body).kind();
    }

    private String message(String body) {
        return read(500, body).message();
    }

    private Failure read(int status, String body) {
        return failures.ofStatus(
                "openai", status, new ResponseHeaders(Map.of()), body.getBytes(StandardCharsets.UTF_8), Instant.EPOCH);
    }

    private FailureKind broken(IOException e) {
        return failures.ofBroken(e, true).kind();
    }

    private static String error(String type, String code, String message) {
        return "{\"error\":{\"message\":\"" + message + "\",\"type\":\"" + type + "\",\"param\":null,\"code\":" + code
                + "}}";
    }
}
