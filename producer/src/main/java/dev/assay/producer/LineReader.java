package dev.assay.producer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Splits a stream into lines of UTF-8 of bounded length. A line beyond the bound is passed over without being held,
 * and one that is not UTF-8 is reported at its first wrong byte; reading goes on behind either. A byte order mark at
 * the start is dropped.
 */
final class LineReader implements Lines {
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final String MARK = "\uFEFF";

    private final InputStream in;
    private final int maxBytes;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);

    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;

    private byte[] line = new byte[1024];
    private int length;
    private long number;

    /**
     * @param maxBytes the longest line that is held, its end not counted
     */
    LineReader(InputStream in, int maxBytes) {
        this.in = in;
        this.maxBytes = maxBytes;
    }

    @Override
    public @Nullable Line next() throws IOException {
        length = 0;
        long bytes = 0;
        boolean ended = false;
        while (!ended) {
            if (position == limit && !fill()) {
                if (bytes == 0) {
                    return null;
                }
                break;
            }
            int end = position;
            while (end < limit && buffer[end] != '\n') {
                end++;
            }
            ended = end < limit;
            keep(position, end);
            bytes += end - position + (ended ? 1 : 0);
            position = ended ? end + 1 : end;
        }
        number++;
        long content = bytes - (ended ? 1 : 0);
        boolean returned = ended && content <= maxBytes && length > 0 && line[length - 1] == '\r';
        if (content > maxBytes) {
            return new Line.Bad(number, 0, "the line has " + content + " bytes (limit: " + maxBytes + ")");
        }
        return decode(returned ? length - 1 : length, returned ? "\r\n" : ended ? "\n" : "");
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(0, in.read(buffer, 0, buffer.length));
        return limit > 0;
    }

    /** Appends part of the buffer to the line, but nothing beyond the bound. */
    private void keep(int from, int to) {
        int count = Math.min(to - from, maxBytes - length);
        if (length + count > line.length) {
            line = Arrays.copyOf(line, Math.min(maxBytes, Math.max(length + count, 2 * line.length)));
        }
        System.arraycopy(buffer, from, line, length, count);
        length += count;
    }

    private Line decode(int bytes, String end) {
        ByteBuffer from = ByteBuffer.wrap(line, 0, bytes);
        CharBuffer to = CharBuffer.allocate(bytes);
        decoder.reset();
        CoderResult result = decoder.decode(from, to, true);
        if (result.isError()) {
            return new Line.Bad(
                    number,
                    to.position() + 1,
                    "byte 0x%02X is not UTF-8 here (save the file as UTF-8)".formatted(line[from.position()]));
        }
        String text = to.flip().toString();
        boolean marked = number == 1 && text.startsWith(MARK);
        return new Line.Text(number, marked ? text.substring(1) : text, end);
    }
}
