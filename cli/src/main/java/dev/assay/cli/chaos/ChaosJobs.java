package dev.assay.cli.chaos;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Writes the job file of a chaos run: questions with answers that the simulated provider knows, most of them rightly. */
final class ChaosJobs {
    private ChaosJobs() {}

    static List<String> ids(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(ChaosJobs::id).toList();
    }

    static void write(int count, Path file) throws IOException {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            for (int i = 1; i <= count; i++) {
                out.println(JsonNodeFactory.instance
                        .objectNode()
                        .put("id", id(i))
                        .put("prompt", "How much is " + i + " and " + (i % 97) + "? Chaos, job " + i + ".")
                        .put("ideal", String.valueOf(i + i % 97)));
            }
            if (out.checkError()) {
                throw new IOException("cannot write " + file);
            }
        }
    }

    private static String id(int number) {
        return "job-" + number;
    }
}
