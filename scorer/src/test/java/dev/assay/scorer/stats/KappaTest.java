package dev.assay.scorer.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class KappaTest {
    @Test
    void agreesWithFractionsWorkedOutByHand() {
        // (35/50 - 1/2) / (1/2)
        assertIs(new long[][] {{20, 5}, {10, 15}}, 2.0 / 5);
        // (60/100 - 54/100) / (46/100)
        assertIs(new long[][] {{45, 15}, {25, 15}}, 3.0 / 23);
        // (60/100 - 46/100) / (54/100)
        assertIs(new long[][] {{25, 35}, {5, 35}}, 7.0 / 27);
        // Three verdicts: agreed 140/200, expected (106*104 + 64*60 + 30*36)/40000
        assertIs(
                new long[][] {{88, 14, 4}, {10, 40, 14}, {6, 6, 18}},
                (146.0 / 200 - 15944.0 / 40000) / (1 - 15944.0 / 40000));
    }

    @Test
    void fullAgreementIsOneAndAlwaysTheOppositeIsMinusOne() {
        assertIs(new long[][] {{3, 0}, {0, 9}}, 1);
        assertIs(new long[][] {{0, 5}, {5, 0}}, -1);
    }

    @Test
    void agreementOfWhoAlwaysSayTheSameIsNotDefined() {
        assertThat(Kappa.of(new long[][] {{7, 0}, {0, 0}})).isEmpty();
        assertThat(Kappa.of(new long[][] {{0, 0}, {0, 0}})).isEmpty();
        assertThat(Kappa.of(new long[0][0])).isEmpty();
    }

    @Test
    void oneWhoAlwaysSaysTheSameAgreesByChance() {
        assertIs(new long[][] {{7, 3}, {0, 0}}, 0);
    }

    @Test
    void aTableThatIsNotSquareIsRefused() {
        assertThatThrownBy(() -> Kappa.of(new long[][] {{1, 2}})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Kappa.of(new long[][] {{-1}})).isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertIs(long[][] table, double kappa) {
        assertThat(Kappa.of(table).orElseThrow()).isCloseTo(kappa, within(1e-9));
    }
}
