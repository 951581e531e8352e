package dev.assay.scorer.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class WilsonTest {
    /**
     * Passed, n, low, high: the roots of (passed/n - p)² = z² p (1 - p) / n, found by bisection with 50 digits. To four
     * digits those of 0/20, 1/29, 15/148 and 81/263 are the ones published by Newcombe (1998).
     */
    private static final double[][] REFERENCE = {
        {0, 1, 0.000000000000000, 0.793450685622763},
        {1, 1, 0.206549314377237, 1.000000000000000},
        {0, 20, 0.000000000000000, 0.161125158052819},
        {1, 29, 0.006113214292763, 0.171755218793203},
        {15, 148, 0.062386399530736, 0.160487241723308},
        {81, 263, 0.255288519878274, 0.366209576982800},
        {50, 100, 0.403831530365996, 0.596168469634004},
        {997, 1319, 0.731972082357042, 0.778293146706582},
        {1319, 1319, 0.997096055014696, 1.000000000000000},
        {999999, 1000000, 0.999994335088196, 0.999999823475423},
        {3, 7, 0.158219855251470, 0.749541635472343}
    };

    @Test
    void agreesWithReferenceValues() {
        for (double[] row : REFERENCE) {
            Wilson interval = Wilson.of((long) row[0], (long) row[1]);
            assertThat(interval.low()).as("%s of %s", row[0], row[1]).isCloseTo(row[2], within(1e-9));
            assertThat(interval.high()).as("%s of %s", row[0], row[1]).isCloseTo(row[3], within(1e-9));
        }
    }

    @Test
    void staysWithinZeroAndOneAndHoldsTheShare() {
        for (int n = 1; n <= 200; n++) {
            for (int passed = 0; passed <= n; passed++) {
                Wilson interval = Wilson.of(passed, n);
                assertThat(interval.low()).isBetween(0.0, (double) passed / n);
                assertThat(interval.high()).isBetween((double) passed / n, 1.0);
            }
        }
    }

    @Test
    void isNotMadeOfNothing() {
        assertThatThrownBy(() -> Wilson.of(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Wilson.of(2, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
