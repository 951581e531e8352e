package dev.assay.benchmarks;

/**
 * What a figure has to reach.
 *
 * @param side on which side of the limit it has to lie; the limit itself is fine
 */
public record Bar(Side side, double limit) {
    /** Which way is good. */
    public enum Side {
        AT_LEAST,
        AT_MOST
    }

    static Bar atLeast(double limit) {
        return new Bar(Side.AT_LEAST, limit);
    }

    static Bar atMost(double limit) {
        return new Bar(Side.AT_MOST, limit);
    }

    boolean isHeldBy(double value) {
        return switch (side) {
            case AT_LEAST -> value >= limit;
            case AT_MOST -> value <= limit;
        };
    }
}
