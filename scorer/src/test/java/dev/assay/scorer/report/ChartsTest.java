package dev.assay.scorer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.scorer.fold.Wilson;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChartsTest {
    @Test
    void aScaleHoldsTheHighestColumnInAFewRoundSteps() {
        Random random = new Random(1);
        for (int round = 0; round < 1_000; round++) {
            long highest = random.nextLong(1L << random.nextInt(1, 45));

            ColumnChart.Scale scale = ColumnChart.Scale.upTo(highest);

            assertThat(scale.top()).isGreaterThanOrEqualTo(highest).isPositive();
            assertThat(scale.top() % scale.step()).isZero();
            assertThat(scale.top() / scale.step()).isBetween(1L, 4L);
        }
    }

    @Test
    void aLineHasRoomForAllIntervalsAndNoMore() {
        Random random = new Random(2);
        for (int round = 0; round < 1_000; round++) {
            long n = 1 + random.nextLong(1L << random.nextInt(1, 20));
            Wilson interval = Wilson.of(random.nextLong(n + 1), n);

            IntervalMark line = IntervalMark.around(List.of(interval));

            assertThat(line.low()).isGreaterThanOrEqualTo(0).isLessThanOrEqualTo((int) (interval.low() * 100 + 1e-9));
            assertThat(line.high()).isLessThanOrEqualTo(100);
            assertThat(line.high() + 1e-9).isGreaterThanOrEqualTo(interval.high() * 100);
        }
        assertThat(IntervalMark.around(List.of(new Wilson(0.848, 0.869)))).isEqualTo(new IntervalMark(83, 88));
        assertThat(IntervalMark.around(List.of(new Wilson(0.1, 0.9)))).isEqualTo(new IntervalMark(0, 100));
    }

    @Test
    void aPartTooSmallToSeeIsDrawnAllTheSame() {
        Html html = new Html();
        StackedBar.draw(html, "Jobs", List.of(Part.of(Band.PASSED, 1_000_000), Part.of(Band.EXPIRED, 1)), 20);

        assertThat(html.page())
                .contains("aria-label=\"Jobs: 1,000,000 passed, 1 expired\"")
                .contains("width=\"0.498%\"");
    }

    @Test
    void valuesFallIntoTheirBins() {
        ValueBins bins = new ValueBins();
        for (double value : new double[] {0, 0.049, 0.05, 0.5, 0.95, 0.999, 1}) {
            bins.add(value, value == 1);
        }

        assertThat(bins.missed(0)).isEqualTo(2);
        assertThat(bins.missed(1)).isEqualTo(1);
        assertThat(bins.missed(10)).isEqualTo(1);
        assertThat(bins.missed(19)).isEqualTo(2);
        assertThat(bins.passed(19)).isEqualTo(1);
        assertThat(bins.isGraded()).isTrue();
    }

    @Test
    void elementsCloseInOrder() {
        Html html = new Html().open("p");

        assertThatThrownBy(() -> html.close("div")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(html.open("b")::page).hasMessageContaining("<b>");
        assertThatThrownBy(() -> html.trusted("a < b")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aCutNeverSplitsACharacter() {
        assertThat(SafeText.beginning("ab😀", 3)).isEqualTo("ab…");
        assertThat(SafeText.beginning("ab😀", 4)).isEqualTo("ab😀");
        assertThat(SafeText.clean("a\r\nb\rc")).isEqualTo("a\nb\nc");
    }
}
