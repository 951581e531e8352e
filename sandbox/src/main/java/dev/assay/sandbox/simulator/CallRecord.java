package dev.assay.sandbox.simulator;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One physical call, as the provider's side saw it.
 *
 * @param number from 1, in order of arrival
 * @param arrivedAt wall-clock time of arrival
 * @param arrivedNanos monotonic time at which the limits counted it, or of its arrival where they did not
 * @param durationNanos from arrival to the end of the answer, or to the moment that the client hung up
 * @param connection number of the connection
 * @param model the model asked for; empty when the request could not be read
 * @param stream whether a stream was asked for
 * @param askedTokens input and output that the limits count while the call runs
 * @param inputTokens input of an answered call; 0 otherwise
 * @param outputTokens output of an answered call; 0 otherwise
 * @param idempotencyKey header {@code Idempotency-Key}, or null
 * @param status HTTP status that was sent; 0 when none was
 * @param fault name of the fault that struck, or null
 * @param disconnected whether the client hung up before the answer had ended
 * @param ranOn whether it went on generating after that
 * @param headers the request's headers, names in lower case, without the key
 * @param body the request's body where bodies are kept, else null
 */
public record CallRecord(
        long number,
        Instant arrivedAt,
        long arrivedNanos,
        long durationNanos,
        long connection,
        String model,
        boolean stream,
        int askedTokens,
        int inputTokens,
        int outputTokens,
        @Nullable String idempotencyKey,
        int status,
        @Nullable String fault,
        boolean disconnected,
        boolean ranOn,
        Map<String, String> headers,
        @Nullable String body) {
    public CallRecord {
        headers = Map.copyOf(headers);
    }

    /** Tokens that count in a window: those that an answered call used. */
    public long windowTokens() {
        return (long) inputTokens + outputTokens;
    }
}
