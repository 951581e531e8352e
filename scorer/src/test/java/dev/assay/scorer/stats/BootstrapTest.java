package dev.assay.scorer.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BootstrapTest {
    @Test
    void drawsTheSequenceThatSplitMix64Has() {
        Draws draws = new Draws(1234567);
        // As published with the generator's other implementations, for the seed 1234567.
        assertThat(Long.toUnsignedString(draws.next())).isEqualTo("6457827717110365317");
        assertThat(Long.toUnsignedString(draws.next())).isEqualTo("3203168211198807973");
        assertThat(Long.toUnsignedString(draws.next())).isEqualTo("9817491932198370423");
        assertThat(Long.toUnsignedString(draws.next())).isEqualTo("4593380528125082431");
        assertThat(Long.toUnsignedString(draws.next())).isEqualTo("16408922859458223821");
    }

    /** Against a second implementation, in another language, of the same draws and ranks. */
    @Test
    void agreesWithAnotherImplementation() {
        double[] values = new double[40];
        for (int i = 0; i < values.length; i++) {
            values[i] = i * i % 11 / 10.0;
        }
        assertIs(Bootstrap.ofMean(values).orElseThrow(), 0.39250000000000007, 0.3075, 0.48250000000000004, 0.0002);
        double[] differences = new double[60];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = (i * 7 % 13 - 5) / 10.0;
        }
        assertIs(Bootstrap.ofMean(differences).orElseThrow(), 0.08666666666666666, -0.008333333333333338, 0.18, 0.0762);
    }

    /**
     * With few values every resample can be listed. Where the exact distribution reaches 2.5 % well within one of its
     * steps, drawing 9,999 times must find that step.
     */
    @Test
    void findsTheIntervalOfAllResamplesWhereThoseCanBeListed() {
        double[][] cases = {
            {0, 1}, {0, 0, 1}, {0, 0.25, 1}, {0, 1, 1, 1}, {0.1, 0.2, 0.4, 0.8}, {0, 0, 1, 1, 1}, {0, 0, 0, 1, 1, 1}
        };
        for (double[] values : cases) {
            Bootstrap drawn = Bootstrap.ofMean(values).orElseThrow();
            double[] all = allMeans(values);
            if (isClear(all, 0.025)) {
                assertThat(drawn.low())
                        .as("low of %s", Arrays.toString(values))
                        .isCloseTo(at(all, 0.025), within(1e-6));
            }
            if (isClear(all, 0.975)) {
                assertThat(drawn.high())
                        .as("high of %s", Arrays.toString(values))
                        .isCloseTo(at(all, 0.975), within(1e-6));
            }
        }
        assertThat(Arrays.stream(cases).filter(values -> isClear(allMeans(values), 0.025)))
                .hasSizeGreaterThan(4);
    }

    @Test
    void sameValuesGiveTheSameFigures() {
        double[] values = {0.3, 1, 0, 0.7, 0.2};
        assertThat(Bootstrap.ofMean(values)).isEqualTo(Bootstrap.ofMean(values.clone()));
    }

    @Test
    void equalValuesHaveNoWidth() {
        Bootstrap same = Bootstrap.ofMean(new double[] {0.5, 0.5, 0.5}).orElseThrow();
        assertThat(same.low()).isEqualTo(0.5);
        assertThat(same.high()).isEqualTo(0.5);
    }

    @Test
    void oneValueHasNoInterval() {
        assertThat(Bootstrap.ofMean(new double[] {1})).isEmpty();
        assertThat(Bootstrap.ofMean(new double[0])).isEmpty();
    }

    @Test
    void whatIsNoNumberIsRefused() {
        assertThatThrownBy(() -> Bootstrap.ofMean(new double[] {1, Double.NaN}))
                .hasMessage("value: NaN (expected: finite)");
    }

    @Test
    void drawsLessOftenWhereThereIsMoreToDraw() {
        assertThat(Bootstrap.resamplesOf(2)).isEqualTo(9_999);
        assertThat(Bootstrap.resamplesOf(10_000)).isEqualTo(9_999);
        assertThat(Bootstrap.resamplesOf(30_000)).isEqualTo(2_999);
        assertThat(Bootstrap.resamplesOf(100_000)).isEqualTo(999);
    }

    @Test
    void theNormalIntervalThatManyValuesHaveGoesOnWhereDrawingStops() {
        double[] many = values(Bootstrap.NORMAL_FROM);
        double[] fewer = values(Bootstrap.NORMAL_FROM - 1);
        Bootstrap normal = Bootstrap.ofMean(many).orElseThrow();
        Bootstrap drawn = Bootstrap.ofMean(fewer).orElseThrow();
        assertThat(normal.resamples()).isZero();
        assertThat(drawn.resamples()).isEqualTo(999);
        double width = normal.high() - normal.low();
        assertThat(normal.low()).isCloseTo(drawn.low(), within(0.1 * width));
        assertThat(normal.high()).isCloseTo(drawn.high(), within(0.1 * width));
    }

    /** The reference values are SciPy's, {@code 2 * norm.sf(z)}. */
    @Test
    void knowsTheNormalDistribution() {
        assertThat(Normal.beyond(0)).isEqualTo(1);
        assertThat(Normal.beyond(0.5)).isCloseTo(0.6170750774519738, within(1e-12));
        assertThat(Normal.beyond(-1.959963984540054)).isCloseTo(0.05, within(1e-12));
        assertThat(Normal.beyond(3)).isCloseTo(0.0026997960632601866, within(1e-12));
        assertThat(Normal.beyond(6)).isCloseTo(1.973175290075389e-09, within(1e-12));
        assertThat(Normal.beyond(50)).isZero();
    }

    private static void assertIs(Bootstrap drawn, double mean, double low, double high, double pValue) {
        assertThat(drawn.mean()).isCloseTo(mean, within(1e-12));
        assertThat(drawn.low()).isCloseTo(low, within(1e-12));
        assertThat(drawn.high()).isCloseTo(high, within(1e-12));
        assertThat(drawn.pValue()).isCloseTo(pValue, within(1e-12));
        assertThat(drawn.resamples()).isEqualTo(9_999);
    }

    private static double[] values(int n) {
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = i * 31L % 97 / 96.0;
        }
        return values;
    }

    /** The means of all n^n resamples, in order. */
    private static double[] allMeans(double[] values) {
        List<Double> sums = List.of(0.0);
        for (int i = 0; i < values.length; i++) {
            List<Double> longer = new ArrayList<>();
            for (double sum : sums) {
                for (double value : values) {
                    longer.add(sum + value);
                }
            }
            sums = longer;
        }
        return sums.stream().mapToDouble(sum -> sum / values.length).sorted().toArray();
    }

    private static double at(double[] sorted, double share) {
        return sorted[(int) (share * sorted.length)];
    }

    /** Whether the share's step is wide enough on both sides that 9,999 draws cannot miss it: over 6 standard errors. */
    private static boolean isClear(double[] sorted, double share) {
        double value = at(sorted, share);
        double margin = 0.01;
        return Math.abs(at(sorted, Math.max(0, share - margin)) - value) < 1e-9
                && Math.abs(at(sorted, Math.min(1 - 1e-9, share + margin)) - value) < 1e-9;
    }
}
