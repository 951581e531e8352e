package dev.assay.house;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** The checkout that is being built. */
final class SourceTree {
    private SourceTree() {}

    /** The directory of the root pom. */
    static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("ARCHITECTURE.md"))) {
            directory = directory.getParent();
            if (directory == null) {
                throw new IllegalStateException(
                        "no ARCHITECTURE.md above " + Path.of("").toAbsolutePath());
            }
        }
        return directory;
    }

    /** Files with that ending, build output and hidden directories left out. */
    static List<Path> files(String ending) throws IOException {
        List<Path> files = new ArrayList<>();
        Path root = root();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = String.valueOf(directory.getFileName());
                boolean skipped = name.equals("target") || name.equals("node_modules") || name.startsWith(".");
                return skipped && !directory.equals(root) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(ending)) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}
