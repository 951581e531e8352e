package dev.assay.cli.classify;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/** Reads recorded responses: one JSON object a line, or what {@code curl -i} printed for one. */
public final class ResponseFile implements AutoCloseable {
    private static final int LONGEST_LINE = 64 << 20;
    private static final int LONGEST_DUMP = 256 << 20;
    private static final byte[] DUMP = {'H', 'T', 'T', 'P', '/'};

    private final BufferedInputStream in;
    private final String provider;
    private long line;
    private boolean isDumpRead;

    /** @param provider who sent responses of which the file does not say it */
    public ResponseFile(InputStream in, String provider) {
        this.in = new BufferedInputStream(in, 1 << 16);
        this.provider = provider;
    }

    /**
     * The next response; empty at the end.
     *
     * @throws BadResponseException for a line that holds none; the one behind it can be read all the same
     */
    public Optional<RecordedResponse> next() throws IOException, BadResponseException {
        if (line == 0 && isDump()) {
            isDumpRead = true;
            line = 1;
            byte[] dump = in.readNBytes(LONGEST_DUMP);
            return Optional.of(CurlDump.read(dump, provider));
        }
        while (!isDumpRead) {
            Optional<byte[]> text = nextLine();
            if (text.isEmpty()) {
                break;
            }
            if (!isBlank(text.get())) {
                return Optional.of(ResponseLine.read(line, text.get(), provider));
            }
        }
        return Optional.empty();
    }

    private boolean isDump() throws IOException {
        in.mark(DUMP.length);
        byte[] start = in.readNBytes(DUMP.length);
        in.reset();
        return Arrays.equals(start, DUMP);
    }

    private Optional<byte[]> nextLine() throws IOException, BadResponseException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean isTooLong = false;
        int next = in.read();
        if (next < 0) {
            return Optional.empty();
        }
        line++;
        for (; next >= 0 && next != '\n'; next = in.read()) {
            isTooLong |= bytes.size() >= LONGEST_LINE;
            if (!isTooLong) {
                bytes.write(next);
            }
        }
        if (isTooLong) {
            throw new BadResponseException(line, 1, "longer than " + LONGEST_LINE + " bytes");
        }
        return Optional.of(bytes.toByteArray());
    }

    private static boolean isBlank(byte[] bytes) {
        for (byte one : bytes) {
            if (one != ' ' && one != '\t' && one != '\r') {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
