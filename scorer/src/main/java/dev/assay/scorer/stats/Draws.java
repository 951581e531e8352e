package dev.assay.scorer.stats;

/**
 * Draws from a fixed sequence: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
 * 2014). The JDK's own generators promise no sequence across versions, and figures in a report must not depend on one.
 */
final class Draws {
    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    private long state;

    Draws(long seed) {
        this.state = seed;
    }

    /** The next 64 bits. */
    long next() {
        state += GAMMA;
        long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** A number from 0 to below the bound; some are likelier by less than bound / 2^64, which nobody can see. */
    int below(int bound) {
        return (int) Math.unsignedMultiplyHigh(next(), bound);
    }
}
