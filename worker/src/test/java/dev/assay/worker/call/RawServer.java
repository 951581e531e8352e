package dev.assay.worker.call;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Takes connections and does what the case wants with each; says when it was hung up on. */
final class RawServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** What is done with a connection. */
    @FunctionalInterface
    interface Behaviour {
        void serve(Socket socket, RawServer server) throws IOException, InterruptedException;
    }

    private final ServerSocket listening;
    private final @Nullable SSLContext tls;
    private final Behaviour behaviour;
    private final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CountDownLatch hungUp = new CountDownLatch(1);

    /** @param tls null to leave TLS to the behaviour, or out */
    RawServer(@Nullable SSLContext tls, Behaviour behaviour) throws IOException {
        this.tls = tls;
        this.behaviour = behaviour;
        listening =
                tls == null ? new ServerSocket() : tls.getServerSocketFactory().createServerSocket();
        // Little room for what nobody reads.
        listening.setReceiveBufferSize(16_384);
        listening.bind(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        Thread.ofVirtual().start(this::accept);
    }

    /** Reads, and never says a word. */
    static void silent(Socket socket, RawServer server) throws IOException {
        byte[] buffer = new byte[65_536];
        int n = socket.getInputStream().read(buffer);
        server.reached.countDown();
        while (n >= 0) {
            n = socket.getInputStream().read(buffer);
        }
    }

    /** Shakes hands, and reads nothing of the request until it is told to go on. */
    static void deaf(Socket socket, RawServer server) throws IOException, InterruptedException {
        if (socket instanceof SSLSocket secure) {
            secure.startHandshake();
        }
        server.reached.countDown();
        server.goOn.await();
        byte[] buffer = new byte[65_536];
        while (socket.getInputStream().read(buffer) >= 0) {
            // Nothing is made of it.
        }
    }

    /** Reads one request, with a body of a told length. */
    static void readRequest(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int read = socket.getInputStream().read();
            if (read < 0) {
                return;
            }
            head.append((char) read);
        }
        String lower = head.toString().toLowerCase(Locale.ROOT);
        int from = lower.indexOf("content-length: ") + "content-length: ".length();
        socket.getInputStream().readNBytes(Integer.parseInt(lower.substring(from, lower.indexOf('\r', from))));
    }

    /** Waits, or less long when the server is told to go on. */
    void pause(Duration time) throws InterruptedException {
        goOn.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    void awaitGoOn() throws InterruptedException {
        goOn.await();
    }

    String baseUrl(boolean secure) {
        return (secure ? "https" : "http") + "://127.0.0.1:" + listening.getLocalPort() + "/v1";
    }

    int connections() {
        return connections.get();
    }

    void awaitReached() throws InterruptedException {
        if (!reached.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("nobody came");
        }
    }

    void goOn() {
        goOn.countDown();
    }

    boolean isHungUpWithin(Duration time) throws InterruptedException {
        return hungUp.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() throws IOException {
        listening.close();
        goOn.countDown();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                if (!listening.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            behaviour.serve(socket, this);
            if (!(socket instanceof SSLSocket) && !socket.isClosed()) {
                // A FIN first, or what was sent may be lost over bytes that were not read.
                socket.shutdownOutput();
                socket.setSoTimeout(200);
                socket.getInputStream().skipNBytes(Long.MAX_VALUE);
            }
        } catch (IOException e) {
            // Reset by the client: hung up all the same.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            hungUp.countDown();
        }
    }

    @Override
    public String toString() {
        return tls == null ? "plain" : "TLS";
    }
}
