package dev.assay.worker.call;

import dev.assay.schemas.TokenUsage;
import dev.assay.worker.failure.ResponseHeaders;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A response as it came, and what could be read in it.
 *
 * @param httpStatus its status
 * @param body its body, byte for byte
 * @param requestId the provider's own id of the call
 * @param model the model that it names
 * @param answer the first choice's text; for a choice of tool calls and no text, the calls as JSON
 * @param finishReason the first choice's
 * @param systemFingerprint as it says
 * @param usage tokens as it reports them
 * @param headers its headers
 */
public record ModelResponse(
        int httpStatus,
        ByteBuffer body,
        @Nullable String requestId,
        @Nullable String model,
        @Nullable String answer,
        @Nullable String finishReason,
        @Nullable String systemFingerprint,
        @Nullable TokenUsage usage,
        ResponseHeaders headers) {}
