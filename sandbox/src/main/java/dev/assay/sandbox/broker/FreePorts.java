package dev.assay.sandbox.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports that nobody listens on, below the range from which outgoing connections take theirs: a port of that
 * range could be taken by any client while its node is down.
 */
final class FreePorts {
    private static final int FIRST = 15_000;
    private static final int LAST = 32_000;
    private static final int TRIES = 1_000;

    private FreePorts() {}

    /** That many different ones; somebody else may still be faster, so the caller tries again when binding fails. */
    static List<Integer> take(int count) {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int tries = 0; held.size() < count; tries++) {
                if (tries == TRIES) {
                    throw new IllegalStateException("no free port found between " + FIRST + " and " + LAST);
                }
                tryBind(ThreadLocalRandom.current().nextInt(FIRST, LAST), held);
            }
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            held.forEach(FreePorts::close);
        }
    }

    static boolean isFree(int port) {
        List<ServerSocket> held = new ArrayList<>();
        tryBind(port, held);
        held.forEach(FreePorts::close);
        return !held.isEmpty();
    }

    private static void tryBind(int port, List<ServerSocket> held) {
        ServerSocket socket = null;
        try {
            socket = new ServerSocket();
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            held.add(socket);
        } catch (IOException taken) {
            if (socket != null) {
                close(socket);
            }
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("cannot release port " + socket.getLocalPort(), e);
        }
    }
}
