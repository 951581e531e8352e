package dev.assay.scorer.report;

import dev.assay.schemas.Score;
import dev.assay.scorer.report.SampleRun.Weather;
import dev.assay.scorer.testing.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes pages to look at: {@code SamplePages DIRECTORY}. */
final class SamplePages {
    private SamplePages() {}

    public static void main(String[] arguments) throws IOException {
        Path directory = Files.createDirectories(Path.of(arguments[0]));
        new SampleRun("nightly-arithmetic-2026-01-01", 5_000, 7, Weather.MIXED)
                .report()
                .write(directory.resolve("mixed.html"));
        new SampleRun("graded-answers", 800, 8, Weather.GRADED).report().write(directory.resolve("graded.html"));
        new SampleRun("storm", 240, 9, Weather.STORM).report().write(directory.resolve("storm.html"));
        new SampleRun("smoke-test", 12, 10, Weather.CLEAR).report().write(directory.resolve("clear.html"));
        new SampleRun("large", 100_000, 11, Weather.MIXED).report().write(directory.resolve("large.html"));
        SampleRun empty = new SampleRun("just-submitted", 0, 1, Weather.CLEAR);
        new RunReport("just-submitted", empty.manifest(), empty.progress(), null, Results.START)
                .write(directory.resolve("empty.html"));
        odd().write(directory.resolve("odd.html"));
    }

    /** A run that is not over, with a replay two days later, texts that try to break the page, and long words. */
    private static RunReport odd() {
        String runId = "odd-" + "very-long-run-id".repeat(6);
        SampleRun run = new SampleRun(runId, 400, 3, Weather.MIXED);
        RunReport report = new RunReport(runId, run.manifest(), run.progress(), null, Results.START);
        for (int job = 0; job < 380; job++) {
            report.add(odd(run.score(job), job));
        }
        report.wanted().forEach(ordinal -> report.add(HostileText.into(run.result(ordinal.intValue()))));
        return report;
    }

    private static Score odd(Score score, int job) {
        Score.Builder odd = Score.newBuilder(HostileText.into(score));
        return job < 370
                ? odd.build()
                : odd.setScoredAt(score.getScoredAt().plusSeconds(200_000)).build();
    }
}
