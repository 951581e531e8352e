package dev.assay.sandbox.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: its reader never stops reading, not even while an answer is being made, because only a read tells
 * at once that the client has hung up. Requests sent ahead wait for their turn.
 */
final class Connection {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    private static final int DRAIN_MILLIS = 1_000;

    private final long id;
    private final Socket socket;
    private final OutputStream out;
    private final WireLimits limits;
    private final WireHandler handler;
    private final CountDownLatch gone = new CountDownLatch(1);

    Connection(long id, Socket socket, WireLimits limits, WireHandler handler) throws IOException {
        this.id = id;
        this.socket = socket;
        this.limits = limits;
        this.handler = handler;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) Math.min(limits.idle().toMillis(), Integer.MAX_VALUE));
        this.out = socket.getOutputStream();
    }

    long id() {
        return id;
    }

    CountDownLatch gone() {
        return gone;
    }

    /** Reads until the end of the connection. */
    void serve() {
        try {
            RequestReader reader = new RequestReader(new BufferedInputStream(socket.getInputStream()), out, limits);
            Exchange current = null;
            while (!socket.isClosed()) {
                Exchange pending = current;
                Received received = reader.next(() -> pending != null && !pending.isOver());
                switch (received) {
                    case Received.End end -> {
                        return;
                    }
                    case Received.Refused refused -> {
                        awaitTurn(current);
                        refuse(refused);
                        return;
                    }
                    case Received.Request(WireRequest request) -> {
                        awaitTurn(current);
                        current = start(request);
                    }
                }
            }
        } catch (IOException e) {
            LOG.debug("Connection {} broke: {}", id, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close();
        }
    }

    void write(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** Ends it with a FIN after what was sent. */
    void finish() {
        try {
            if (!socket.isClosed()) {
                socket.shutdownOutput();
            }
        } catch (IOException e) {
            LOG.debug("Connection {} was already broken: {}", id, e.toString());
        } finally {
            close();
        }
    }

    /** Ends it with a RST: what the client has not read yet is lost. */
    void reset() {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            LOG.debug("Connection {} was already broken: {}", id, e.toString());
        } finally {
            close();
        }
    }

    void close() {
        gone.countDown();
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("Connection {} did not close: {}", id, e.toString());
        }
    }

    private Exchange start(WireRequest request) {
        Exchange exchange = new Exchange(this, request);
        Thread.ofVirtual().name("exchange-" + id).start(() -> answer(exchange));
        return exchange;
    }

    private void answer(Exchange exchange) {
        try {
            handler.handle(exchange);
        } catch (IOException e) {
            LOG.debug("Connection {} broke while its answer was written: {}", id, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("A request could not be answered", e);
        } finally {
            exchange.end();
            if (!exchange.keepsAlive()) {
                finish();
            }
        }
    }

    private void refuse(Received.Refused refused) throws IOException {
        byte[] body = ("{\"error\":{\"message\":\"" + refused.reason()
                        + "\",\"type\":\"invalid_request_error\",\"param\":null,\"code\":null}}")
                .getBytes(UTF_8);
        WireRequest unread = new WireRequest("", "", "HTTP/1.0", Headers.NONE, new byte[0]);
        new Exchange(this, unread).send(refused.status(), Headers.of("Content-Type", "application/json"), body);
        socket.shutdownOutput();
        drain();
    }

    /** Takes what the client still sends: closing over unread bytes would reset the answer away. */
    private void drain() throws IOException {
        socket.setSoTimeout(DRAIN_MILLIS);
        byte[] ignored = new byte[8 * 1024];
        long left = 2L * limits.bodyBytes();
        for (int read = 0; read >= 0 && left > 0; left -= read) {
            read = socket.getInputStream().read(ignored);
        }
    }

    private static void awaitTurn(@Nullable Exchange before) throws InterruptedException {
        if (before != null) {
            before.awaitEnd();
        }
    }
}
