package dev.assay.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The demo's directory: emptied at its start, with the example's questions in it. */
final class DemoFiles {
    private static final String QUESTIONS = "word-problems.jsonl";

    private DemoFiles() {}

    /** Deletes what an earlier demo left. */
    static void clear(Path state) throws IOException {
        if (!Files.exists(state)) {
            return;
        }
        Files.walkFileTree(state, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException trouble)
                    throws IOException {
                if (trouble != null) {
                    throw trouble;
                }
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** The job file of {@code examples/}, which the build packs. */
    static Path questions(Path state) throws IOException {
        Files.createDirectories(state);
        Path file = state.resolve(QUESTIONS);
        try (InputStream in = DemoFiles.class.getResourceAsStream("/dev/assay/cli/" + QUESTIONS)) {
            if (in == null) {
                throw new IllegalStateException(QUESTIONS + " is not in the build");
            }
            Files.copy(in, file);
        }
        return file;
    }
}
