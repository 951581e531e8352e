package dev.assay.scorer.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class McNemarTest {
    /** The airway data of Fagerland, Lydersen and Laake (2013): exact p 0.0703, mid-p 0.0391. */
    @Test
    void agreesWithAPublishedExample() {
        McNemar test = McNemar.of(1, 7);
        assertThat(test.exact()).isCloseTo(0.0703125, within(1e-12));
        assertThat(test.mid()).isCloseTo(0.0390625, within(1e-12));
    }

    /** SciPy's {@code binomtest(b, b + c, 0.5).pvalue}, and that less {@code binom.pmf}. */
    @Test
    void agreesWithReferenceValues() {
        assertIs(12, 30, 0.007915897334896727, 0.0054015726545912895);
        assertIs(121, 59, 4.4344492637551645e-06, 3.2666467957745733e-06);
        assertIs(499_000, 501_000, 0.0456082998653896, 0.04550031788737068);
        assertIs(100, 900, 1.3403435580012363e-161, 7.444499599649394e-162);
    }

    @Test
    void agreesWithSumsOfWholeNumbers() {
        for (int n = 1; n <= 120; n += 7) {
            for (int fewer = 0; fewer <= n / 2; fewer++) {
                BigInteger sum = BigInteger.ZERO;
                BigInteger choices = BigInteger.ONE;
                BigInteger observed = BigInteger.ONE;
                for (int i = 0; i <= fewer; i++) {
                    observed = choices;
                    sum = sum.add(choices);
                    choices = choices.multiply(BigInteger.valueOf(n - i)).divide(BigInteger.valueOf(i + 1L));
                }
                double exact = Math.min(1, over(sum.shiftLeft(1), n));
                double mid = Math.min(1, over(sum.shiftLeft(1).subtract(observed), n));
                assertThat(McNemar.of(fewer, n - fewer).exact()).isCloseTo(exact, Percentage.withPercentage(1e-9));
                assertThat(McNemar.of(n - fewer, fewer).mid()).isCloseTo(mid, Percentage.withPercentage(1e-9));
            }
        }
    }

    @Test
    void nothingIsTestedWhereNothingDiffers() {
        assertThat(McNemar.of(0, 0).exact()).isEqualTo(1);
        assertThat(McNemar.of(0, 0).mid()).isEqualTo(1);
        assertThat(McNemar.of(5, 5).exact()).isEqualTo(1);
        assertThat(McNemar.of(5, 5).mid()).isCloseTo(1, within(1e-12));
        assertThat(McNemar.of(0, 1).exact()).isEqualTo(1);
        assertThat(McNemar.of(0, 1).mid()).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void countsAreNotNegative() {
        assertThatThrownBy(() -> McNemar.of(-1, 2)).isInstanceOf(IllegalArgumentException.class);
    }

    private static double over(BigInteger sum, int n) {
        return new BigDecimal(sum)
                .divide(new BigDecimal(BigInteger.ONE.shiftLeft(n)), MathContext.DECIMAL128)
                .doubleValue();
    }

    private static void assertIs(long onlyA, long onlyB, double exact, double mid) {
        McNemar test = McNemar.of(onlyA, onlyB);
        assertThat(test.exact()).isCloseTo(exact, Percentage.withPercentage(1e-6));
        assertThat(test.mid()).isCloseTo(mid, Percentage.withPercentage(1e-6));
    }
}
