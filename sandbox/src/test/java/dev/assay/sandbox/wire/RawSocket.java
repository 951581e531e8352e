package dev.assay.sandbox.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;

/** A client without manners: sends what it is told, byte by byte, and reads what comes. */
public final class RawSocket implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;

    private final Socket socket;
    private final InputStream in;

    public RawSocket(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    public void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
        socket.getOutputStream().flush();
    }

    /** Everything up to the end of the header, or to the end of the connection. */
    public String readHead() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int read = in.read();
            if (read < 0) {
                break;
            }
            head.append((char) read);
        }
        return head.toString();
    }

    public String read(int bytes) throws IOException {
        return new String(in.readNBytes(bytes), ISO_8859_1);
    }

    /** Everything up to the end of the connection. */
    public String readAll() throws IOException {
        return new String(in.readAllBytes(), UTF_8);
    }

    /** One answer with a length, its head and body. */
    public String readAnswer() throws IOException {
        String head = readHead();
        int at = head.indexOf("Content-Length: ");
        if (at < 0) {
            return head;
        }
        int end = head.indexOf('\r', at);
        return head + read(Integer.parseInt(head.substring(at + "Content-Length: ".length(), end)));
    }

    /** Ends the connection with a reset. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
