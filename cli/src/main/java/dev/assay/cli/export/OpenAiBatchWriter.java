package dev.assay.cli.export;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The two files of the OpenAI Batch API: what was answered goes to the output file, what was not to the error file.
 * A line is {@code {"id", "custom_id", "response": {"status_code", "request_id", "body"}, "error"}}; as with OpenAI, a
 * provider's error answer is a response with its status code, and {@code error} is for jobs without any answer.
 */
public final class OpenAiBatchWriter implements ResultWriter {
    private static final JsonFactory JSON = new JsonFactory();

    private final OutputStream output;
    private final OutputStream errors;
    private long answered;
    private long failed;

    /** Writes to both and closes both; they may be the same. */
    public OpenAiBatchWriter(OutputStream output, OutputStream errors) {
        this.output = output;
        this.errors = errors;
    }

    @Override
    public void write(Result result, @Nullable Score score) throws IOException {
        boolean isAnswered = isAnswered(result);
        OutputStream file = isAnswered ? output : errors;
        file.write(line(result));
        file.write('\n');
        if (isAnswered) {
            answered++;
        } else {
            failed++;
        }
    }

    /** Lines in the output file. */
    public long answered() {
        return answered;
    }

    /** Lines in the error file. */
    public long failed() {
        return failed;
    }

    @Override
    public void close() throws IOException {
        try (output) {
            errors.close();
        }
    }

    private static boolean isAnswered(Result result) {
        return switch (result.getStatus()) {
            case SUCCEEDED, FALLBACK -> true;
            // Declined, cut or empty is still what the model said, unless the provider refused by status code.
            case UNANSWERED -> isSuccess(result.getHttpStatus());
            case DEAD_LETTERED, CANCELLED, EXPIRED -> false;
        };
    }

    private static boolean isSuccess(@Nullable Integer status) {
        return status != null && status >= 200 && status < 300;
    }

    private static byte[] line(Result result) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        try (JsonGenerator json = JSON.createGenerator(bytes, JsonEncoding.UTF8)) {
            json.writeStartObject();
            json.writeStringField("id", "batch_req_" + fingerprint(result));
            json.writeStringField("custom_id", result.getJobId());
            json.writeFieldName("response");
            boolean isComplete = writeResponse(json, result);
            json.writeFieldName("error");
            if (isComplete) {
                json.writeNull();
            } else {
                writeError(json, result);
            }
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    /** Returns whether the response says all there is to say. */
    private static boolean writeResponse(JsonGenerator json, Result result) throws IOException {
        ByteBuffer body = result.getResponse();
        Integer status = result.getHttpStatus();
        if (status == null || body == null) {
            json.writeNull();
            return false;
        }
        json.writeStartObject();
        json.writeNumberField("status_code", status);
        json.writeStringField("request_id", result.getProviderRequestId());
        json.writeFieldName("body");
        Optional<String> value = ResponseBody.asJsonLine(body);
        if (value.isPresent()) {
            json.writeRawValue(value.get());
        } else {
            json.writeString(ResponseBody.asText(body));
        }
        json.writeEndObject();
        return isAnswered(result) || (value.isPresent() && !isSuccess(status));
    }

    private static void writeError(JsonGenerator json, Result result) throws IOException {
        json.writeStartObject();
        json.writeStringField("code", errorCode(result));
        json.writeStringField("message", errorMessage(result));
        json.writeEndObject();
    }

    /** OpenAI's own two codes where they fit, else the failure kind. */
    private static String errorCode(Result result) {
        return switch (result.getStatus()) {
            case EXPIRED -> "batch_expired";
            case CANCELLED -> "batch_cancelled";
            case SUCCEEDED, FALLBACK, UNANSWERED, DEAD_LETTERED -> {
                FailureKind kind = result.getFailureKind();
                yield (kind == null ? FailureKind.UNKNOWN : kind).name().toLowerCase(Locale.ROOT);
            }
        };
    }

    private static String errorMessage(Result result) {
        String message = result.getFailureMessage();
        if (message != null) {
            return message;
        }
        return switch (result.getStatus()) {
            case EXPIRED -> "The job's deadline passed before it was answered.";
            case CANCELLED -> "The run was cancelled before the job was answered.";
            case SUCCEEDED, FALLBACK, UNANSWERED, DEAD_LETTERED -> "The job was not answered.";
        };
    }

    /** The same job gives the same id in every export. */
    private static String fingerprint(Result result) {
        String identity = result.getRunId() + "/" + result.getJobId() + "/" + result.getGeneration();
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(identity.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
