package dev.assay.scorer.fold;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes the scorer's own state: whole numbers as zigzag varints, texts behind their length. */
public final class StateOutput {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);

    public void number(long value) {
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~0x7FL) != 0) {
            bytes.write((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }

    public void flag(boolean value) {
        bytes.write(value ? 1 : 0);
    }

    public void text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        number(utf8.length);
        bytes.writeBytes(utf8);
    }

    /** Bytes that go to the end; nothing follows them. */
    public void bytes(byte[] rest) {
        bytes.writeBytes(rest);
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

    public byte[] toBytes() {
        return bytes.toByteArray();
    }
}
