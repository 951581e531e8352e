package dev.assay.sandbox.wire;

import java.io.IOException;

/** Answers requests; called on a virtual thread of its own each. */
@FunctionalInterface
public interface WireHandler {
    /**
     * Answers one. What it leaves unanswered ends with the connection.
     *
     * @throws IOException when the client is gone
     */
    void handle(Exchange exchange) throws IOException, InterruptedException;
}
