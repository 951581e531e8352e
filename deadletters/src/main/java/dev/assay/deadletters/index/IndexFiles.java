package dev.assay.deadletters.index;

import dev.assay.runtime.Clock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files of an index, opened. While it holds the lock nobody else changes them; once that is given back what was read
 * stays readable, since files only grow and a file begun anew is another one.
 */
final class IndexFiles implements AutoCloseable {
    private static final Duration TURN = Duration.ofMillis(50);
    private static final int TURNS = 30;

    private final Path directory;
    private final Facts facts;
    private final FileChannel lockFile;
    private final FileLock lock;
    private final Map<Shelf, ShelfIndex> shelves = new LinkedHashMap<>();
    private @Nullable Words words;

    private IndexFiles(Path directory, Facts facts, FileChannel lockFile, FileLock lock) {
        this.directory = directory;
        this.facts = facts;
        this.lockFile = lockFile;
        this.lock = lock;
    }

    /**
     * Opens what there is, and begins what there is not.
     *
     * @param cache the directory of all indexes
     * @return empty where another process holds the lock for longer than a moment
     */
    static Optional<IndexFiles> open(Path cache, Facts facts, Clock clock) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(cache.resolve("dead-letters")
                .resolve(facts.cluster().replaceAll("[^A-Za-z0-9_-]", "_"))
                .resolve(facts.topics().prefix()));
        FileChannel lockFile =
                FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        for (int turn = 0; turn < TURNS; turn++) {
            FileLock lock = tryLock(lockFile);
            if (lock != null) {
                IndexFiles files = new IndexFiles(directory, facts, lockFile, lock);
                try {
                    files.openAll();
                    return Optional.of(files);
                } catch (IOException | RuntimeException e) {
                    files.close();
                    throw e;
                }
            }
            clock.pause(TURN);
        }
        lockFile.close();
        return Optional.empty();
    }

    Words words() {
        if (words == null) {
            throw new IllegalStateException("not open");
        }
        return words;
    }

    Map<Shelf, ShelfIndex> shelves() {
        return shelves;
    }

    ShelfIndex of(Shelf shelf) {
        ShelfIndex index = shelves.get(shelf);
        if (index == null) {
            throw new IllegalStateException("no " + shelf);
        }
        return index;
    }

    /** Begins a partition anew. */
    ShelfIndex restart(Shelf shelf) throws IOException {
        of(shelf).close();
        ShelfIndex fresh = ShelfIndex.fresh(directory.resolve(shelf.fileName()), facts.owner(shelf), words());
        shelves.put(shelf, fresh);
        return fresh;
    }

    /** Lets other processes change the files. */
    void unlock() throws IOException {
        lock.release();
        lockFile.close();
    }

    @Override
    public void close() {
        try {
            lockFile.close();
            if (words != null) {
                words.close();
            }
            for (ShelfIndex shelf : shelves.values()) {
                shelf.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void openAll() throws IOException {
        Words opened = Words.open(directory.resolve("words"));
        words = opened;
        for (Shelf shelf : facts.shelves()) {
            shelves.put(shelf, ShelfIndex.open(directory.resolve(shelf.fileName()), facts.owner(shelf), opened));
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Another reader in this process.
            return null;
        }
    }
}
