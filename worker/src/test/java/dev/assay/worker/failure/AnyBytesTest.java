package dev.assay.worker.failure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever bytes a stranger sends, the classifier answers, at a price that does not grow with their number. */
class AnyBytesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int[] STATUSES = {200, 400, 401, 403, 404, 413, 422, 429, 500, 502, 503, 529, 0, 999, -1};
    private static final String[] PROVIDERS = {"OpenAI", "Anthropic", "Gemini", "LiteLLM", "OpenRouter", "", "Qwen"};

    private final Classifier failures = new Classifier(new Redactor(List.of("a-secret-key"))).about(request());

    @Test
    void randomBytesAreClassified() {
        Random random = new Random(7);
        for (int i = 0; i < 600; i++) {
            byte[] bytes = new byte[random.nextInt(400)];
            random.nextBytes(bytes);
            if (bytes.length > 3 && i % 4 == 0) {
                System.arraycopy(new byte[] {0x1F, (byte) 0x8B, 8}, 0, bytes, 0, 3);
            }
            check(random, bytes);
        }
    }

    @Test
    void randomJsonIsClassified() {
        Random random = new Random(8);
        String alphabet = "{}[]\"':,\\ \n\u00e9\ud800x0129-.errormessagecodetypeu";
        for (int i = 0; i < 1_000; i++) {
            StringBuilder text = new StringBuilder(i % 2 == 0 ? "{\"error\":" : "[");
            for (int n = random.nextInt(120); n > 0; n--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            check(random, text.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void spoiltShapesAreClassified() throws IOException {
        Random random = new Random(9);
        List<byte[]> shapes = new ArrayList<>();
        for (JsonNode shape : FailureShapesTest.shapes()) {
            JsonNode body = shape.path("body");
            shapes.add((body.isTextual() ? body.asText() : body.toString()).getBytes(StandardCharsets.UTF_8));
        }
        for (int i = 0; i < 1_000; i++) {
            byte[] bytes = shapes.get(random.nextInt(shapes.size())).clone();
            for (int n = bytes.length == 0 ? 0 : random.nextInt(8); n > 0; n--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            check(random, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
        }
    }

    @Test
    void whatIsDeepHugeOrOddIsClassified() {
        Random random = new Random(10);
        for (String body : List.of(
                "[".repeat(200_000),
                "{\"error\":".repeat(50_000),
                "{\"error\":{\"message\":\"x\",\"code\":" + "9".repeat(60_000) + "}}",
                "{\"error\":{\"message\":\"x\",\"code\":1e999999999}}",
                "{\"error\":{\"message\":\"\\ud800\\ud800 lone\"}}",
                "{\"error\":{\"message\":\"" + "AException - ".repeat(20_000) + "\"}}",
                "{\"error\":{\"message\":\"" + "litellm.XError: ".repeat(20_000) + "\"}}",
                "{\"error\":{\"message\":\"try again in " + "1s ".repeat(20_000) + "\"}}",
                "{\"error\":{\"message\":\"" + "'\\\"`".repeat(10_000) + "\"}}",
                "{\"error\":{\"message\":\"" + "Limit Requested 1,".repeat(3_000) + "\"}}",
                "{\"error\":\"" + "\\\\".repeat(30_000),
                "{\"a\":1,".repeat(9_000),
                "<title>".repeat(9_000),
                "data: {".repeat(9_000),
                "data: {}\n".repeat(9_000),
                "a".repeat(60_000),
                "a@".repeat(30_000),
                "1 ".repeat(30_000),
                wrapped(40))) {
            long start = System.nanoTime();
            check(random, body.getBytes(StandardCharsets.UTF_8));
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .as(body.substring(0, 40))
                    .isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void fiftyMegabytesCostWhatTheFirstOfThemCost() {
        byte[] huge = new byte[50 << 20];
        Arrays.fill(huge, (byte) 'x');
        byte[] start =
                "{\"error\":{\"code\":\"context_length_exceeded\",\"message\":\"".getBytes(StandardCharsets.UTF_8);
        System.arraycopy(start, 0, huge, 0, start.length);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        failures.ofStatus("OpenAI", 400, ResponseHeaders.NONE, huge, NOW);

        long before = threads.getCurrentThreadAllocatedBytes();
        Failure failure = failures.ofStatus("OpenAI", 400, ResponseHeaders.NONE, huge, NOW);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(failure.rule()).isEqualTo("length-code");
        assertThat(failure.message().length()).isLessThan(600);
        assertThat(allocated).isLessThan(8L << 20);
    }

    private void check(Random random, byte[] body) {
        int status = STATUSES[random.nextInt(STATUSES.length)];
        String provider = PROVIDERS[random.nextInt(PROVIDERS.length)];
        ResponseHeaders headers = random.nextBoolean()
                ? ResponseHeaders.NONE
                : new ResponseHeaders(Map.of(
                        "content-type", "text/html", "retry-after", new String(body, StandardCharsets.ISO_8859_1)));
        for (Failure failure : List.of(
                failures.ofStatus(provider, status, headers, body, NOW),
                failures.ofErrorBody(provider, headers, body, NOW),
                failures.ofBody(provider, "why", headers, body))) {
            assertThat(failure.message().length()).isLessThanOrEqualTo(512);
            assertThat(failure.excerpt().length()).isLessThanOrEqualTo(Redactor.MAX_LENGTH);
            assertThat(failure.waitHint().orElse(Duration.ofSeconds(1)))
                    .isPositive()
                    .isLessThanOrEqualTo(WaitHint.LONGEST);
        }
    }

    private static String request() {
        return "{\"messages\":[{\"role\":\"user\",\"content\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa What is it?\"}]}";
    }

    /** An error that carries an error that carries an error. */
    private static String wrapped(int depth) {
        String body = "{'error': 'x'}";
        for (int i = 0; i < depth && body.length() < 30_000; i++) {
            body = "{\"error\":{\"message\":\"" + body.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}}";
        }
        return body;
    }
}
