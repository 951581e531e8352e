package dev.assay.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuantilesTest {
    @Test
    void aPercentileIsOneOfTheNumbers() {
        Quantiles hundred = new Quantiles(IntStream.rangeClosed(1, 100)
                .mapToDouble(number -> 101 - number)
                .toArray());
        assertThat(hundred.at(0.5)).isEqualTo(50);
        assertThat(hundred.at(0.9)).isEqualTo(90);
        assertThat(hundred.at(0.99)).isEqualTo(99);
        assertThat(hundred.at(1)).isEqualTo(100);
        assertThat(hundred.at(0.001)).isEqualTo(1);
    }

    @Test
    void ofFewNumbersTheRarestIsTheLargest() {
        Quantiles three = new Quantiles(7, 5, 6);
        assertThat(three.at(0.99)).isEqualTo(7);
        assertThat(three.at(0.34)).isEqualTo(6);
        assertThat(three.at(0.33)).isEqualTo(5);
        assertThat(new Quantiles(4).at(0.5)).isEqualTo(4);
    }

    @Test
    void soLargeAShareIsNoLarger() {
        Random random = new Random(7);
        for (int times = 0; times < 200; times++) {
            double[] numbers = random.doubles(1 + random.nextInt(300)).toArray();
            double share = Math.max(0.001, random.nextDouble());
            double quantile = new Quantiles(numbers).at(share);
            long below =
                    DoubleStream.of(numbers).filter(number -> number < quantile).count();
            long upTo = DoubleStream.of(numbers)
                    .filter(number -> number <= quantile)
                    .count();
            assertThat((double) upTo / numbers.length).isGreaterThanOrEqualTo(share - 1e-9);
            assertThat((double) below / numbers.length).isLessThan(share);
        }
    }

    @Test
    void theMedianOfAnEvenNumberLiesBetweenTwo() {
        assertThat(new Quantiles(4, 1, 3, 2).median()).isEqualTo(2.5);
        assertThat(new Quantiles(9, 1, 3).median()).isEqualTo(3);
        assertThat(Quantiles.median(List.of("aaa", "b", "cc"), String::length)).isEqualTo(2);
    }

    @Test
    void nothingAndNoShareAreRefused() {
        assertThatThrownBy(Quantiles::new).hasMessage("no numbers (expected: at least one)");
        assertThatThrownBy(() -> new Quantiles(1).at(0)).hasMessage("share: 0.0 (expected: above 0, at most 1)");
        assertThatThrownBy(() -> new Quantiles(1).at(Double.NaN)).hasMessageContaining("share: NaN");
    }
}
