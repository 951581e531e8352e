package dev.assay.cli.read;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Records in a temporary file, found again by ordinal; of several with one ordinal the highest generation, the first
 * one of it. Memory is 14 bytes a job, so that a million results can be put in order in a small heap.
 */
final class OrdinalSpool implements Closeable {
    private static final int BUFFER = 1 << 16;
    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private final FileChannel file;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private long[] positions = new long[0];
    private int[] lengths = new int[0];
    private short[] generations = new short[0];
    private final boolean keepsLast;
    private long written;
    private int end;

    private OrdinalSpool(FileChannel file, boolean keepsLast) {
        this.file = file;
        this.keepsLast = keepsLast;
    }

    /** @param directory where the file is made; it needs as much room as the records */
    static OrdinalSpool in(Path directory) throws IOException {
        return in(directory, false);
    }

    /** @param keepsLast whether of one generation the last record counts, as in a compacted topic, and not the first */
    static OrdinalSpool in(Path directory, boolean keepsLast) throws IOException {
        Path path = Files.createTempFile(directory, ".assay-", ".spool");
        return new OrdinalSpool(
                FileChannel.open(
                        path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE),
                keepsLast);
    }

    void put(long ordinal, int generation, byte[] bytes) throws IOException {
        if (ordinal < 0 || ordinal >= LARGEST || generation < 0 || generation > Short.MAX_VALUE) {
            throw new IllegalArgumentException("ordinal " + ordinal + ", generation " + generation + " out of range");
        }
        int place = (int) ordinal;
        reserve(place);
        boolean isOlder = generations[place] > generation || (!keepsLast && generations[place] == generation);
        if (lengths[place] != 0 && isOlder) {
            return;
        }
        positions[place] = written;
        // 0 means absent, so that an empty record is kept apart from none.
        lengths[place] = bytes.length + 1;
        generations[place] = (short) generation;
        end = Math.max(end, place + 1);
        append(bytes);
    }

    byte @Nullable [] get(long ordinal) throws IOException {
        if (ordinal < 0 || ordinal >= end || lengths[(int) ordinal] == 0) {
            return null;
        }
        flush();
        ByteBuffer bytes = ByteBuffer.allocate(lengths[(int) ordinal] - 1);
        long position = positions[(int) ordinal];
        while (bytes.hasRemaining()) {
            int read = file.read(bytes, position + bytes.position());
            if (read < 0) {
                throw new IOException("the temporary file ends early");
            }
        }
        return bytes.array();
    }

    /** One past the highest ordinal. */
    long end() {
        return end;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void reserve(int place) {
        if (place >= lengths.length) {
            int size = (int) Math.min(LARGEST, Math.max(place + 1024L, lengths.length * 3L / 2));
            positions = Arrays.copyOf(positions, size);
            lengths = Arrays.copyOf(lengths, size);
            generations = Arrays.copyOf(generations, size);
        }
    }

    private void append(byte[] bytes) throws IOException {
        written += bytes.length;
        int from = 0;
        while (from < bytes.length) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            int part = Math.min(buffer.remaining(), bytes.length - from);
            buffer.put(bytes, from, part);
            from += part;
        }
    }

    private void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            file.write(buffer, file.size());
        }
        buffer.clear();
    }
}
