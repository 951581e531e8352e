package dev.assay.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.RunSamples;
import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.Style;
import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.scorer.fold.RunSummaries;
import dev.assay.scorer.fold.RunTally;
import dev.assay.scorer.report.RunReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run in which 30 % are cut off, 5 % filtered, 5 % answered by a fallback and 2 % not read by their judge. */
class RunWithFaultsTest {
    private static final int JOBS = 2_000;

    private final RunProgress progress = RunSamples.progress("r1", JOBS, true);
    private final List<Score> scores = scores();
    private final RunSummary summary = summary(scores, progress);

    @Test
    void theStatusTellsEachFaultApart() {
        List<String> lines =
                RunLines.of(new RunView("r1", RunSamples.manifest("r1"), progress, summary), Style.PLAIN, 80);
        assertLine(lines, "truncated", "600", "30.0 %");
        assertLine(lines, "filtered", "100", "5.0 %");
        assertLine(lines, "unscored", "40", "2.0 %");
        assertLine(lines, "unscored", "judge_parse 40");
        assertLine(lines, "fallbacks", "TIMEOUT 100");
        assertLine(lines, "pass rate", "69.0 %", "870 of 1,260 scored, 2,000 in all");
        assertLine(lines, "conservative", "43.5 %");
        assertLine(lines, "primary", "75.0 %", "1,160", "1,200");
        assertLine(lines, "fallback", "0.0 %", "100", "100");
    }

    @Test
    void theReportTellsEachFaultApart(@TempDir Path directory) throws IOException {
        RunReport report = new RunReport("r1", RunSamples.manifest("r1"), progress, summary, RunSamples.TIME);
        scores.forEach(report::add);
        Path page = directory.resolve("report.html");
        report.write(page);
        String text = Files.readString(page).replaceAll("<[^>]*>", " ").replaceAll("[\\s\\p{Z}]+", " ");
        assertThat(text)
                .contains("1,260 scored + 600 truncated + 100 filtered")
                .contains("judge_parse")
                .contains("timeout 100 5.0 %")
                .contains("fallback model");
    }

    private static void assertLine(List<String> lines, String... parts) {
        assertThat(lines).anySatisfy(line -> assertThat(line).contains(parts));
    }

    private static RunSummary summary(List<Score> scores, RunProgress progress) {
        RunTally tally = new RunTally();
        scores.forEach(tally::add);
        return RunSummaries.of("r1", tally, Optional.of(progress));
    }

    private static List<Score> scores() {
        List<Score> scores = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            // Faults fall on right and wrong answers alike: by a number that says nothing about the answer.
            int fault = i / 4 % 100;
            if (fault < 35) {
                scores.add(ended(i, fault < 30 ? Outcome.TRUNCATED : Outcome.FILTERED));
            } else if (fault < 40) {
                scores.add(Score.newBuilder(answered(i, false))
                        .setStatus(JobStatus.FALLBACK)
                        .setSource(AnswerSource.FALLBACK_MODEL)
                        .setFallbackReason(FailureKind.TIMEOUT)
                        .build());
            } else {
                scores.add(fault < 42 ? unread(i) : answered(i, i % 4 != 0));
            }
        }
        return scores;
    }

    private static Score answered(int job, boolean right) {
        return Score.newBuilder(RunSamples.score("r1", job, Outcome.SCORED))
                .setValue(right ? 1.0 : 0.0)
                .setPassed(right)
                .build();
    }

    private static Score unread(int job) {
        return Score.newBuilder(answered(job, false))
                .setOutcome(Outcome.UNSCORED)
                .setUnscoredReason("judge_parse")
                .setValue(null)
                .setPassed(null)
                .build();
    }

    private static Score ended(int job, Outcome outcome) {
        return Score.newBuilder(RunSamples.score("r1", job, outcome))
                .setStatus(JobStatus.UNANSWERED)
                .setSource(AnswerSource.NONE)
                .build();
    }
}
