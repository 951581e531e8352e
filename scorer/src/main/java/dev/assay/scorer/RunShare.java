package dev.assay.scorer;

import dev.assay.scorer.fold.RunTally;
import dev.assay.scorer.fold.StateInput;
import dev.assay.scorer.fold.StateOutput;
import dev.assay.scorer.fold.TallyState;

/**
 * One partition's share of a run, with what has to outlive a restart beside it: whether it was handed on since it
 * changed, when it last changed, and whether it is closed because its jobs have been forgotten.
 */
final class RunShare {
    private static final int VERSION = 1;

    private final RunTally tally;
    private boolean untold;
    private boolean closed;
    private boolean emptied;
    private long changedAt;

    RunShare() {
        this(new RunTally());
    }

    private RunShare(RunTally tally) {
        this.tally = tally;
    }

    RunTally tally() {
        return tally;
    }

    boolean isUntold() {
        return untold;
    }

    boolean isClosed() {
        return closed;
    }

    /** Whether every job of a closed share has been forgotten. */
    boolean isEmptied() {
        return emptied;
    }

    boolean isIdleSince(long before) {
        return !untold && changedAt < before;
    }

    void changed(long now) {
        untold = true;
        changedAt = Math.max(changedAt, now);
    }

    void told() {
        untold = false;
    }

    void close() {
        closed = true;
    }

    void emptied() {
        emptied = true;
    }

    byte[] toBytes() {
        StateOutput out = new StateOutput();
        out.number(VERSION);
        out.flag(untold);
        out.flag(closed);
        out.flag(emptied);
        out.number(changedAt);
        if (!closed) {
            out.bytes(TallyState.write(tally));
        }
        return out.toBytes();
    }

    static RunShare of(byte[] bytes) {
        StateInput in = new StateInput(bytes);
        in.version(VERSION);
        boolean untold = in.flag();
        boolean closed = in.flag();
        boolean emptied = in.flag();
        long changedAt = in.number();
        RunShare share = closed ? new RunShare() : new RunShare(TallyState.read(in.rest()));
        share.untold = untold;
        share.closed = closed;
        share.emptied = emptied;
        share.changedAt = changedAt;
        return share;
    }
}
