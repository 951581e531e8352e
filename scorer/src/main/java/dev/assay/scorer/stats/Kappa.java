package dev.assay.scorer.stats;

import java.util.OptionalDouble;

/**
 * Cohen's kappa ("A coefficient of agreement for nominal scales", 1960): how much more two judges agree than two who
 * use each verdict as often as they do and know nothing of the answer. 1 is full agreement, 0 is chance, below 0 is
 * less than chance.
 */
public final class Kappa {
    private Kappa() {}

    /**
     * {@code (observed - expected) / (1 - expected)} of a square table.
     *
     * @param table how often the first judge said the row's verdict and the second the column's
     * @return nothing where it is not defined: no answers, or both judges said the same one verdict always, so that
     *     chance would agree fully too
     */
    public static OptionalDouble of(long[][] table) {
        long n = 0;
        long agreed = 0;
        long[] first = new long[table.length];
        long[] second = new long[table.length];
        for (int i = 0; i < table.length; i++) {
            if (table[i].length != table.length) {
                throw new IllegalArgumentException(
                        "row " + i + " has " + table[i].length + " columns (expected: " + table.length + ")");
            }
            agreed += table[i][i];
            for (int j = 0; j < table.length; j++) {
                if (table[i][j] < 0) {
                    throw new IllegalArgumentException(table[i][j] + " in row " + i + " (expected: a count)");
                }
                n += table[i][j];
                first[i] += table[i][j];
                second[j] += table[i][j];
            }
        }
        double expected = 0;
        for (int i = 0; i < table.length; i++) {
            if (first[i] == n && second[i] == n) {
                return OptionalDouble.empty();
            }
            expected += (double) first[i] / n * ((double) second[i] / n);
        }
        return n == 0 ? OptionalDouble.empty() : OptionalDouble.of(((double) agreed / n - expected) / (1 - expected));
    }
}
