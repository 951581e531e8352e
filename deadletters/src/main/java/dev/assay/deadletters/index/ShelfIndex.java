package dev.assay.deadletters.index;

import dev.assay.deadletters.LetterState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one partition's letters in the order of their offsets: a file that only grows, with a header that says
 * what it belongs to and how far it has read. It is a cache: a file that does not fit in any way is begun anew, and what
 * a crash left at its end is cut off. Letters that retention has taken meanwhile stay in front until then.
 */
final class ShelfIndex implements AutoCloseable {
    private static final long MAGIC = 0x4153_5341_5949_0001L;
    private static final int HEADER = 64;
    private static final int OWNER = 8;
    private static final int WORDS = 16;
    private static final int NEXT = 24;
    private static final int NEXT_MARK = 32;
    private static final int COUNT = 40;
    private static final int CHECK = 48;
    private static final long PRIME = 0x9E3779B97F4A7C15L;
    private static final int BUFFERED = 4_096;

    private final FileChannel channel;
    private final ByteBuffer pending = ByteBuffer.allocate(BUFFERED * Entry.BYTES);
    private ByteBuffer entries = ByteBuffer.allocate(0);
    private int count;
    private int first;
    private int written;
    private long next;
    private long nextMark;

    private ShelfIndex(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Opens a file, or begins it anew.
     *
     * @param owner tells the cluster, the topics and the form of the entries
     * @param words the texts that its entries use
     */
    static ShelfIndex open(Path file, long owner, Words words) throws IOException {
        ShelfIndex found = Files.exists(file) ? existing(file, owner, words) : null;
        return found == null ? fresh(file, owner, words) : found;
    }

    /** Begins it anew; whoever still reads the old file is not disturbed. */
    static ShelfIndex fresh(Path file, long owner, Words words) throws IOException {
        Files.deleteIfExists(file);
        ShelfIndex index = new ShelfIndex(FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE));
        ByteBuffer header = ByteBuffer.allocate(HEADER)
                .putLong(0, MAGIC)
                .putLong(OWNER, owner)
                .putLong(WORDS, words.id())
                .putLong(CHECK, check(0, 0, 0));
        Words.writeFully(index.channel, header, 0);
        return index;
    }

    private static @Nullable ShelfIndex existing(Path file, long owner, Words words) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        int read = channel.read(header, 0);
        long whole = (channel.size() - HEADER) / Entry.BYTES;
        boolean fits = read == HEADER
                && header.getLong(0) == MAGIC
                && header.getLong(OWNER) == owner
                && header.getLong(WORDS) == words.id()
                && header.getLong(CHECK)
                        == check(header.getLong(NEXT), header.getLong(NEXT_MARK), header.getLong(COUNT))
                && whole >= header.getLong(COUNT)
                && whole * Entry.BYTES <= Integer.MAX_VALUE;
        if (fits) {
            ShelfIndex index = new ShelfIndex(channel);
            index.count = (int) whole;
            index.written = index.count;
            index.next = header.getLong(NEXT);
            index.nextMark = header.getLong(NEXT_MARK);
            index.map();
            if (index.isSound(words)) {
                channel.truncate(HEADER + whole * Entry.BYTES);
                return index;
            }
        }
        channel.close();
        return null;
    }

    /** Whether all entries are whole, in order, and of these words. */
    private boolean isSound(Words words) {
        long before = -1;
        for (int i = 0; i < count; i++) {
            int start = i * Entry.BYTES;
            long offset = entries.getLong(start);
            if (offset <= before || !Entry.isSound(entries, start, words)) {
                return false;
            }
            before = offset;
        }
        // Entries are written before the header says so.
        next = Math.max(next, before + 1);
        return next >= 0 && nextMark >= 0;
    }

    int count() {
        return count;
    }

    /** The number of the first entry whose letter is still there. */
    int first() {
        return first;
    }

    /** Tells where the partition begins now. */
    void beginsAt(long offset) {
        first = firstFrom(offset);
    }

    /** The offset from which letters are not indexed yet. */
    long next() {
        return next;
    }

    /** The offset from which marks are not applied yet. */
    long nextMark() {
        return nextMark;
    }

    Entry get(int number) {
        return Entry.read(entries, number * Entry.BYTES);
    }

    /** The number of the first entry of that offset or a later one. */
    int firstFrom(long offset) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (entries.getLong(middle * Entry.BYTES) < offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Adds a letter; it can be looked up after {@link #save}. */
    void append(Entry entry, Words words) throws IOException {
        entry.write(pending);
        if (!pending.hasRemaining()) {
            flush(words);
            writeHeader(entry.offset() + 1, nextMark);
        }
    }

    /** Makes everything added so far part of the file, which has now read up to there. */
    void save(long upTo, Words words) throws IOException {
        if (pending.position() > 0 || upTo != next) {
            flush(words);
            writeHeader(upTo, nextMark);
        }
        if (written != count) {
            count = written;
            map();
        }
    }

    /** Notes what was done about a letter; nothing where it is not here. */
    void mark(long offset, LetterState state, long mark) {
        int number = firstFrom(offset);
        if (number < count && entries.getLong(number * Entry.BYTES) == offset) {
            Entry.mark(entries, number * Entry.BYTES, state, mark);
        }
    }

    /** All marks before that offset are noted. */
    void saveMarks(long upTo) throws IOException {
        if (upTo != nextMark) {
            writeHeader(next, upTo);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void flush(Words words) throws IOException {
        words.flush();
        pending.flip();
        int added = pending.remaining() / Entry.BYTES;
        Words.writeFully(channel, pending, HEADER + (long) written * Entry.BYTES);
        pending.clear();
        written += added;
    }

    private void writeHeader(long upTo, long marksUpTo) throws IOException {
        next = upTo;
        nextMark = marksUpTo;
        ByteBuffer places = ByteBuffer.allocate(CHECK + Long.BYTES - NEXT)
                .putLong(next)
                .putLong(nextMark)
                .putLong(written)
                .putLong(check(next, nextMark, written))
                .flip();
        Words.writeFully(channel, places, NEXT);
    }

    private static long check(long upTo, long marksUpTo, long entries) {
        return (((((upTo + PRIME) * PRIME) ^ marksUpTo) * PRIME) ^ entries) * PRIME;
    }

    private void map() throws IOException {
        long bytes = (long) count * Entry.BYTES;
        if (bytes > Integer.MAX_VALUE) {
            throw new IOException(count + " dead letters in one partition are more than an index takes");
        }
        entries = channel.map(FileChannel.MapMode.READ_WRITE, HEADER, bytes);
    }
}
