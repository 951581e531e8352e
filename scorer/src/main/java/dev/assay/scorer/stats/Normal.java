package dev.assay.scorer.stats;

/** The normal distribution, by its Taylor series (Marsaglia, "Evaluating the normal distribution", 2004). */
final class Normal {
    /** Beyond this nothing is left that a double could add to 1. */
    private static final double FAR = 8;

    private Normal() {}

    /** How much of the standard normal distribution lies further from 0 than that, on both sides; within 1e-15. */
    static double beyond(double z) {
        double x = Math.abs(z);
        if (x > FAR) {
            return 0;
        }
        double sum = x;
        double term = x;
        for (int i = 3; sum + term != sum; i += 2) {
            term *= x * x / i;
            sum += term;
        }
        double within = 2 * sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
        return Math.max(0, 1 - within);
    }
}
