package dev.assay.scorer.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.ScorerNames;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScorersTest {
    @Test
    void thereIsAScorerForEveryNameThatAJobMayAskForAndNoOther() {
        assertThat(Scorers.standard().names()).containsExactlyInAnyOrderElementsOf(ScorerNames.ALL);
    }

    @Test
    void everyScorerRefusesAnOptionItDoesNotKnow() {
        for (String name : ScorerNames.ALL) {
            if (!name.equals(ScorerNames.NONE)) {
                Verdict verdict = Judged.by(name, List.of("1"), Map.of("colour", "red"), "1");
                assertThat(Judged.inShort(verdict)).as(name).isEqualTo("bad_expectation");
            }
        }
    }

    @Test
    void everyScorerButNoneRefusesToWorkWithoutATarget() {
        for (String name : ScorerNames.ALL) {
            if (!name.equals(ScorerNames.NONE)) {
                assertThat(Judged.inShort(Judged.by(name, List.of(), Map.of(), "1")))
                        .as(name)
                        .isEqualTo("bad_expectation");
            }
        }
    }
}
