package dev.assay.scorer.fold;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads what {@link StateOutput} wrote. State is our own: bytes that do not fit are a bug and throw. */
public final class StateInput {
    private final byte[] bytes;
    private int at;

    public StateInput(byte[] bytes) {
        this.bytes = bytes;
    }

    public long number() {
        long value = 0;
        int shift = 0;
        byte next;
        do {
            next = bytes[at++];
            value |= (long) (next & 0x7F) << shift;
            shift += 7;
        } while (next < 0);
        return (value >>> 1) ^ -(value & 1);
    }

    public int smallNumber() {
        return Math.toIntExact(number());
    }

    public boolean flag() {
        return bytes[at++] != 0;
    }

    public String text() {
        int length = smallNumber();
        String value = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return value;
    }

    public byte[] bytes(int length) {
        byte[] value = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return value;
    }

    /** What is left. */
    public byte[] rest() {
        byte[] rest = Arrays.copyOfRange(bytes, at, bytes.length);
        at = bytes.length;
        return rest;
    }

    public @Nullable String textOrNull() {
        return flag() ? text() : null;
    }

    public @Nullable Long numberOrNull() {
        return flag() ? number() : null;
    }

    /** Reads the version that a state begins with. */
    public void version(int known) {
        version(known, known);
    }

    /** Reads the version that a state begins with, where earlier ones are understood too. */
    public int version(int oldest, int newest) {
        int version = smallNumber();
        if (version < oldest || version > newest) {
            String known = oldest == newest ? String.valueOf(newest) : oldest + " to " + newest;
            throw new IllegalStateException(
                    "state of version " + version + " (known: " + known + "): it was written by a newer scorer");
        }
        return version;
    }
}
