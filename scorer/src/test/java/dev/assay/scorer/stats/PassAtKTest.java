package dev.assay.scorer.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PassAtKTest {
    @Test
    void isTheShareOfAllChoicesThatHoldARightAnswer() {
        for (int n = 1; n <= 12; n++) {
            for (int c = 0; c <= n; c++) {
                for (int k = 1; k <= n; k++) {
                    assertThat(PassAtK.of(n, c, k).orElseThrow())
                            .as("%s of %s at %s", c, n, k)
                            .isCloseTo(byListing(n, c, k), within(1e-12));
                }
            }
        }
    }

    @Test
    void fewerAnswersThanKSayNothing() {
        assertThat(PassAtK.of(4, 4, 5)).isEmpty();
        assertThat(PassAtK.of(0, 0, 1)).isEmpty();
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> PassAtK.of(3, 4, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PassAtK.of(3, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Every choice of k of n answers, the first c of which are right, as bits. */
    private static double byListing(int n, int c, int k) {
        int choices = 0;
        int withRight = 0;
        int right = (1 << c) - 1;
        for (int choice = 0; choice < 1 << n; choice++) {
            if (Integer.bitCount(choice) == k) {
                choices++;
                withRight += (choice & right) == 0 ? 0 : 1;
            }
        }
        return (double) withRight / choices;
    }
}
