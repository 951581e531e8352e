package dev.assay.worker.failure;

import java.io.IOException;

/** A response body went on past the limit; its connection was cut. */
public final class BodyTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    /** @param limit the longest body that is read, in bytes */
    public BodyTooLargeException(long limit) {
        super("the response is larger than " + limit + " bytes (setting maxResponseBytes)");
    }
}
