package dev.assay.scorer.compare;

import dev.assay.scorer.stats.Bootstrap;
import dev.assay.scorer.stats.McNemar;
import java.util.Arrays;

/** Counts pairs of values and keeps their differences: 8 bytes a pair, since an interval needs each of them. */
final class PairTally {
    private double[] differences = new double[256];
    private int pairs;
    private long bothPass;
    private long onlyA;
    private long onlyB;
    private long neither;
    private double sumA;
    private double sumB;

    void add(double valueA, boolean passedA, double valueB, boolean passedB) {
        if (pairs == differences.length) {
            differences = Arrays.copyOf(differences, Math.multiplyExact(pairs, 2));
        }
        differences[pairs++] = valueB - valueA;
        sumA += valueA;
        sumB += valueB;
        bothPass += passedA && passedB ? 1 : 0;
        onlyA += passedA && !passedB ? 1 : 0;
        onlyB += !passedA && passedB ? 1 : 0;
        neither += !passedA && !passedB ? 1 : 0;
    }

    /** Draws from the differences in order of size, so that the order of the jobs changes no digit. */
    Effect effect(String name) {
        double[] means = Arrays.copyOf(differences, pairs);
        Arrays.sort(means);
        return new Effect(
                name,
                pairs,
                bothPass,
                onlyA,
                onlyB,
                neither,
                pairs == 0 ? null : sumA / pairs,
                pairs == 0 ? null : sumB / pairs,
                Bootstrap.ofMean(rates()).orElse(null),
                Bootstrap.ofMean(means).orElse(null),
                McNemar.of(onlyA, onlyB));
    }

    /** The pairs' differences of passing: -1, 0 or 1. */
    private double[] rates() {
        double[] rates = new double[pairs];
        Arrays.fill(rates, 0, (int) onlyA, -1);
        Arrays.fill(rates, pairs - (int) onlyB, pairs, 1);
        return rates;
    }
}
