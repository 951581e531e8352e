package dev.assay.scorer.fold;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes the scorer's own state: whole numbers as zigzag varints, texts behind their length. */
public final class StateOutput {
    private byte[] bytes;
    private int size;

    public StateOutput() {
        this(256);
    }

    /** @param expected about how many bytes there will be */
    public StateOutput(int expected) {
        bytes = new byte[Math.max(16, expected)];
    }

    public void number(long value) {
        ensure(10);
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) ((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    public void flag(boolean value) {
        ensure(1);
        bytes[size++] = (byte) (value ? 1 : 0);
    }

    public void text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        number(utf8.length);
        bytes(utf8);
    }

    /** Bytes as they are; how many there are is up to the reader to know. */
    public void bytes(byte[] more) {
        bytes(more, more.length);
    }

    /** What was written to another one. */
    public void bytes(StateOutput more) {
        bytes(more.bytes, more.size);
    }

    private void bytes(byte[] more, int length) {
        ensure(length);
        System.arraycopy(more, 0, bytes, size, length);
        size += length;
    }

    public void textOrNull(@Nullable String value) {
        flag(value != null);
        if (value != null) {
            text(value);
        }
    }

    public void numberOrNull(@Nullable Long value) {
        flag(value != null);
        if (value != null) {
            number(value);
        }
    }

    /** Bytes written so far. */
    public int size() {
        return size;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
