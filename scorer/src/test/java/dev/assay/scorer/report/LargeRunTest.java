package dev.assay.scorer.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.scorer.report.SampleRun.Weather;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LargeRunTest {
    private static final int JOBS = 100_000;

    @TempDir
    private Path directory;

    /** In a process of its own, because only a heap that is too small for the run shows that the run is not kept. */
    @Test
    void aHundredThousandJobsGiveASmallPageFromASmallHeap() throws IOException, InterruptedException {
        Path page = directory.resolve("large.html");
        Path log = directory.resolve("log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx40m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LargeRunTest.class.getName(),
                        page.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES))
                    .as("the report is made")
                    .isTrue();
            assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        } finally {
            process.destroyForcibly();
        }

        assertThat(Files.size(page)).isLessThan(2_000_000);
        assertThat(Files.readString(page))
                .contains("100,000")
                .contains("Prompt")
                .doesNotContain("was not at hand");
    }

    /** Every job has its own model, prompt version, tag value and long explanation, and ends in its own minute. */
    public static void main(String[] arguments) throws IOException {
        SampleRun run = new SampleRun("large", JOBS, 1, Weather.MIXED);
        RunReport report = new RunReport(
                "large", run.manifest(), run.progress(), null, run.score(0).getScoredAt());
        String filler = "word ".repeat(80);
        for (int job = 0; job < JOBS; job++) {
            Score score = run.score(job);
            report.add(Score.newBuilder(score)
                    .setJobId("job-" + job + filler)
                    .setResponseModel(score.getResponseModel() == null ? null : "model-" + job)
                    .setUsedFallback(score.getUsedFallback() == null ? null : "fallback-" + job)
                    .setTemplateVersion("version-" + job)
                    .setTags(Map.of("request", "id-" + job + filler, "key-" + job, "value"))
                    .setScoredAt(score.getScoredAt().plusSeconds(60L * job))
                    .build());
        }
        for (long ordinal : report.wanted()) {
            report.add(Result.newBuilder(HostileText.into(run.result(Math.toIntExact(ordinal))))
                    .setJobId("job-" + ordinal + filler)
                    .build());
        }
        report.write(Path.of(arguments[0]));
    }
}
