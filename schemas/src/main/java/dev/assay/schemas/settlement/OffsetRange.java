package dev.assay.schemas.settlement;

/**
 * A run of consecutive offsets.
 *
 * @param from the first offset
 * @param to one past the last offset
 */
public record OffsetRange(long from, long to) {
    public OffsetRange {
        if (from < 0 || to <= from) {
            throw new IllegalArgumentException("offsets " + from + " to " + to + " (expected: 0 <= from < to)");
        }
    }

    public long count() {
        return to - from;
    }
}
