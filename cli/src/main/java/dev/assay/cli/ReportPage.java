package dev.assay.cli;

import dev.assay.cli.read.LatestRecords;
import dev.assay.cli.read.RunScores;
import dev.assay.cli.read.RunView;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.scorer.epochs.Reduction;
import dev.assay.scorer.epochs.SampleTally;
import dev.assay.scorer.report.RunReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads a run's records and has its page made. */
final class ReportPage {
    private ReportPage() {}

    /** Adds to a report what other records than the run's own say. */
    @FunctionalInterface
    interface Addition {
        void to(RunReport report, RunScores scores) throws IOException;
    }

    /**
     * Writes it.
     *
     * @param addition what is added between scores and results; null for nothing
     * @param file the page; its directory must exist and takes a temporary file meanwhile
     */
    static void write(
            KafkaClients clients, RunRef ref, RunView run, @Nullable Addition addition, Path file, Instant now)
            throws IOException {
        RunReport report = new RunReport(run.runId(), run.manifest(), run.progress(), run.summary(), now);
        if (ref.scoreSet() != null) {
            report.ofScoreSet(ref.scoreSet());
        }
        Path directory = file.toAbsolutePath().getParent();
        Path scratch = directory == null ? Path.of("") : directory;
        try (RunScores scores = new RunScores(ScoreSource.records(clients, ref, run, scratch))) {
            addScores(report, scores, SampleReading.epochs(run));
            if (addition != null) {
                addition.to(report, scores);
            }
        }
        try (LatestRecords<Result> results = LatestRecords.results(clients, run.runId(), run.manifest(), scratch)) {
            for (long ordinal : report.wanted()) {
                Result result = results.get(ordinal);
                if (result != null) {
                    report.add(result);
                }
            }
            results.unplaced().values().forEach(report::add);
        }
        report.write(file);
    }

    private static void addScores(RunReport report, RunScores scores, int epochs) throws IOException {
        SampleTally samples = new SampleTally(epochs);
        scores.eachSample(sample -> {
            for (Score score : sample) {
                report.add(score);
            }
            if (epochs > 0) {
                samples.add(Reduction.of(sample));
            }
        });
        if (epochs > 0) {
            report.samples(samples.result());
        }
    }
}
