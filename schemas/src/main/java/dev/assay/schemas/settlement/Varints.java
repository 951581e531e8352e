package dev.assay.schemas.settlement;

import java.io.ByteArrayOutputStream;

/** Non-negative numbers, seven bits a byte, the low ones first. */
final class Varints {
    private final byte[] bytes;
    private int position;

    Varints(byte[] bytes) {
        this.bytes = bytes;
    }

    static void write(ByteArrayOutputStream out, long value) {
        if (value < 0) {
            throw new IllegalArgumentException("number: " + value + " (expected: >= 0)");
        }
        long rest = value;
        while (rest > 0x7F) {
            out.write((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    long read() {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            if (position == bytes.length) {
                throw new IllegalArgumentException("ends in the middle of a number");
            }
            byte next = bytes[position++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number of more than 63 bits");
    }

    void requireEnd() {
        if (position != bytes.length) {
            throw new IllegalArgumentException(bytes.length - position + " bytes too many");
        }
    }
}
