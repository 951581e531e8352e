package dev.assay.scorer.stats;

import java.util.Arrays;
import java.util.Optional;

/**
 * A mean with its 95 % percentile bootstrap interval (Efron, 1979): the values are drawn again, as many of them and
 * with replacement, {@code resamples} times, and the interval leaves out the lowest and the highest 2.5 % of the means.
 * Its ends are the resampled means of rank {@code 0.025 (resamples + 1)} and {@code 0.975 (resamples + 1)} (Davison and
 * Hinkley, "Bootstrap methods and their application", 1997, section 5.3), whole ranks here.
 *
 * <p>Of a paired comparison the values are the differences, pair by pair: drawing those is drawing pairs. Where a value
 * stands for several measurements of one thing, such as the epochs of a sample, drawing values draws things and not
 * measurements, which are not independent.
 *
 * @param mean the mean of the values
 * @param low lower end
 * @param high upper end
 * @param pValue how likely a mean at least as far from 0 would be if the true one were 0, two-sided:
 *     {@code 2 (1 + min(means <= 0, means >= 0)) / (resamples + 1)}, at most 1; it tells something of differences only
 * @param resamples how often values were drawn anew; 0 where there are so many that the normal interval
 *     {@code mean +- 1.96 s / sqrt(n)}, from which this one then cannot be told, took its place
 */
public record Bootstrap(double mean, double low, double high, double pValue, int resamples) {
    /** Values from which on the normal interval is given. */
    static final int NORMAL_FROM = 100_001;

    private static final long SEED = 0x5EED_0F_A55A7L;
    private static final int MOST_RESAMPLES = 9_999;
    private static final int FEWEST_RESAMPLES = 999;
    private static final long MOST_DRAWS = 100_000_000L;
    private static final double Z = 1.959963984540054;

    /**
     * The interval of a mean.
     *
     * @param values finite; their order counts for the last digits, so give them in an order that is always the same
     * @return nothing for fewer than two values: one value says nothing of how far others may be
     */
    public static Optional<Bootstrap> ofMean(double[] values) {
        if (values.length < 2) {
            return Optional.empty();
        }
        double mean = mean(values);
        return Optional.of(values.length < NORMAL_FROM ? drawn(values, mean) : normal(values, mean));
    }

    /** How often so many values are drawn anew: 9,999 times up to 10,000 of them, 999 times at 100,000. */
    static int resamplesOf(int values) {
        long thousands = MOST_DRAWS / values / 1_000;
        return Math.clamp(thousands * 1_000 - 1, FEWEST_RESAMPLES, MOST_RESAMPLES);
    }

    private static Bootstrap drawn(double[] values, double mean) {
        int resamples = resamplesOf(values.length);
        double[] means = new double[resamples];
        Draws draws = new Draws(SEED);
        for (int i = 0; i < resamples; i++) {
            double sum = 0;
            for (int j = 0; j < values.length; j++) {
                sum += values[draws.below(values.length)];
            }
            means[i] = sum / values.length;
        }
        Arrays.sort(means);
        int rank = (resamples + 1) / 40;
        return new Bootstrap(mean, means[rank - 1], means[resamples - rank], pValue(means), resamples);
    }

    private static double pValue(double[] means) {
        int notAbove = 0;
        int notBelow = 0;
        for (double mean : means) {
            notAbove += mean <= 0 ? 1 : 0;
            notBelow += mean >= 0 ? 1 : 0;
        }
        return Math.min(1, 2.0 * (1 + Math.min(notAbove, notBelow)) / (means.length + 1));
    }

    private static Bootstrap normal(double[] values, double mean) {
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        double error = Math.sqrt(squares / (values.length - 1) / values.length);
        double pValue = error > 0 ? Normal.beyond(mean / error) : mean == 0 ? 1 : 0;
        return new Bootstrap(mean, mean - Z * error, mean + Z * error, pValue, 0);
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("value: " + value + " (expected: finite)");
            }
            sum += value;
        }
        return sum / values.length;
    }
}
