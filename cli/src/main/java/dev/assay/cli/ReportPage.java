package dev.assay.cli;

import dev.assay.cli.read.LatestRecords;
import dev.assay.cli.read.RunView;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.scorer.report.RunReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/** Reads a run's records and has its page made. */
final class ReportPage {
    private ReportPage() {}

    /** @param file the page; its directory must exist and takes a temporary file meanwhile */
    static void write(KafkaClients clients, RunView run, Path file, Instant now) throws IOException {
        RunReport report = new RunReport(run.runId(), run.manifest(), run.progress(), run.summary(), now);
        Path directory = file.toAbsolutePath().getParent();
        Path scratch = directory == null ? Path.of("") : directory;
        try (LatestRecords<Score> scores = LatestRecords.scores(clients, run.runId(), run.manifest(), scratch)) {
            for (long ordinal = 0; ordinal < scores.end(); ordinal++) {
                Score score = scores.get(ordinal);
                if (score != null) {
                    report.add(score);
                }
            }
            scores.unplaced().values().forEach(report::add);
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
}
