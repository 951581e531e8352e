package dev.assay.worker.call;

import java.io.IOException;

/** A response body went on past the limit; its connection was cut. */
final class ResponseTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    ResponseTooLargeException(long limit) {
        super("the response is larger than " + limit + " bytes (setting maxResponseBytes)");
    }
}
