package dev.assay.schemas.serde;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Locale;

/** Confluent's envelope: a zero byte, the schema's id in 4 bytes (big-endian), then the Avro binary. */
final class WireFormat {
    static final int HEADER_LENGTH = 5;

    private static final byte MAGIC = 0;

    private WireFormat() {}

    static void writeHeader(ByteArrayOutputStream out, int id) {
        out.write(MAGIC);
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(id).array());
    }

    /**
     * The schema id of a value.
     *
     * @throws IllegalArgumentException when the value does not begin as the format says
     */
    static int idOf(byte[] value) {
        if (value.length == 0) {
            throw new IllegalArgumentException("empty value (expected: magic byte 0x00, schema id, Avro)");
        }
        if (value[0] != MAGIC) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "no magic byte: the value starts with 0x%02X (expected: 0x00)", value[0]));
        }
        if (value.length < HEADER_LENGTH) {
            throw new IllegalArgumentException("truncated: " + value.length
                    + " bytes end within the schema id (expected: >= " + HEADER_LENGTH + ")");
        }
        return ByteBuffer.wrap(value).getInt(1);
    }
}
