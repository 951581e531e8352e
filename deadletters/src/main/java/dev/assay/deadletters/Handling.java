package dev.assay.deadletters;

import dev.assay.producer.SubmitListener;
import dev.assay.producer.WhenFull;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How fast letters are dealt with.
 *
 * @param rate letters a second at most; null for as fast as it goes
 * @param max letters at most; null for all
 * @param whenFull what to do where a lane has no room
 */
public record Handling(@Nullable Double rate, @Nullable Long max, WhenFull whenFull) {
    /** As fast as it goes, all of them, until a lane is full. */
    public static final Handling STANDARD = new Handling(null, null, WhenFull.fail());

    public Handling {
        if (rate != null && !(rate >= 0.1 && rate <= 1_000_000)) {
            throw new IllegalArgumentException("rate: " + rate + " (expected: 0.1 to 1000000 a second)");
        }
        if (max != null && max < 1) {
            throw new IllegalArgumentException("max: " + max + " (expected: >= 1)");
        }
    }

    /** The producer's view of a listener. */
    static SubmitListener listening(DealListener listener) {
        return new SubmitListener() {
            @Override
            public void waiting(long depth, long bound, Duration waited) {
                listener.waiting(depth, bound, waited);
            }
        };
    }
}
