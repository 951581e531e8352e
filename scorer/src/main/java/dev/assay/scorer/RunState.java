package dev.assay.scorer;

import dev.assay.schemas.RunProgress;
import dev.assay.scorer.fold.Progress;
import dev.assay.scorer.fold.StateInput;
import dev.assay.scorer.fold.StateOutput;
import java.util.Optional;

/**
 * What the fold remembers of a run beside the shares.
 *
 * @param progress how far its submit has come, as far as it is known
 * @param untold whether something changed since the last summary
 * @param closed whether its shares have been forgotten
 * @param changedAt when something last changed, epoch ms
 */
record RunState(Optional<RunProgress> progress, boolean untold, boolean closed, long changedAt) {
    private static final int VERSION = 1;
    static final RunState NEW = new RunState(Optional.empty(), false, false, 0);

    /** @param tell whether that alone is worth a summary */
    RunState submitted(RunProgress more, boolean tell, long now) {
        RunProgress further =
                progress.map(known -> Progress.further(known, more)).orElse(more);
        boolean same = progress.isPresent() && progress.get().equals(further);
        return same ? this : new RunState(Optional.of(further), untold || tell, false, now);
    }

    RunState shared(long now) {
        return new RunState(progress, true, false, now);
    }

    RunState told() {
        return new RunState(progress, false, closed, changedAt);
    }

    RunState forgotten() {
        return new RunState(Optional.empty(), false, true, changedAt);
    }

    byte[] toBytes() {
        StateOutput out = new StateOutput();
        out.number(VERSION);
        out.flag(untold);
        out.flag(closed);
        out.number(changedAt);
        out.flag(progress.isPresent());
        progress.ifPresent(known -> RunUpdate.writeProgress(out, known));
        return out.toBytes();
    }

    static RunState of(byte[] bytes) {
        StateInput in = new StateInput(bytes);
        in.version(VERSION);
        boolean untold = in.flag();
        boolean closed = in.flag();
        long changedAt = in.number();
        Optional<RunProgress> progress = in.flag() ? Optional.of(RunUpdate.readProgress(in)) : Optional.empty();
        return new RunState(progress, untold, closed, changedAt);
    }
}
