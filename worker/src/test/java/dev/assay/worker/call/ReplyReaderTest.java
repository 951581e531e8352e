package dev.assay.worker.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.FailureKind;
import dev.assay.schemas.TokenUsage;
import dev.assay.schemas.Unanswered;
import dev.assay.worker.failure.Classifier;
import dev.assay.worker.failure.Redactor;
import dev.assay.worker.failure.ResponseHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the simulator does not say; the rest is in {@link PipelineTest}. */
class ReplyReaderTest {
    private final ReplyReader replies = new ReplyReader(new Classifier(new Redactor(List.of())));

    @Test
    void toolCallsAreAnAnswer() {
        String calls = "[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]";

        assertThat(answer("{\"content\":null,\"tool_calls\":" + calls + "}", "tool_calls"))
                .isEqualTo(calls);
        assertThat(answer("{\"content\":\"\",\"function_call\":{\"name\":\"f\"}}", "function_call"))
                .isEqualTo("{\"name\":\"f\"}");
        assertThat(read("{\"content\":null,\"tool_calls\":[]}", "stop"))
                .isInstanceOf(ReplyReader.Reading.NoAnswer.class);
    }

    @Test
    void contentInPartsIsJoined() {
        assertThat(answer(
                        "{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}]}",
                        "stop"))
                .isEqualTo("ab");
    }

    @Test
    void whatStandsInTheWayOfAnAnswerIsTakenInOrder() {
        assertThat(why("{\"content\":\"x\",\"refusal\":\"no\"}", "content_filter"))
                .isEqualTo(Unanswered.FILTERED);
        assertThat(why("{\"content\":null,\"refusal\":\"no\"}", "length")).isEqualTo(Unanswered.REFUSED);
        assertThat(why("{\"content\":\"\"}", "length")).isEqualTo(Unanswered.TRUNCATED);
        assertThat(why("{\"content\":\"\",\"refusal\":\"\"}", "stop")).isEqualTo(Unanswered.EMPTY);
        assertThat(why("{\"role\":\"assistant\"}", "stop")).isEqualTo(Unanswered.EMPTY);
    }

    @Test
    void aMessageThatIsNoneIsABadResponse() {
        for (String body : List.of(
                "{\"choices\":[{\"message\":null,\"finish_reason\":\"stop\"}]}",
                "{\"choices\":[{\"message\":\"text\"}]}",
                "{\"choices\":{}}",
                "{\"choices\":[null]}",
                "[]",
                "\"text\"",
                "{\"choices\":[{\"message\":{\"content\":\"x\"}}]} trailing")) {
            ReplyReader.Reading reading = of(200, body);
            assertThat(reading).as(body).isInstanceOf(ReplyReader.Reading.Trouble.class);
            assertThat(((ReplyReader.Reading.Trouble) reading).failure().kind()).isEqualTo(FailureKind.BAD_RESPONSE);
        }
    }

    /** A status of 200 says little: what it may hide. */
    @Test
    void trap7TwoHundredIsNotSuccess() {
        for (String body : List.of(
                "{\"error\":{\"message\":\"x\"}}",
                "{\"error\":\"x\"}",
                "[{\"error\":{\"code\":500}}]",
                "{\"type\":\"error\",\"error\":{\"type\":\"x\"}}",
                "{\"object\":\"error\",\"message\":\"x\"}",
                "{\"code\":1234,\"message\":\"x\",\"request_id\":\"r\"}",
                "{\"detail\":\"x\"}",
                "{\"choices\":[{\"error\":{\"message\":\"x\"},\"message\":{\"content\":\"y\"},\"finish_reason\":\"error\"}]}",
                "{\"choices\":[{\"message\":{\"content\":\"y\"},\"finish_reason\":\"error\"}]}",
                "{\"choices\":null}",
                "{\"choices\":[]}",
                "null",
                "x")) {
            assertThat(of(200, body)).as(body).isInstanceOf(ReplyReader.Reading.Trouble.class);
            assertThat(((ReplyReader.Reading.Trouble) of(200, body)).failure().fromProxy())
                    .as(body)
                    .isFalse();
        }
    }

    @Test
    void nothingAndPagesComeFromSomethingOnTheWay() {
        for (String body : List.of("", " \n", "<html>sign in</html>", "<!DOCTYPE html>", "  <p>")) {
            ReplyReader.Reading.Trouble trouble = (ReplyReader.Reading.Trouble) of(200, body);
            assertThat(trouble.failure().kind()).isEqualTo(FailureKind.BAD_RESPONSE);
            assertThat(trouble.failure().fromProxy()).as(body).isTrue();
        }
    }

    @Test
    void trap7ReasoningIsNoAnswer() {
        String thoughts = "\"reasoning_content\":\"let me think\"";

        assertThat(why("{\"content\":null," + thoughts + "}", "length")).isEqualTo(Unanswered.TRUNCATED);
        assertThat(why("{\"content\":\"\"," + thoughts + "}", "stop")).isEqualTo(Unanswered.EMPTY);
        assertThat(answer("{\"content\":\"x\"," + thoughts + "}", "stop")).isEqualTo("x");
    }

    @Test
    void otherWordsForTheSameEndAreUnderstood() {
        assertThat(why("{\"content\":\"x\"}", "content_filter: PROHIBITED_CONTENT"))
                .isEqualTo(Unanswered.FILTERED);
        assertThat(why("{\"content\":\"x\"}", "SAFETY")).isEqualTo(Unanswered.FILTERED);
        assertThat(why("{\"content\":\"x\"}", "max_tokens")).isEqualTo(Unanswered.TRUNCATED);
        assertThat(why("{\"content\":\"x\"}", "model_context_window_exceeded")).isEqualTo(Unanswered.TRUNCATED);
        for (String broken : List.of("abort", "cancelled", "insufficient_system_resource")) {
            assertThat(read("{\"content\":\"half an ans\"}", broken))
                    .as(broken)
                    .isInstanceOf(ReplyReader.Reading.Trouble.class);
        }
    }

    @Test
    void namesOfStrangersAreBounded() {
        String name = "n".repeat(5_000);
        ModelResponse response = ((ReplyReader.Reading.Answer) replies.read(
                        "sim",
                        200,
                        new ResponseHeaders(Map.of("x-request-id", name)),
                        ("{\"model\":\"" + name + "\",\"system_fingerprint\":\"" + name
                                        + "\",\"choices\":[{\"message\":{\"content\":\"x\"},\"finish_reason\":\"" + name
                                        + "\"}]}")
                                .getBytes(StandardCharsets.UTF_8),
                        Instant.EPOCH))
                .response();

        assertThat(List.of(
                        String.valueOf(response.model()),
                        String.valueOf(response.requestId()),
                        String.valueOf(response.finishReason()),
                        String.valueOf(response.systemFingerprint())))
                .allSatisfy(kept -> assertThat(kept).hasSize(200));
    }

    @Test
    void aNullErrorIsNone() {
        assertThat(of(
                        200,
                        "{\"error\":null,\"choices\":[{\"message\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}"))
                .isInstanceOf(ReplyReader.Reading.Answer.class);
    }

    @Test
    void usageIsReadWithItsDetails() {
        ModelResponse response = ((ReplyReader.Reading.Answer)
                        of(
                                200,
                                "{\"choices\":[{\"message\":{\"content\":\"x\"}}],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":5,"
                                    + "\"prompt_tokens_details\":{\"cached_tokens\":4},"
                                    + "\"completion_tokens_details\":{\"reasoning_tokens\":3}},\"system_fingerprint\":\"fp\"}"))
                .response();

        assertThat(response.usage())
                .isEqualTo(TokenUsage.newBuilder()
                        .setInput(9)
                        .setCachedInput(4)
                        .setOutput(5)
                        .setReasoning(3)
                        .build());
        assertThat(response.systemFingerprint()).isEqualTo("fp");
        assertThat(response.requestId()).isEqualTo("req-1");
    }

    private ReplyReader.Reading read(String message, String finish) {
        return of(200, "{\"choices\":[{\"message\":" + message + ",\"finish_reason\":\"" + finish + "\"}]}");
    }

    private String answer(String message, String finish) {
        return String.valueOf(
                ((ReplyReader.Reading.Answer) read(message, finish)).response().answer());
    }

    private Unanswered why(String message, String finish) {
        return ((ReplyReader.Reading.NoAnswer) read(message, finish)).why();
    }

    private ReplyReader.Reading of(int status, String body) {
        return replies.read(
                "openai",
                status,
                new ResponseHeaders(Map.of("Request-Id", "req-1")),
                body.getBytes(StandardCharsets.UTF_8),
                Instant.EPOCH);
    }
}
