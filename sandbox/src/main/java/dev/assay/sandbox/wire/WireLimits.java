package dev.assay.sandbox.wire;

import java.time.Duration;

/**
 * What a client may take.
 *
 * @param headerBytes most bytes of request line and headers; beyond: 431
 * @param bodyBytes most bytes of a body; beyond: 413
 * @param connections most open connections; further ones are closed at once
 * @param idle how long a connection may rest between requests, and a request may stall half-sent, before it is closed
 */
public record WireLimits(int headerBytes, int bodyBytes, int connections, Duration idle) {
    public WireLimits {
        if (headerBytes < 256) {
            throw new IllegalArgumentException("headerBytes: " + headerBytes + " (expected: >= 256)");
        }
        if (bodyBytes < 0) {
            throw new IllegalArgumentException("bodyBytes: " + bodyBytes + " (expected: >= 0)");
        }
        if (connections < 1) {
            throw new IllegalArgumentException("connections: " + connections + " (expected: >= 1)");
        }
        if (idle.toMillis() < 1) {
            throw new IllegalArgumentException("idle: " + idle + " (expected: >= 1 ms)");
        }
    }
}
