package dev.assay.scorer;

import dev.assay.schemas.RunProgress;
import dev.assay.scorer.fold.RunTally;
import dev.assay.scorer.fold.StateInput;
import dev.assay.scorer.fold.StateOutput;
import dev.assay.scorer.fold.TallyState;
import java.time.Instant;

/** What the fold of a run is told. Each says all there is to say, so that a later one replaces an earlier one. */
sealed interface RunUpdate {
    int VERSION = 1;

    /** What one partition of the results has counted of the run. */
    record Share(int partition, RunTally tally) implements RunUpdate {}

    /** How far the run's submit has come. */
    record Submitted(RunProgress progress) implements RunUpdate {}

    static byte[] write(RunUpdate update) {
        StateOutput out = new StateOutput();
        out.number(VERSION);
        switch (update) {
            case Share(int partition, RunTally tally) -> {
                out.flag(true);
                out.number(partition);
                out.bytes(TallyState.write(tally));
            }
            case Submitted(RunProgress progress) -> {
                out.flag(false);
                writeProgress(out, progress);
            }
        }
        return out.toBytes();
    }

    static RunUpdate read(byte[] bytes) {
        StateInput in = new StateInput(bytes);
        in.version(VERSION);
        return in.flag() ? new Share(in.smallNumber(), TallyState.read(in.rest())) : new Submitted(readProgress(in));
    }

    static void writeProgress(StateOutput out, RunProgress progress) {
        out.text(progress.getRunId());
        out.number(progress.getEnqueued());
        out.number(progress.getChunks());
        out.number(progress.getSkipped());
        out.text(progress.getPrefixHash());
        out.flag(progress.getComplete());
        out.number(progress.getUpdatedAt().toEpochMilli());
    }

    static RunProgress readProgress(StateInput in) {
        return RunProgress.newBuilder()
                .setRunId(in.text())
                .setEnqueued(in.number())
                .setChunks(in.smallNumber())
                .setSkipped(in.number())
                .setPrefixHash(in.text())
                .setComplete(in.flag())
                .setUpdatedAt(Instant.ofEpochMilli(in.number()))
                .build();
    }
}
