package dev.assay.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.cli.RunSamples;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OpenAiBatchWriterTest {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final OpenAiBatchWriter writer = new OpenAiBatchWriter(output, errors);

    @Test
    void keepsTheProvidersBodyCharacterForCharacter() throws IOException {
        String body = "{\"b\":1.50, \"a\":1e3,\"vendor_extra\":{\"ü\":\"\\u00fc\"},\"big\":12345678901234567890.10}";
        writer.write(result(JobStatus.SUCCEEDED, 200, body), null);
        assertThat(text(errors)).isEmpty();
        assertThat(text(output))
                .isEqualTo("{\"id\":\"batch_req_fc9ae17fd6bb87437b519144\",\"custom_id\":\"job-0\",\"response\":"
                        + "{\"status_code\":200,\"request_id\":\"req-0\",\"body\":" + body + "},\"error\":null}\n");
    }

    @Test
    void putsAPrettyPrintedBodyOnOneLine() throws IOException {
        writer.write(result(JobStatus.SUCCEEDED, 200, "{\n  \"a\": \"x\\ny\"\r\n}\n"), null);
        assertThat(text(output).lines()).hasSize(1);
        assertThat(line(output).at("/response/body/a").asText()).isEqualTo("x\ny");
    }

    @Test
    void aStreamedAnswerIsOneCompletion() throws IOException {
        String stream = "data:"
            + " {\"id\":\"c-1\",\"object\":\"chat.completion.chunk\",\"created\":7,\"model\":\"m-1\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"4\"},\"finish_reason\":null}]}\r\n\r\n"
            + ": ping\n\n"
            + "data:"
            + " {\"id\":\"c-1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"2\"},\"finish_reason\":\"stop\"}]}\n\n"
            + "data: {\"id\":\"c-1\",\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2}}\n\n"
            + "data: [DONE]\n\n";
        writer.write(result(JobStatus.SUCCEEDED, 200, stream), null);
        assertThat(line(output).at("/response/body").toString())
                .isEqualTo("{\"id\":\"c-1\",\"created\":7,\"model\":\"m-1\",\"object\":\"chat.completion\",\"choices\":"
                               + "[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"42\"},\"finish_reason\":\"stop\"}],"
                               + "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2}}");
    }

    @Test
    void aStreamThatBrokeOffIsAnErrorWithWhatCame() throws IOException {
        String stream = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"4\"},\"finish_reason\":null}]}\n\n";
        writer.write(result(JobStatus.DEAD_LETTERED, 200, stream), null);
        assertThat(text(output)).isEmpty();
        JsonNode line = line(errors);
        assertThat(line.at("/response/body/choices/0/message/content").asText()).isEqualTo("4");
        assertThat(line.at("/response/body/choices/0/finish_reason").isNull()).isTrue();
        assertThat(line.at("/error/code").asText()).isEqualTo("transient");
    }

    @Test
    void aProvidersRefusalIsAResponseInTheErrorFile() throws IOException {
        writer.write(result(JobStatus.DEAD_LETTERED, 503, "{\"error\":{\"message\":\"overloaded\"}}"), null);
        assertThat(text(output)).isEmpty();
        JsonNode line = line(errors);
        assertThat(line.at("/response/status_code").asInt()).isEqualTo(503);
        assertThat(line.at("/response/body/error/message").asText()).isEqualTo("overloaded");
        assertThat(line.get("error").isNull()).isTrue();
        assertThat(writer.failed()).isOne();
    }

    @Test
    void aBodyThatIsNoJsonIsKeptAsTextAndSaysWhy() throws IOException {
        writer.write(result(JobStatus.DEAD_LETTERED, 200, "<html>\"proxy\"</html>"), null);
        JsonNode line = line(errors);
        assertThat(line.at("/response/body").asText()).isEqualTo("<html>\"proxy\"</html>");
        assertThat(line.at("/error/code").asText()).isEqualTo("transient");
        writer.write(result(JobStatus.DEAD_LETTERED, 200, "{} {}"), null);
        assertThat(text(errors)).contains("\"body\":\"{} {}\"");
    }

    @Test
    void jobsWithoutAnAnswerHaveOpenAisOwnCodes() throws IOException {
        writer.write(result(JobStatus.EXPIRED, null, null), null);
        assertThat(line(errors).at("/error/code").asText()).isEqualTo("batch_expired");
        assertThat(line(errors).get("response").isNull()).isTrue();
        errors.reset();
        writer.write(result(JobStatus.CANCELLED, null, null), null);
        assertThat(line(errors).at("/error/code").asText()).isEqualTo("batch_cancelled");
        errors.reset();
        writer.write(result(JobStatus.DEAD_LETTERED, null, null), null);
        assertThat(line(errors).at("/error/code").asText()).isEqualTo("transient");
        assertThat(line(errors).at("/error/message").asText()).isEqualTo("connection refused");
    }

    @Test
    void whatTheModelDeclinedIsAnAnswerUnlessRefusedByStatusCode() throws IOException {
        writer.write(result(JobStatus.UNANSWERED, 200, "{\"choices\":[]}"), null);
        writer.write(result(JobStatus.UNANSWERED, 400, "{\"error\":{}}"), null);
        assertThat(writer.answered()).isOne();
        assertThat(writer.failed()).isOne();
    }

    private static Result result(JobStatus status, @Nullable Integer httpStatus, @Nullable String body) {
        boolean failed = status == JobStatus.DEAD_LETTERED;
        return Result.newBuilder(RunSamples.result("run-1", 0))
                .setStatus(status)
                .setHttpStatus(httpStatus)
                .setResponse(body == null ? null : ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)))
                .setFailureKind(failed ? FailureKind.TRANSIENT : null)
                .setFailureMessage(failed ? "connection refused" : null)
                .build();
    }

    private static JsonNode line(ByteArrayOutputStream bytes) throws IOException {
        return MAPPER.readTree(text(bytes));
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
