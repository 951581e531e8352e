package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassifyCommandTest {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    @TempDir
    Path directory;

    @Test
    void everyResponseIsALineOfATable() throws IOException {
        Call call = ofFile("""
            {"id":"no-money","provider":"openai","status":429,"body":{"error":{"code":"insufficient_quota"}}}

            {"provider":"openai","status":429,"headers":{"retry-after":"20"},"body":""}
            """);

        assertThat(call.code()).isZero();
        assertThat(call.err()).isEmpty();
        assertThat(call.out().lines().map(line -> line.replaceAll(" {2,}", " | ")))
                .containsExactly(
                        "RESPONSE | STATUS | KIND | ACTION | SCOPE | WAIT | ANOTHER PROVIDER | RULE",
                        "no-money | 429 | QUOTA_EXHAUSTED | DEGRADE | - | - | if the route opts in | quota-code",
                        "line 3 | 429 | RATE_LIMITED | RETRY | unknown | 20.0 s (short) | of another account |"
                                + " status-429");
    }

    @Test
    void oneResponseIsToldInFull() throws IOException {
        Call call = ofFile("{\"provider\":\"DeepSeek\",\"status\":400,\"body\":\"{\\\"error\\\":{\\\"message\\\":"
                + "\\\"Content Exists Risk\\\"}}\"}");

        assertThat(call.code()).isZero();
        assertThat(call.out())
                .contains("kind           CONTENT_FILTERED")
                .contains("action         FAIL: ")
                .contains("other provider no")
                .contains("rule           deepseek-risk")
                .contains("message        HTTP 400: Content Exists Risk");
    }

    @Test
    void programsGetALineOfJsonForEach() throws IOException {
        Call call = ofFile(
                "{\"id\":\"a\",\"provider\":\"openai\",\"status\":503,\"headers\":{\"Retry-After\":[\"7\"]},"
                        + "\"expected_kind\":\"OVERLOADED\"}\n",
                "--json");
        JsonNode answer = MAPPER.readTree(call.out());

        assertThat(call.code()).isZero();
        assertThat(answer.path("kind").asText()).isEqualTo("OVERLOADED");
        assertThat(answer.path("action").asText()).isEqualTo("SWITCH");
        assertThat(answer.path("anotherProvider").asBoolean()).isTrue();
        assertThat(answer.path("waitMillis").asLong()).isEqualTo(7_000);
        assertThat(answer.path("rule").asText()).isEqualTo("status-503-529");
        assertThat(answer.path("asExpected").asBoolean()).isTrue();
    }

    @Test
    void whatDiffersFromTheExpectationIsShownAndIsANo() throws IOException {
        Call call = ofFile("""
            {"id":"right","provider":"openai","status":429,"expected_kind":"RATE_LIMITED","wait_class":"short"}
            {"id":"wrong","provider":"openai","status":429,"expected_kind":"QUOTA_EXHAUSTED"}
            {"id":"too-long","provider":"openai","status":429,"expected_kind":"RATE_LIMITED","wait_class":"long"}
            {"id":"unasked","provider":"openai","status":429,"expected_kind":null,"wait_class":null}
            """);

        assertThat(call.code()).isEqualTo(1);
        assertThat(call.err())
                .contains("2 responses of 4 taken for something else than expected")
                .containsPattern("wrong +QUOTA_EXHAUSTED +RATE_LIMITED +status-429")
                .containsPattern("too-long +RATE_LIMITED long +RATE_LIMITED short")
                .doesNotContain("right ")
                .doesNotContain("unasked");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"provider\":\"x\"} | :1:1: status: missing (expected: 100 to 599)",
                "{\"status\":\"429\"} | :1:2: status: \"429\" (expected: 100 to 599)",
                "{\"status\":700} | :1:2: status: 700 (expected: 100 to 599)",
                "{\"status\":400,\"provider\":5} | :1:15: provider: 5 (expected: a text that names one)",
                "{\"status\":400,\"headers\":[]} | :1:15: headers: [] (expected: an object of names and values)",
                "{\"status\":400,\"headers\":{\"a\":{}}} | headers.a: {} (expected: a text)",
                "{\"status\":400,\"expected_kind\":\"ODD\"} | :1:15: expected_kind: \"ODD\" (expected: NONE, UNKNOWN, ",
                "{\"status\":400,\"wait_class\":\"odd\"} | wait_class: \"odd\" (expected: none, short, long or"
                        + " concurrency)",
                "[] | :1:1: not a JSON object",
                "{\"status\":400} more | :1:16: ",
                "{\"status\" | :1:"
            })
    void aBadLineIsNamedWithItsPlace(String line, String complaint) throws IOException {
        Call call = ofFile(line + "\n{\"status\":500}\n");

        assertThat(call.code()).isEqualTo(3);
        assertThat(call.err()).contains("responses.jsonl").contains(complaint);
        assertThat(call.out()).as("the line behind it").contains("TRANSIENT");
    }

    @Test
    void aFileWithoutResponsesIsRefused() throws IOException {
        assertThat(ofFile("\n \n").code()).isEqualTo(3);
        Call missing = Call.of("classify", directory.resolve("none").toString());
        assertThat(missing.code()).isEqualTo(3);
        assertThat(missing.err()).contains("no such file");
    }

    @Test
    void linesOfABatchAreReadForTheirInnerResponse() throws IOException {
        Call call = ofFile("""
            {"id":"b1","custom_id":"q1","response":{"status_code":404,"body":{"error":{"code":"model_not_found"}}},"error":null}
            {"id":"b2","custom_id":"q2","response":null,"error":{"code":"batch_expired","message":"too late"}}
            {"id":"b3","provider":"OpenAI Batch","status":null,"body":"{\\"custom_id\\":\\"q3\\",\\"response\\":{\\"status_code\\":400,\\"body\\":{}},\\"error\\":null}"}
            """);

        assertThat(call.code()).isZero();
        assertThat(call.out())
                .containsPattern("b1 +404 +MODEL_GONE")
                .containsPattern("b2 +200 +TIMEOUT .* batch-expired")
                .containsPattern("b3 +400 +BAD_REQUEST");
    }

    @Test
    void aDumpOfCurlIsReadPastTheBlocksInFrontOfIt() throws IOException {
        String dump = """
            HTTP/1.1 200 Connection established

            HTTP/1.1 100 Continue

            HTTP/2 429\s
            server: x
            retry-after: 13
            x-long: a
              b
            Retry-After: 99

            {"detail":"Rate limit exceeded"}
            """.replace("\n", "\r\n");
        Call call = Call.with(dump, Map.of(), "classify", "-", "--provider", "codex");

        assertThat(call.code()).isZero();
        assertThat(call.out())
                .contains("status         429")
                .contains("codex-limit")
                .contains("13.0 s (short)");
    }

    @Test
    void aDumpsTimesAreToldFromItsOwnDate() {
        String dump = """
            HTTP/1.1 503 Busy
            Date: Thu, 01 Jan 2026 00:00:00 GMT
            Retry-After: Thu, 01 Jan 2026 00:01:00 GMT

            """;

        assertThat(Call.with(dump, Map.of(), "classify", "-").out()).contains("1 min 00 s");
    }

    @Test
    void aDumpThatIsNoneIsRefusedWithItsPlace() {
        Call status = Call.with("HTTP/x\n\n", Map.of(), "classify", "-");
        assertThat(status.code()).isEqualTo(3);
        assertThat(status.err()).contains("standard input:1:1: no status line");

        Call header = Call.with("HTTP/1.1 400 Bad\nA: b\nnonsense\n\n", Map.of(), "classify", "-");
        assertThat(header.code()).isEqualTo(3);
        assertThat(header.err()).contains("standard input:3:1: 'nonsense' (expected: Name: value");
    }

    @Test
    void responsesOfSuccessAreJudgedAsTheWorkerJudgesThem() throws IOException {
        Call call = ofFile("""
            {"id":"good","status":200,"expected_kind":"NONE","body":{"choices":[{"message":{"content":"x"},"finish_reason":"stop"}]}}
            {"id":"inside","status":200,"expected_kind":"RATE_LIMITED","body":{"error":{"code":429,"message":"slow"}}}
            {"id":"page","status":200,"expected_kind":"BAD_RESPONSE","body":"<html></html>"}
            {"id":"room","status":200,"expected_kind":"TRUNCATED","body":{"choices":[{"message":{"content":"","reasoning_content":"x"},"finish_reason":"length"}]}}
            {"id":"filtered","status":200,"expected_kind":"CONTENT_FILTERED","body":{"choices":[{"message":{"content":"x"},"finish_reason":"content_filter"}]}}
            {"id":"event","provider":"Anthropic","status":200,"expected_kind":"OVERLOADED","body":"event: error\\ndata: {\\"type\\":\\"error\\",\\"error\\":{\\"type\\":\\"overloaded_error\\",\\"message\\":\\"x\\"}}\\n\\n"}
            {"id":"cut","status":200,"expected_kind":"STREAM_BROKEN","body":"data: {\\"choices\\":[{\\"index\\":0,\\"delta\\":{\\"content\\":\\"x\\"}}]}\\n\\n"}
            {"id":"done-without-reason","status":200,"expected_kind":"STREAM_BROKEN","body":"data: {\\"choices\\":[{\\"index\\":0,\\"delta\\":{\\"content\\":\\"x\\"}}]}\\n\\ndata: [DONE]\\n\\n"}
            {"id":"reason-without-done","status":200,"expected_kind":"NONE","body":"data: {\\"choices\\":[{\\"index\\":0,\\"delta\\":{\\"content\\":\\"x\\"},\\"finish_reason\\":\\"stop\\"}]}\\n\\n"}
            """);

        assertThat(call.err()).isEmpty();
        assertThat(call.code()).isZero();
    }

    private Call ofFile(String lines, String... options) throws IOException {
        Path file = directory.resolve("responses.jsonl");
        Files.writeString(file, lines);
        String[] args = new String[options.length + 2];
        args[0] = "classify";
        args[1] = file.toString();
        System.arraycopy(options, 0, args, 2, options.length);
        return Call.of(args);
    }
}
