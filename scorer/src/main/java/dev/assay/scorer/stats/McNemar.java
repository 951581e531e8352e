package dev.assay.scorer.stats;

/**
 * McNemar's test (1947) of whether two runs pass the same share of the same jobs, in its exact binomial form: of the
 * jobs that only one of them passes, each is as likely to be the one's as the other's if they are equal. No correction
 * for continuity, no approximation.
 *
 * @param onlyA jobs that only the first passes
 * @param onlyB jobs that only the second passes
 * @param exact two-sided p-value, {@code 2 P(X <= min(onlyA, onlyB))} for X ~ Binomial(onlyA + onlyB, 1/2), at most 1;
 *     1 where they differ in no job
 * @param mid the same with half of the weight of what was observed (Lancaster's mid-p; Fagerland, Lydersen and Laake,
 *     "The McNemar test for binary matched-pairs data", 2013): {@code exact} errs on the safe side, this one little to
 *     either
 */
public record McNemar(long onlyA, long onlyB, double exact, double mid) {
    public static McNemar of(long onlyA, long onlyB) {
        if (onlyA < 0 || onlyB < 0) {
            throw new IllegalArgumentException(onlyA + " and " + onlyB + " (expected: counts)");
        }
        long n = onlyA + onlyB;
        long fewer = Math.min(onlyA, onlyB);
        double observed = Math.exp(logOfChoices(n, fewer) - n * Math.log(2));
        double tail = observed;
        double term = observed;
        for (long i = fewer; i > 0 && tail + term != tail; i--) {
            term *= (double) i / (n - i + 1);
            tail += term;
        }
        return new McNemar(onlyA, onlyB, Math.min(1, 2 * tail), Math.min(1, 2 * tail - observed));
    }

    /** The logarithm of n choose k. */
    private static double logOfChoices(long n, long k) {
        return logOfFactorial(n) - logOfFactorial(k) - logOfFactorial(n - k);
    }

    /** By Stirling's series where it is exact to the last digits, by the product below. */
    private static double logOfFactorial(long n) {
        if (n < 32) {
            double product = 1;
            for (long i = 2; i <= n; i++) {
                product *= i;
            }
            return Math.log(product);
        }
        double x = n;
        double correction = 1 / (12 * x) - 1 / (360 * x * x * x) + 1 / (1260 * x * x * x * x * x);
        return x * Math.log(x) - x + Math.log(2 * Math.PI * x) / 2 + correction;
    }
}
