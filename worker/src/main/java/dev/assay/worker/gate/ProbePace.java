package dev.assay.worker.gate;

import java.time.Duration;

/**
 * How often a blocked account is tried: the pause doubles from the first to the longest.
 *
 * @param first from the block to the first probe
 * @param longest from one probe to the next at most
 */
public record ProbePace(Duration first, Duration longest) {
    /** A doubling beyond this many is over any longest pause. */
    private static final int MOST_DOUBLINGS = 30;

    /** The pause after so many probes that failed. */
    Duration after(int probes) {
        Duration doubled = first.multipliedBy(1L << Math.min(probes, MOST_DOUBLINGS));
        return doubled.compareTo(longest) < 0 ? doubled : longest;
    }
}
