package dev.assay.scorer;

import dev.assay.scorer.fold.StateInput;
import dev.assay.scorer.fold.StateOutput;
import dev.assay.scorer.fold.WindowTally;

/**
 * What one partition of the results has counted of a window: all there is to say, so that a later one replaces an
 * earlier one. Its record's key is the window's start.
 */
record WindowShare(int partition, WindowTally tally) {
    private static final int VERSION = 1;

    byte[] toBytes() {
        StateOutput out = new StateOutput();
        out.number(VERSION);
        out.number(partition);
        tally.write(out);
        return out.toBytes();
    }

    static WindowShare of(byte[] bytes) {
        StateInput in = new StateInput(bytes);
        in.version(VERSION);
        return new WindowShare(in.smallNumber(), WindowTally.read(in));
    }
}
