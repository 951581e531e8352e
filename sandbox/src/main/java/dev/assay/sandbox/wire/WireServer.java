package dev.assay.sandbox.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts connections and hands their requests to one handler. */
public final class WireServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WireServer.class);
    private static final int BACKLOG = 1_024;

    private final ServerSocket listening;
    private final WireLimits limits;
    private final WireHandler handler;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();

    private WireServer(ServerSocket listening, WireLimits limits, WireHandler handler) {
        this.listening = listening;
        this.limits = limits;
        this.handler = handler;
    }

    /**
     * Listens in plain text.
     *
     * @param port 0 for a free one
     */
    public static WireServer start(InetAddress host, int port, WireLimits limits, WireHandler handler)
            throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        try {
            socket.bind(new InetSocketAddress(host, port), BACKLOG);
        } catch (IOException e) {
            socket.close();
            throw new IOException("cannot listen on " + host.getHostAddress() + ":" + port + ": " + e.getMessage(), e);
        }
        return start(socket, limits, handler);
    }

    /** Listens on a socket that is bound already, such as one that speaks TLS; it is closed with the server. */
    public static WireServer start(ServerSocket listening, WireLimits limits, WireHandler handler) {
        WireServer server = new WireServer(listening, limits, handler);
        Thread.ofVirtual().name("accept-" + listening.getLocalPort()).start(server::accept);
        return server;
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** Stops listening and breaks what is open; handlers see their client gone. */
    @Override
    public void close() throws IOException {
        listening.close();
        open.forEach(Connection::close);
    }

    private void accept() {
        for (long id = 1; !listening.isClosed(); id++) {
            try {
                serve(id, listening.accept());
            } catch (IOException e) {
                if (!listening.isClosed()) {
                    LOG.warn("A connection could not be accepted: {}", e.toString());
                }
            }
        }
    }

    private void serve(long id, Socket socket) throws IOException {
        if (open.size() >= limits.connections()) {
            socket.close();
            return;
        }
        Connection connection = new Connection(id, socket, limits, handler);
        open.add(connection);
        Thread.ofVirtual().name("connection-" + id).start(() -> {
            try {
                connection.serve();
            } finally {
                open.remove(connection);
            }
        });
        if (listening.isClosed()) {
            connection.close();
        }
    }
}
