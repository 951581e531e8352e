package dev.assay.scorer.stats;

import java.util.OptionalDouble;

/**
 * pass@k: how likely at least one of k answers is right. Estimated without bias from n answers of which c are right, as
 * the share of the choices of k among them that hold a right one: {@code 1 - C(n - c, k) / C(n, k)} (Chen et al.,
 * "Evaluating large language models trained on code", 2021). {@code 1 - (1 - c/n)^k} would be too low.
 */
public final class PassAtK {
    private PassAtK() {}

    /**
     * The estimate.
     *
     * @param n answers
     * @param c right ones, 0 to n
     * @param k at least 1
     * @return nothing where there are fewer than k answers
     */
    public static OptionalDouble of(int n, int c, int k) {
        if (c < 0 || c > n || k < 1) {
            throw new IllegalArgumentException(c + " of " + n + " at " + k + " (expected: 0 to n, k at least 1)");
        }
        if (n < k) {
            return OptionalDouble.empty();
        }
        double allWrong = 1;
        for (int i = n - c + 1; i <= n && allWrong > 0; i++) {
            allWrong *= Math.max(0, 1 - (double) k / i);
        }
        return OptionalDouble.of(1 - allWrong);
    }
}
