package dev.assay.scorer.fold;

import dev.assay.schemas.RunProgress;
import java.util.Comparator;

/** Which of two progress records of one run says more; the order in which they are read must not matter. */
public final class Progress {
    private static final Comparator<RunProgress> ORDER = Comparator.comparingLong(RunProgress::getEnqueued)
            .thenComparingInt(RunProgress::getChunks)
            .thenComparing(RunProgress::getComplete)
            .thenComparing(RunProgress::getUpdatedAt);

    private Progress() {}

    public static RunProgress further(RunProgress a, RunProgress b) {
        return ORDER.compare(a, b) >= 0 ? a : b;
    }
}
