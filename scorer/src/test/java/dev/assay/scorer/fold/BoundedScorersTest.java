package dev.assay.scorer.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.ScorerSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BoundedScorersTest {
    private static final int LIMIT = 4;

    @Test
    void anyOrderAndAnySplitGiveTheSameFigures() {
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            List<Counted.Part> parts = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                parts.add(part("part-" + random.nextInt(9), random.nextInt(2)));
            }
            BoundedScorers expected = counted(parts);
            Collections.shuffle(parts, random);
            BoundedScorers left = counted(parts.subList(0, 17));
            left.merge(counted(parts.subList(17, 40)));

            assertThat(left).isEqualTo(expected);
            assertThat(expected.summaries()).hasSizeLessThanOrEqualTo(LIMIT + 1);
            assertThat(expected.summaries().stream()
                            .mapToLong(ScorerSummary::getScored)
                            .sum())
                    .isEqualTo(40);
        }
    }

    @Test
    void whatIsTakenBackIsGone() {
        BoundedScorers scorers = counted(List.of(part("a", 1), part("b", 1), part("c", 0), part("d", 1), part("e", 1)));
        scorers.add(part("e", 1), -1);
        scorers.add(part("b", 1), -1);

        assertThat(scorers.summaries()).extracting(ScorerSummary::getScorer).containsExactly("a", "c", "d");
        assertThat(scorers).isEqualTo(counted(List.of(part("a", 1), part("c", 0), part("d", 1))));
    }

    @Test
    void theNamesBeyondTheLimitAreToldTogether() {
        BoundedScorers scorers =
                counted(List.of(part("f", 1), part("e", 0), part("d", 1), part("c", 1), part("b", 1), part("a", 1)));

        assertThat(scorers.summaries())
                .extracting(ScorerSummary::getScorer)
                .containsExactly("a", "b", "c", "d", "other");
        assertThat(scorers.summaries().getLast().getScored()).isEqualTo(2);
        assertThat(scorers.summaries().getLast().getMean()).isEqualTo(0.5);
    }

    private static Counted.Part part(String name, int value) {
        return new Counted.Part(name, value * 1_000_000_000L, value == 1, null);
    }

    private static BoundedScorers counted(List<Counted.Part> parts) {
        BoundedScorers scorers = new BoundedScorers(LIMIT);
        parts.forEach(part -> scorers.add(part, 1));
        return scorers;
    }
}
