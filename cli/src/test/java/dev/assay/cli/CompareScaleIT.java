package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two large runs compared in a small heap, in a process of its own: {@code -Dcompare.jobs=1000000} for as many jobs,
 * {@code -Dcompare.heap=256m} for another heap.
 */
class CompareScaleIT {
    private static final int JOBS = Integer.getInteger("compare.jobs", 20_000);
    private static final String HEAP = System.getProperty("compare.heap", "96m");

    @TempDir
    Path directory;

    @Test
    void manyJobsAreComparedInASmallHeap() throws IOException, InterruptedException {
        try (StoredRuns runs = StoredRuns.start()) {
            runs.storeMany(
                    "a",
                    JOBS,
                    n -> StoredRuns.answered("a", n, n % 4 == 0 ? "none" : "It is " + n)
                            .build());
            runs.storeMany(
                    "b",
                    JOBS,
                    n -> StoredRuns.answered("b", n, n % 5 == 0 ? "none" : "It is " + n)
                            .setOrdinal(JOBS - 1 - n)
                            .build());
            Path out = directory.resolve("out.json");
            Path err = directory.resolve("err");
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx" + HEAP,
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Assay.class.getName(),
                            "compare",
                            "a",
                            "b",
                            "--json",
                            "--bootstrap",
                            runs.bootstrap())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            try {
                assertThat(process.waitFor(20, TimeUnit.MINUTES)).isTrue();
                assertThat(process.exitValue()).as(Files.readString(err)).isZero();
            } finally {
                process.destroyForcibly();
            }
            JsonNode answer = new JsonMapper().readTree(Files.readString(out));
            assertThat(answer.path("common").asInt()).isEqualTo(JOBS);
            assertThat(answer.at("/scored/onlyB").asInt()).isEqualTo((JOBS + 3) / 4 - (JOBS + 19) / 20);
            assertThat(answer.at("/scored/rate/low").asDouble()).isPositive();
        }
    }
}
