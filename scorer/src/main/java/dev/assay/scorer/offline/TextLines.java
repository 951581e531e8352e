package dev.assay.scorer.offline;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads a text file line by line. Lines are split as bytes and decoded one by one, so that a byte that is no UTF-8
 * spoils its own line and no other, and the line is known.
 */
final class TextLines implements AutoCloseable {
    private static final int MAX_BYTES = 32 << 20;

    private final InputStream in;
    private long number;
    private boolean atEnd;

    TextLines(Path file) throws IOException {
        this.in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    }

    /** Number of the line read last, from 1. */
    long number() {
        return number;
    }

    /** Goes to the next line; false when there is none. */
    boolean advance() throws IOException {
        if (atEnd) {
            return false;
        }
        in.mark(1);
        if (in.read() < 0) {
            atEnd = true;
            return false;
        }
        in.reset();
        number++;
        return true;
    }

    /** The text of the line that {@link #advance} went to. */
    String text() throws IOException, BadLineException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean tooLong = false;
        int next = in.read();
        while (next >= 0 && next != '\n') {
            tooLong |= line.size() >= MAX_BYTES;
            if (!tooLong) {
                line.write(next);
            }
            next = in.read();
        }
        atEnd = next < 0;
        if (tooLong) {
            throw new BadLineException(1, "longer than " + MAX_BYTES + " bytes");
        }
        String text = decode(line.toByteArray());
        return number == 1 && text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static String decode(byte[] bytes) throws BadLineException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            int good = new String(bytes, StandardCharsets.UTF_8).indexOf('\uFFFD');
            throw new BadLineException(good + 1, "a byte that is no UTF-8");
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
