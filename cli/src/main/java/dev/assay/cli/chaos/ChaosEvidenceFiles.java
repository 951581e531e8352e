package dev.assay.cli.chaos;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** Keeps what a chaos run was judged by: the logs of its processes, the provider's log, and what was committed when. */
final class ChaosEvidenceFiles {
    private ChaosEvidenceFiles() {}

    static void keep(ChaosEvidence evidence, Path stage, Path directory) throws IOException {
        Files.createDirectories(directory);
        write(directory.resolve("results.txt"), evidence.results());
        write(directory.resolve("scores.txt"), evidence.scores());
        write(directory.resolve("chunks.txt"), evidence.chunks());
        write(directory.resolve("faults.txt"), evidence.faults());
        write(directory.resolve("dead-letters.txt"), evidence.letters());
        for (Path from : logs(stage)) {
            Files.copy(from, directory.resolve(from.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static List<Path> logs(Path stage) throws IOException {
        try (Stream<Path> files = Files.walk(stage, 2)) {
            return files.filter(file ->
                            file.toString().endsWith(".log") || file.toString().endsWith("provider.jsonl"))
                    .filter(Files::isRegularFile)
                    .toList();
        }
    }

    private static void write(Path file, List<?> lines) throws IOException {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            lines.forEach(out::println);
            if (out.checkError()) {
                throw new IOException("cannot write " + file);
            }
        }
    }
}
