package dev.assay.scorer;

import dev.assay.scorer.fold.Counted;
import dev.assay.scorer.fold.CountedState;
import dev.assay.scorer.fold.RunTally;
import dev.assay.scorer.fold.StateInput;
import dev.assay.scorer.fold.StateOutput;
import dev.assay.scorer.fold.TallyState;

/**
 * One partition's share of a run, with what has to outlive a restart beside it: whether it was handed on since it
 * changed, when it last changed, and whether it is closed because its jobs have been forgotten.
 *
 * <p>It is written with every job, and a tally with many slices is large: what is written is the tally as it was some
 * jobs ago, unchanged, and behind it the states of the jobs counted since.
 */
final class RunShare {
    private static final int VERSION = 2;
    /** The version whose tally has nothing behind it. */
    private static final int WHOLE = 1;
    /** Bytes behind a tally from which on it is worth writing it anew, however small it is. */
    private static final int SINCE_BYTES = 4_096;

    private final RunTally tally;
    private byte[] base;
    private StateOutput since = new StateOutput();
    private boolean untold;
    private boolean closed;
    private boolean emptied;
    private long changedAt;

    RunShare() {
        this(new RunTally());
    }

    private RunShare(RunTally tally) {
        this.tally = tally;
        this.base = TallyState.write(tally);
    }

    RunTally tally() {
        return tally;
    }

    /** Counts a job, whose state is {@code state}. */
    void add(Counted counted, byte[] state) {
        tally.add(counted);
        note(true, state);
    }

    /** Takes a job back. */
    void subtract(Counted counted, byte[] state) {
        tally.subtract(counted);
        note(false, state);
    }

    private void note(boolean isAdded, byte[] state) {
        if (since.size() + state.length > Math.max(SINCE_BYTES, base.length)) {
            base = TallyState.write(tally);
            since = new StateOutput();
            return;
        }
        since.flag(true);
        since.flag(isAdded);
        since.number(state.length);
        since.bytes(state);
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
        StateOutput out = new StateOutput(64 + (closed ? 0 : base.length + since.size()));
        out.number(VERSION);
        out.flag(untold);
        out.flag(closed);
        out.flag(emptied);
        out.number(changedAt);
        if (!closed) {
            out.number(base.length);
            out.bytes(base);
            out.bytes(since);
            out.flag(false);
        }
        return out.toBytes();
    }

    static RunShare of(byte[] bytes) {
        StateInput in = new StateInput(bytes);
        int version = in.version(WHOLE, VERSION);
        boolean untold = in.flag();
        boolean closed = in.flag();
        boolean emptied = in.flag();
        long changedAt = in.number();
        RunShare share = closed ? new RunShare() : new RunShare(version == WHOLE ? whole(in) : replayed(in));
        share.untold = untold;
        share.closed = closed;
        share.emptied = emptied;
        share.changedAt = changedAt;
        return share;
    }

    private static RunTally whole(StateInput in) {
        return TallyState.read(in.rest());
    }

    private static RunTally replayed(StateInput in) {
        RunTally tally = TallyState.read(in.bytes(in.smallNumber()));
        while (in.flag()) {
            boolean isAdded = in.flag();
            Counted counted = CountedState.read(in.bytes(in.smallNumber()));
            if (isAdded) {
                tally.add(counted);
            } else {
                tally.subtract(counted);
            }
        }
        return tally;
    }
}
