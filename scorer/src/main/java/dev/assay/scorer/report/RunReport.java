package dev.assay.scorer.report;

import dev.assay.schemas.RunSummary;
import dev.assay.scorer.fold.RunSummaries;
import dev.assay.scorer.fold.RunTally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a run's report. */
public final class RunReport {
    private RunReport() {}

    /**
     * Makes the page and writes it in place of what is there.
     *
     * @param data what it is made of
     * @param file the page to write; its directory is created when missing
     * @return the summary that the page shows, folded from the scores
     * @throws IOException when the file cannot be written
     */
    public static RunSummary write(ReportData data, Path file) throws IOException {
        RunTally tally = new RunTally();
        data.scores().each(tally::add);
        RunSummary summary = RunSummaries.of(data.runId(), tally, data.progress());
        Files.writeString(file, "<!doctype html><title>" + data.runId() + "</title>" + summary.getScored());
        return summary;
    }
}
