package dev.assay.worker.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.FailureKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** The traps of docs/failures.md, by their numbers, as far as they are about one response. */
class FailureTrapsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final Classifier failures = new Classifier(new Redactor(List.of()));

    @Test
    void trap1TheSameCodeMeansMoneyHereAndAMinuteThere() {
        String body = error("insufficient_quota", "\"insufficient_quota\"", "You exceeded your current quota");

        assertThat(of("api.openai.com", 429, body).kind()).isEqualTo(FailureKind.QUOTA_EXHAUSTED);
        assertThat(of("dashscope.aliyuncs.com", 429, body).kind()).isEqualTo(FailureKind.RATE_LIMITED);
        assertThat(of("gateway.example.org", 429, body).kind()).isEqualTo(FailureKind.QUOTA_EXHAUSTED);
    }

    @Test
    void trap1ACodeMayBeNothingANumberOrAText() {
        for (String code : List.of("\"1302\"", "1302")) {
            assertThat(of("open.bigmodel.cn", 429, error("x", code, "y")).rule())
                    .isEqualTo("zhipu-rate");
        }
        assertThat(of("api.mistral.ai", 429, error("x", "1302", "y")).rule()).isEqualTo("status-429");
        assertThat(of("OpenAI", 429, error("tokens", "null", "tokens per min. Limit: 40000 / min."))
                        .kind())
                .isEqualTo(FailureKind.RATE_LIMITED);
        assertThat(of("OpenAI", 400, error("null", "{\"odd\":[1]}", "y")).kind())
                .isEqualTo(FailureKind.BAD_REQUEST);
    }

    @Test
    void trap2A429HasSevenCauses() {
        Map<String, String> causes = Map.of(
                "requests per min (RPM): Limit 3, Used 3, Requested 1", "RATE_LIMITED SHORT",
                "tokens per min (TPM): Limit 30, Used 29, Requested 2", "RATE_LIMITED SHORT",
                "requests per day (RPD): Limit 3, Used 3, Requested 1", "RATE_LIMITED LONG",
                "too many concurrent requests", "RATE_LIMITED CONCURRENCY",
                "the model is currently overloaded", "OVERLOADED NONE",
                "insufficient balance", "QUOTA_EXHAUSTED NONE",
                "tokens per min (TPM): Limit 30, Used 0, Requested ~31", "NEVER_FITS NONE");
        causes.forEach((message, expected) -> {
            Failure failure = of("gateway.example.org", 429, error("null", "null", message));
            assertThat(failure.kind() + " " + failure.waitClass()).as(message).isEqualTo(expected);
        });
    }

    @Test
    void trap2NoMoneyIsToldUnderFiveStatuses() {
        assertThat(List.of(
                        of("OpenAI", 400, error("x", "\"billing_hard_limit_reached\"", "y")),
                        of("gateway.example.org", 401, error("x", "\"insufficient_quota\"", "y")),
                        of("DeepSeek", 402, ""),
                        of("Moonshot", 403, error("exceeded_current_quota_error", "null", "y")),
                        of("OpenAI", 429, error("x", "\"insufficient_quota\"", "y"))))
                .extracting(Failure::kind)
                .containsOnly(FailureKind.QUOTA_EXHAUSTED);
    }

    @Test
    void trap3EveryEnvelopeIsOpened() throws IOException {
        String filtered = "Content Exists Risk";
        for (String body : List.of(
                "{\"error\":{\"message\":\"" + filtered + "\"}}",
                "{\"error\":\"" + filtered + "\"}",
                "{\"object\":\"error\",\"message\":\"" + filtered + "\"}",
                "[{\"error\":{\"message\":\"" + filtered + "\"}}]",
                "{\"type\":\"error\",\"error\":{\"type\":\"x\",\"message\":\"" + filtered + "\"}}",
                "{\"detail\":\"" + filtered + "\"}",
                "{\"detail\":{\"message\":\"" + filtered + "\"}}",
                "{\"message\":\"" + filtered + "\"}",
                "{\"errors\":[{\"message\":\"" + filtered + "\"}]}",
                "\uFEFF  {\"message\":\"" + filtered + "\"}",
                "data: {\"error\":{\"message\":\"" + filtered + "\"}}\n\n",
                filtered,
                "{\"error\":{\"message\":\"{\\\"error\\\":{\\\"message\\\":\\\"" + filtered + "\\\"}}\"}}",
                "{\"error\":{\"message\":\"wrapped\",\"metadata\":{\"raw\":\"{\\\"error\\\":{\\\"message\\\":\\\""
                        + filtered + "\\\"}}\"}}}",
                "{\"error\":{\"message\":\"Error code: 400 - {'error': {'message': '" + filtered
                        + "', 'code': None}}\"}}",
                // Broken off in the middle of a string.
                "{\"error\":{\"type\":\"x\",\"message\":\"" + filtered)) {
            Failure failure = of("DeepSeek", 400, body);
            assertThat(failure.kind()).as(body).isEqualTo(FailureKind.CONTENT_FILTERED);
        }
        Failure packed = failures.ofStatus(
                "DeepSeek", 400, ResponseHeaders.NONE, gzip("{\"message\":\"" + filtered + "\"}"), NOW);
        assertThat(packed.kind()).isEqualTo(FailureKind.CONTENT_FILTERED);
    }

    @Test
    void trap3PagesAndNothingAreAProxysAndSaidByTheirStatus() {
        Failure page = of("DeepSeek", 502, "<html><head><title>Content Exists Risk</title></head></html>");
        assertThat(page.kind()).isEqualTo(FailureKind.TRANSIENT);
        assertThat(page.fromProxy()).isTrue();
        assertThat(page.message()).contains("a page titled \"Content Exists Risk\"");
        assertThat(of("OpenAI", 503, "").fromProxy()).isTrue();
        assertThat(of("OpenAI", 503, "{}").fromProxy()).isFalse();
    }

    @Test
    void trap4AHintMayLieAboutADay() {
        String day = "[{\"error\":{\"code\":429,\"status\":\"RESOURCE_EXHAUSTED\",\"message\":\"quota\",\"details\":["
                + "{\"violations\":[{\"quotaId\":\"RequestsPerDayPerProject\"}]},{\"retryDelay\":\"28s\"}]}}]";
        Failure failure = of("Gemini", 429, day);

        assertThat(failure.waitClass()).isEqualTo(WaitClass.LONG);
        assertThat(failure.waitHint()).contains(Duration.ofHours(1));
    }

    @Test
    void trap4ALongHintMakesAShortWaitLong() {
        Failure failure = of("Azure OpenAI", 429, error("null", "\"429\"", "Please retry after 86400 seconds."));

        assertThat(failure.waitClass()).isEqualTo(WaitClass.LONG);
        assertThat(failure.waitHint()).contains(Duration.ofDays(1));
    }

    @Test
    void trap4WhatTimeDoesNotHelpHasNoHint() {
        Map<String, String> hint = Map.of("retry-after", "20");
        Failure failure = failures.ofStatus(
                "OpenAI",
                429,
                new ResponseHeaders(hint),
                error("x", "\"insufficient_quota\"", "try again in 20s").getBytes(StandardCharsets.UTF_8),
                NOW);

        assertThat(failure.waitHint()).isEmpty();
    }

    @Test
    void trap5WordsOfAnEchoedPromptAreNoStatus() {
        String far = "temperature is out of range. " + "On and on goes the request. ".repeat(40);
        for (String quoted : List.of(
                "429",
                "rate limit reached",
                "insufficient_quota",
                "You exceeded your current quota",
                "Your credit balance is too low",
                "This model's maximum context length is 1",
                "Content Exists Risk",
                "API key not valid",
                "the model `x` does not exist",
                "Error code: 429 - {'error': {'code': 'insufficient_quota'}}")) {
            for (String message : List.of(
                    "Invalid value: '" + quoted + "'.",
                    "Invalid value: \"" + quoted + "\" was given.",
                    "Invalid value: '" + quoted,
                    "Invalid value. The request was: " + quoted,
                    far + quoted)) {
                String body = error("invalid_request_error", "null", message.replace("\"", "\\\""));
                for (String provider : List.of("OpenAI", "Gemini", "DeepSeek", "LiteLLM", "gateway.example.org")) {
                    assertThat(of(provider, 400, body).kind()).as(message).isEqualTo(FailureKind.BAD_REQUEST);
                }
            }
        }
    }

    @Test
    void trap5NumbersOfAnEchoedPromptAreNoSizes() {
        String body = error("requests", "null", "Too many requests. Prompt: 'Limit 5, Requested 10'");

        assertThat(of("OpenAI", 429, body).kind()).isEqualTo(FailureKind.RATE_LIMITED);
    }

    @Test
    void trap6TheCustomersPromptIsNotKept() {
        String prompt = "Summarise the medical history of Jane Doe, born in Springfield, in three lines";
        String request = "{\"model\":\"gpt-4o\",\"messages\":[{\"role\":\"user\",\"content\":\"" + prompt + "\"}]}";
        String body = error("x", "null", "Cannot read this: " + prompt + " (position 7)");
        Failure failure = failures.about(request)
                .ofStatus("OpenAI", 400, ResponseHeaders.NONE, body.getBytes(StandardCharsets.UTF_8), NOW);

        assertThat(failure.message()).contains("Cannot read this: [prompt]").contains("position 7");
        assertThat(failure.message() + failure.excerpt())
                .doesNotContain("medical")
                .doesNotContain("Springfield");
    }

    @Test
    void trap6IdsAndKeysAreNotKept() {
        Failure failure = of(
                "Moonshot",
                429,
                error(
                        "rate_limit_reached_error",
                        "null",
                        "Your account org-7f3Ab2<ak-f3t8pfk16fki> / proj-5c2d04 by jane@example.org reached max"
                                + " RPM: 3"));

        assertThat(failure.message() + failure.excerpt())
                .doesNotContain("7f3Ab2")
                .doesNotContain("f3t8pfk16fki")
                .doesNotContain("5c2d04")
                .doesNotContain("jane")
                .contains("max RPM: 3");
    }

    private Failure of(String provider, int status, String body) {
        return failures.ofStatus(provider, status, ResponseHeaders.NONE, body.getBytes(StandardCharsets.UTF_8), NOW);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static String error(String type, String code, String message) {
        return "{\"error\":{\"message\":\"" + message + "\",\"type\":\"" + type + "\",\"param\":null,\"code\":" + code
                + "}}";
    }
}
