package dev.assay.deadletters.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Runs, tenants and models by number: a file of texts, the n-th of which has the code n. Texts are only ever appended.
 * Entries are of use only with the file that they were written with, so it has an id that their files repeat.
 */
final class Words implements AutoCloseable {
    /** The code of no text. */
    static final int NONE = 0;
    /** The code of texts that are not kept, because they are too long or too many: the letter itself knows. */
    static final int NOT_KEPT = -1;

    /** What a text is looked for by that is in none of the entries. */
    private static final int NEVER_SEEN = Integer.MIN_VALUE;

    private static final long MAGIC = 0x4153_5341_5957_0001L;
    private static final int HEADER = 16;
    private static final int LONGEST = 255;
    private static final int MOST = 500_000;

    private final FileChannel channel;
    private final long id;
    private final List<String> texts = new ArrayList<>();
    private final Map<String, Integer> codes = new HashMap<>();
    private long end;
    private int written;

    private Words(FileChannel channel, long id) {
        this.channel = channel;
        this.id = id;
    }

    /** Opens the file, or begins a new one where there is none that can be read. */
    static Words open(Path file) throws IOException {
        Words words = Files.exists(file) ? existing(file) : null;
        return words == null ? fresh(file) : words;
    }

    /** Begins a new one in place of whatever is there; whoever still reads the old file is not disturbed. */
    static Words fresh(Path file) throws IOException {
        Files.deleteIfExists(file);
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Words words = new Words(channel, UUID.randomUUID().getMostSignificantBits());
        ByteBuffer header =
                ByteBuffer.allocate(HEADER).putLong(MAGIC).putLong(words.id).flip();
        writeFully(channel, header, 0);
        words.end = HEADER;
        return words;
    }

    private static @Nullable Words existing(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER || buffer.getLong() != MAGIC) {
            return null;
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Words words = new Words(channel, buffer.getLong());
        int whole = buffer.position();
        while (buffer.hasRemaining()) {
            int length = Byte.toUnsignedInt(buffer.get());
            if (buffer.remaining() < length) {
                break;
            }
            words.add(new String(bytes, buffer.position(), length, StandardCharsets.UTF_8));
            buffer.position(buffer.position() + length);
            whole = buffer.position();
        }
        words.end = whole;
        words.written = words.texts.size();
        return words;
    }

    long id() {
        return id;
    }

    int size() {
        return texts.size();
    }

    /** The code of a text, a new one where it has none. */
    int code(@Nullable String text) {
        if (text == null) {
            return NONE;
        }
        Integer known = codes.get(text);
        if (known != null) {
            return known;
        }
        return isKept(text) && texts.size() < MOST ? add(text) : NOT_KEPT;
    }

    /** The code that entries have of a text: one that none has where it was never seen. */
    int find(String text) {
        Integer known = codes.get(text);
        if (known != null) {
            return known;
        }
        return isKept(text) && texts.size() < MOST ? NEVER_SEEN : NOT_KEPT;
    }

    /** The text of a code; null for none and for those that are not kept. */
    @Nullable
    String text(int code) {
        return code <= NONE ? null : texts.get(code - 1);
    }

    boolean isCode(int code) {
        return code >= NOT_KEPT && code <= texts.size();
    }

    /** Writes what is new; entries that use it are written afterwards. */
    void flush() throws IOException {
        while (written < texts.size()) {
            byte[] text = texts.get(written).getBytes(StandardCharsets.UTF_8);
            ByteBuffer buffer = ByteBuffer.allocate(text.length + 1)
                    .put((byte) text.length)
                    .put(text)
                    .flip();
            writeFully(channel, buffer, end);
            end += text.length + 1L;
            written++;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private int add(String text) {
        texts.add(text);
        codes.put(text, texts.size());
        return texts.size();
    }

    private static boolean isKept(String text) {
        return text.length() <= LONGEST && text.getBytes(StandardCharsets.UTF_8).length <= LONGEST;
    }

    static void writeFully(FileChannel channel, ByteBuffer buffer, long position) throws IOException {
        long at = position;
        while (buffer.hasRemaining()) {
            at += channel.write(buffer, at);
        }
    }
}
