package dev.assay.scorer.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
    @Test
    void knowsEveryDurationWithinTwoPercent() {
        Random random = new Random(1);
        for (int round = 0; round < 20_000; round++) {
            long millis = (long) Math.exp(random.nextDouble() * Math.log(LatencyHistogram.MAX_MILLIS));
            LatencyHistogram histogram = new LatencyHistogram();
            histogram.add(millis, 1);
            assertThat(histogram.percentile(50)).isCloseTo(millis, twoPercentOf(millis));
        }
    }

    @Test
    void findsPercentilesOfAnyMixtureWithinTwoPercent() {
        Random random = new Random(2);
        for (int round = 0; round < 300; round++) {
            long[] durations = new long[1 + random.nextInt(500)];
            LatencyHistogram histogram = new LatencyHistogram();
            for (int i = 0; i < durations.length; i++) {
                durations[i] = (long) Math.exp(random.nextDouble() * 18);
                histogram.add(durations[i], 1);
            }
            Arrays.sort(durations);
            for (int percent : new int[] {1, 50, 95, 99, 100}) {
                long exact = durations[Math.max(1, (int) Math.ceil(durations.length * percent / 100.0)) - 1];
                assertThat(histogram.percentile(percent)).isCloseTo(exact, twoPercentOf(exact));
            }
        }
    }

    @Test
    void smallDurationsAreExact() {
        for (long millis = 0; millis <= 50; millis++) {
            LatencyHistogram histogram = new LatencyHistogram();
            histogram.add(millis, 3);
            assertThat(histogram.percentile(95)).isEqualTo(millis);
        }
    }

    @Test
    void hasNoPercentileOfNothing() {
        LatencyHistogram histogram = new LatencyHistogram();
        assertThat(histogram.percentile(50)).isNull();
        histogram.add(5, 1);
        histogram.add(5, -1);
        assertThat(histogram.percentile(50)).isNull();
        assertThat(histogram.percentiles().getCount()).isZero();
    }

    @Test
    void takesAnyLong() {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.add(-5, 1);
        histogram.add(Long.MAX_VALUE, 1);
        assertThat(histogram.percentile(1)).isZero();
        assertThat(histogram.percentile(100))
                .isCloseTo(LatencyHistogram.MAX_MILLIS, twoPercentOf(LatencyHistogram.MAX_MILLIS));
    }

    private static Offset<Long> twoPercentOf(long millis) {
        return within((long) (millis * 0.02));
    }
}
