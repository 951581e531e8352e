package dev.assay.scorer.report;

import dev.assay.schemas.Result;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.Score;
import java.time.Instant;
import java.util.Optional;

/**
 * What a report is made of.
 *
 * @param runId the run; records of other runs are passed over
 * @param manifest what was asked for; empty where there was no submit, as in offline scoring
 * @param progress how far the submit has come; empty likewise
 * @param scores the run's scores, of every generation; read twice
 * @param results the run's results; read once, for the items that the report shows in full. May be empty: the items
 *     are then shown without prompt and answer
 * @param madeAt when the report is made, for its foot
 */
public record ReportData(
        String runId,
        Optional<RunManifest> manifest,
        Optional<RunProgress> progress,
        Rereadable<Score> scores,
        Rereadable<Result> results,
        Instant madeAt) {}
