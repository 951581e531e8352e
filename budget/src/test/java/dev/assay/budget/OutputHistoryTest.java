package dev.assay.budget;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class OutputHistoryTest {
    private final OutputHistory history = new OutputHistory();

    @Test
    void saysNothingOfAFewAnswers() {
        for (int i = 1; i < OutputHistory.ENOUGH; i++) {
            history.answered("m", "suite", 10);
        }

        assertThat(history.usualMost("m", "suite")).isEmpty();
    }

    @Test
    void nineteenInTwentyStayUnderIt() {
        for (int i = 1; i <= 100; i++) {
            history.answered("m", "suite", i);
        }

        assertThat(history.usualMost("m", "suite")).hasValue(95);
    }

    @Test
    void suitesAreToldApart() {
        for (int i = 0; i < 40; i++) {
            history.answered("m", "labels", 3);
            history.answered("m", "essays", 900);
        }

        assertThat(history.usualMost("m", "labels")).hasValue(3);
        assertThat(history.usualMost("m", "essays")).hasValue(900);
        assertThat(history.usualMost("other", "labels")).isEmpty();
    }

    @Test
    void aSuiteThatIsNewIsTakenToBeLikeTheModelsOthers() {
        for (int i = 0; i < 40; i++) {
            history.answered("m", "labels", 3);
        }

        assertThat(history.usualMost("m", "new")).hasValue(3);
        assertThat(history.usualMost("m", "")).hasValue(3);
    }

    @Test
    void whatWasLongAgoIsForgotten() {
        for (int i = 0; i < 100; i++) {
            history.answered("m", "suite", 5_000);
        }
        for (int i = 0; i < OutputHistory.KEPT; i++) {
            history.answered("m", "suite", 7);
        }

        assertThat(history.usualMost("m", "suite")).hasValue(7);
    }

    @Test
    void onlySoManySuitesAreRemembered() {
        for (int i = 0; i < 40; i++) {
            history.answered("m", "first", 1);
        }
        for (int suite = 0; suite < OutputHistory.MOST_SUITES; suite++) {
            for (int i = 0; i < OutputHistory.ENOUGH; i++) {
                history.answered("m", "suite-" + suite, 50);
            }
        }

        assertThat(history.usualMost("m", "first")).as("that of the model").hasValue(50);
        assertThat(history.usualMost("m", "suite-" + (OutputHistory.MOST_SUITES - 1)))
                .hasValue(50);
    }
}
