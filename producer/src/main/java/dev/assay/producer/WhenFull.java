package dev.assay.producer;

import java.time.Duration;

/** What a submit does while its lane has no room. */
public sealed interface WhenFull {
    /** Ends with {@link SubmitOutcome.QueueFull} at once. */
    static WhenFull fail() {
        return new Fail();
    }

    /**
     * Waits for room, and ends with {@link SubmitOutcome.QueueFull} where none comes for that long.
     *
     * @param longest the longest wait in one go; time in which jobs were admitted does not count
     */
    static WhenFull waitUpTo(Duration longest) {
        return new Wait(longest);
    }

    /** See {@link #fail}. */
    record Fail() implements WhenFull {}

    /** See {@link #waitUpTo}. */
    record Wait(Duration longest) implements WhenFull {
        public Wait {
            if (longest.isNegative()) {
                throw new IllegalArgumentException("longest wait: " + longest + " (expected: >= 0)");
            }
        }
    }
}
