package dev.assay.scorer.compare;

import dev.assay.scorer.stats.Bootstrap;
import dev.assay.scorer.stats.McNemar;
import org.jspecify.annotations.Nullable;

/**
 * What changed from the first run to the second on the same jobs; every difference is second less first.
 *
 * @param name what was compared: a part's name, or what it stands for
 * @param pairs pairs counted
 * @param bothPass pairs in which both pass
 * @param onlyA pairs in which only the first passes
 * @param onlyB pairs in which only the second passes
 * @param neither pairs in which none passes
 * @param meanA mean value of the first, 0 to 1; null without pairs
 * @param meanB mean value of the second; null without pairs
 * @param rateDifference difference of the pass rates with its paired bootstrap interval; null for fewer than two pairs
 * @param meanDifference the same of the means
 * @param test McNemar's test of the pass rates
 */
public record Effect(
        String name,
        long pairs,
        long bothPass,
        long onlyA,
        long onlyB,
        long neither,
        @Nullable Double meanA,
        @Nullable Double meanB,
        @Nullable Bootstrap rateDifference,
        @Nullable Bootstrap meanDifference,
        McNemar test) {
    /** Share of the pairs that the first passes; null without pairs. */
    public @Nullable Double rateA() {
        return pairs == 0 ? null : (double) (bothPass + onlyA) / pairs;
    }

    /** Share of the pairs that the second passes; null without pairs. */
    public @Nullable Double rateB() {
        return pairs == 0 ? null : (double) (bothPass + onlyB) / pairs;
    }
}
