package dev.assay.cli;

import dev.assay.cli.read.RunScores;
import dev.assay.cli.read.RunView;
import dev.assay.schemas.RunManifest;
import dev.assay.scorer.epochs.Reduction;
import dev.assay.scorer.epochs.SampleTally;
import dev.assay.scorer.epochs.Samples;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What the samples of a run of several epochs come to; a run without epochs has none. */
final class SampleReading {
    private SampleReading() {}

    /** How often each line of the run was to be asked; 0 where it was asked once, as a job of its own id. */
    static int epochs(RunView run) {
        RunManifest manifest = run.manifest();
        String epochs = manifest == null ? null : manifest.getSettings().get("epochs");
        return epochs != null && epochs.matches("[0-9]{1,4}") ? Integer.parseInt(epochs) : 0;
    }

    /** How they are brought together, as the run was asked to. */
    static @Nullable String reducer(RunView run) {
        RunManifest manifest = run.manifest();
        return manifest == null ? null : manifest.getSettings().get("reducer");
    }

    static Samples of(RunScores scores, int epochs) throws IOException {
        SampleTally tally = new SampleTally(epochs);
        scores.eachSample(sample -> tally.add(Reduction.of(sample)));
        return tally.result();
    }
}
