package dev.assay.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Numbers of which so large a share of others is no larger. */
final class Quantiles {
    private final double[] sorted;

    /** @param numbers at least one, in any order */
    Quantiles(double... numbers) {
        if (numbers.length == 0) {
            throw new IllegalArgumentException("no numbers (expected: at least one)");
        }
        sorted = numbers.clone();
        Arrays.sort(sorted);
    }

    /**
     * The smallest of the numbers that so many are no larger than; never one between two of them.
     *
     * @param share above 0, at most 1; 0.99 for the 99th percentile
     */
    double at(double share) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("share: " + share + " (expected: above 0, at most 1)");
        }
        // The share of an exact number of them must not step over it by a rounding error.
        int rank = (int) Math.ceil(share * sorted.length - 1e-9);
        return sorted[Math.max(rank, 1) - 1];
    }

    /** The middle one; of an even number of them, the mean of the two in the middle. */
    double median() {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    static <T> double median(List<T> things, ToDoubleFunction<T> number) {
        return new Quantiles(things.stream().mapToDouble(number).toArray()).median();
    }
}
