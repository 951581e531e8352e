/**
 * HTTP/1.1 over plain sockets, for a server that must misbehave: resets, half answers and stalls need the socket, and
 * a client that hangs up must be seen while its answer is still being thought about.
 */
@org.jspecify.annotations.NullMarked
package dev.assay.sandbox.wire;
