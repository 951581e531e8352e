package dev.assay.pipeline;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A file system of its own with little room, in memory; to mount one takes a right that not every machine gives. */
final class SmallDisk implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 20;
    private static final int BLOCK_BYTES = 64 << 10;

    private final Path directory;
    private final Path filler;

    private SmallDisk(Path directory) {
        this.directory = directory;
        this.filler = directory.resolve("filler");
    }

    /** Mounts it at a directory of its own; empty where this user may not. */
    static Optional<SmallDisk> mount(int megabytes) {
        try {
            Path directory = Files.createTempDirectory("assay-small-disk-");
            if (run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "assay-test", directory.toString())) {
                return Optional.of(new SmallDisk(directory));
            }
            Files.delete(directory);
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("no directory for a small disk", e);
        }
    }

    Path directory() {
        return directory;
    }

    /** Writes until there is no room for another byte. */
    void fill() {
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(new byte[BLOCK_BYTES]);
            }
        } catch (IOException e) {
            if (usable() > BLOCK_BYTES) {
                throw new UncheckedIOException("the disk could not be filled", e);
            }
        }
    }

    /** Makes room again. */
    void free() throws IOException {
        Files.delete(filler);
    }

    long usable() {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException("the disk's room is not known", e);
        }
    }

    @Override
    public void close() {
        if (!run("umount", directory.toString())) {
            throw new IllegalStateException("cannot unmount " + directory);
        }
        try {
            Files.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + directory, e);
        }
    }

    private static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
