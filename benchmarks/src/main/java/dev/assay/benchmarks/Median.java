package dev.assay.benchmarks;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** The middle of some numbers. */
final class Median {
    private Median() {}

    /** Of an even number of them, the mean of the two in the middle. */
    static <T> double of(List<T> things, ToDoubleFunction<T> number) {
        double[] sorted = things.stream().mapToDouble(number).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
