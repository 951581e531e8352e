package dev.assay.sandbox.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One request and the ways to answer it, good and bad. Used by one thread. */
public final class Exchange {
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(ISO_8859_1);

    private final Connection connection;
    private final WireRequest request;
    private final CountDownLatch over = new CountDownLatch(1);
    private boolean complete;

    Exchange(Connection connection, WireRequest request) {
        this.connection = connection;
        this.request = request;
    }

    public WireRequest request() {
        return request;
    }

    /** Number of the connection, from 1, in order of arrival. */
    public long connectionId() {
        return connection.id();
    }

    /**
     * Waits.
     *
     * @return whether the client is still there; false comes as soon as it hangs up
     */
    public boolean pause(Duration time) throws InterruptedException {
        if (time.isZero() || time.isNegative()) {
            return connection.gone().getCount() > 0;
        }
        return !connection.gone().await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Sends a whole answer, with its length. */
    public void send(int status, Headers headers, byte[] body) throws IOException {
        Headers all = headers.with("Content-Length", String.valueOf(body.length));
        connection.write(concat(head(status, all), body));
        complete = true;
    }

    /** Sends a whole answer's head, but only the first bytes of its body; to be followed by a broken end. */
    public void sendCut(int status, Headers headers, byte[] body, int length) throws IOException {
        Headers all = headers.with("Content-Length", String.valueOf(body.length));
        byte[] part = java.util.Arrays.copyOf(body, length);
        connection.write(concat(head(status, all), part));
    }

    /** Starts an answer in chunks. */
    public void startChunks(int status, Headers headers) throws IOException {
        connection.write(head(status, headers.with("Transfer-Encoding", "chunked")));
    }

    public void chunk(byte[] bytes) throws IOException {
        byte[] size = (Integer.toHexString(bytes.length) + "\r\n").getBytes(ISO_8859_1);
        connection.write(concat(size, concat(bytes, "\r\n".getBytes(ISO_8859_1))));
    }

    /** Ends an answer in chunks. */
    public void endChunks() throws IOException {
        connection.write(LAST_CHUNK);
        complete = true;
    }

    /** Writes bytes that may be no HTTP at all. */
    public void raw(byte[] bytes) throws IOException {
        connection.write(bytes);
    }

    /** Ends the connection in order (FIN), whatever was sent. */
    public void hangUp() {
        connection.finish();
    }

    /** Ends the connection with a reset (RST), whatever was sent. */
    public void reset() {
        connection.reset();
    }

    boolean keepsAlive() {
        return complete && request.keepsAlive();
    }

    void end() {
        over.countDown();
    }

    boolean isOver() {
        return over.getCount() == 0;
    }

    void awaitEnd() throws InterruptedException {
        over.await();
    }

    private byte[] head(int status, Headers headers) {
        StringBuilder head = new StringBuilder(256);
        head.append("HTTP/1.1 ")
                .append(status)
                .append(' ')
                .append(Reasons.of(status))
                .append("\r\n");
        for (Headers.Field field : headers.fields()) {
            head.append(field.name()).append(": ").append(field.value()).append("\r\n");
        }
        if (!request.keepsAlive()) {
            head.append("Connection: close\r\n");
        }
        return head.append("\r\n").toString().getBytes(ISO_8859_1);
    }

    private static byte[] concat(byte[] first, byte[] second) {
        ByteArrayOutputStream both = new ByteArrayOutputStream(first.length + second.length);
        both.writeBytes(first);
        both.writeBytes(second);
        return both.toByteArray();
    }
}
