package dev.assay.scorer.scoring;

import org.jspecify.annotations.Nullable;

/** What one scorer says of one answer. */
public sealed interface Verdict {
    /**
     * The answer has a value.
     *
     * @param value 0 to 1
     * @param passed whether it is good enough
     * @param label what the scorer made of the answer, such as the number it found; null where there was nothing
     * @param explanation why, in a sentence; null where the label says it all
     */
    record Scored(
            double value,
            boolean passed,
            @Nullable String label,
            @Nullable String explanation) implements Verdict {
        public Scored {
            if (!(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException("value: " + value + " (expected: 0 to 1)");
            }
        }
    }

    /** There is no saying: null with a reason, never a made-up number. */
    record Unscored(UnscoredReason reason, String explanation) implements Verdict {}

    static Verdict right(@Nullable String label) {
        return new Scored(1, true, label, null);
    }

    static Verdict wrong(@Nullable String label, String explanation) {
        return new Scored(0, false, label, explanation);
    }
}
