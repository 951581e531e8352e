package dev.assay.format;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Formats every Java source under a root: {@code check} lists the files that differ and exits 1, {@code apply}
 * rewrites them.
 */
final class Format {
    private Format() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 2 || !(args[0].equals("check") || args[0].equals("apply"))) {
            System.err.println("usage: Format check|apply ROOT");
            System.exit(2);
        }
        boolean apply = args[0].equals("apply");
        Formatter formatter = Formatter.createFormatter(JavaFormatterOptions.builder()
                .style(JavaFormatterOptions.Style.PALANTIR)
                .build());
        List<Path> differing = new ArrayList<>();
        for (Path file : sources(Path.of(args[1]))) {
            String source = Files.readString(file);
            String formatted;
            try {
                formatted = formatter.formatSourceAndFixImports(source);
            } catch (FormatterException e) {
                System.err.println(file + ": cannot be parsed: " + e.getMessage());
                System.exit(1);
                return;
            }
            if (!formatted.equals(source)) {
                differing.add(file);
                if (apply) {
                    Files.writeString(file, formatted);
                }
            }
        }
        String verb = apply ? "formatted: " : "not formatted: ";
        differing.forEach(file -> System.err.println(verb + file));
        if (!apply && !differing.isEmpty()) {
            System.err.println("repair with: mvn -q -pl format process-classes -Dformat=apply");
            System.exit(1);
        }
    }

    private static List<Path> sources(Path root) throws IOException {
        List<Path> sources = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = String.valueOf(directory.getFileName());
                boolean skipped = name.equals("target") || name.equals("node_modules") || name.startsWith(".");
                return skipped && !directory.equals(root) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java")) {
                    sources.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return sources;
    }
}
