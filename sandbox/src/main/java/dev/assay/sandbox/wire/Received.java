package dev.assay.sandbox.wire;

/** What reading from a connection brought. */
sealed interface Received {
    record Request(WireRequest request) implements Received {}

    /** The client hung up, or rested too long, between requests or in the middle of one. */
    record End() implements Received {}

    /** No request that could be served; answered with this status, then closed. */
    record Refused(int status, String reason) implements Received {}
}
