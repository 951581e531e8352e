package dev.assay.schemas.settlement;

/**
 * How often a job was started by workers that did not live to settle it, the delivery under way included.
 *
 * @param crowded starts beside other jobs
 * @param alone starts with no other job in flight in that worker
 */
public record Starts(int crowded, int alone) {
    public static final Starts NONE = new Starts(0, 0);

    public Starts {
        if (crowded < 0 || alone < 0) {
            throw new IllegalArgumentException("starts " + crowded + ", " + alone + " (expected: >= 0)");
        }
    }

    public int total() {
        return crowded + alone;
    }

    public Starts plusCrowded() {
        return new Starts(crowded + 1, alone);
    }

    public Starts plusAlone() {
        return new Starts(crowded, alone + 1);
    }
}
