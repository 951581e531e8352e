package dev.assay.worker.call;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers one request a connection, promises to keep the connection, and hangs up. */
final class HangingUpServer implements AutoCloseable {
    private static final String BODY =
            "{\"model\":\"simulator-small\",\"choices\":[{\"message\":{\"content\":\"yes\"},\"finish_reason\":\"stop\"}]}";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ServerSocket server;
    private final AtomicInteger requests = new AtomicInteger();
    private final Semaphore hungUp = new Semaphore(0);

    private HangingUpServer(ServerSocket server) {
        this.server = server;
    }

    static HangingUpServer start() throws IOException {
        HangingUpServer started = new HangingUpServer(new ServerSocket(0, 10, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual().start(started::serve);
        return started;
    }

    String baseUrl() {
        return "http://127.0.0.1:" + server.getLocalPort() + "/v1";
    }

    int requests() {
        return requests.get();
    }

    void awaitHungUp(int times) throws InterruptedException {
        if (!hungUp.tryAcquire(times, PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("nobody was hung up on");
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private void serve() {
        try {
            while (!server.isClosed()) {
                try (Socket socket = server.accept()) {
                    answer(socket);
                }
                hungUp.release();
            }
        } catch (SocketException e) {
            // Closed.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void answer(Socket socket) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
        int length = 0;
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        for (int i = 0; i < length; i++) {
            if (in.read() < 0) {
                return;
            }
        }
        requests.incrementAndGet();
        String head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: keep-alive\r\nContent-Length: "
                + BODY.length() + "\r\n\r\n";
        socket.getOutputStream().write((head + BODY).getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }
}
