package dev.assay.scorer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Score;
import dev.assay.scorer.fold.Counted;
import dev.assay.scorer.fold.CountedState;
import dev.assay.scorer.fold.RunTally;
import dev.assay.scorer.fold.StateOutput;
import dev.assay.scorer.fold.TallyState;
import dev.assay.scorer.scoring.ScoreMaker;
import dev.assay.scorer.scoring.Scorers;
import dev.assay.scorer.testing.Results;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunShareTest {
    private final ScoreMaker maker = new ScoreMaker(Scorers.standard());

    @Test
    void aShareReadAtAnyTimeIsTheOneThatWasWritten() {
        RunShare share = new RunShare();
        RunTally expected = new RunTally();
        for (int i = 0; i < 300; i++) {
            Counted counted = counted(i);
            share.add(counted, CountedState.write(counted));
            expected.add(counted);
            if (i % 7 == 3) {
                Counted earlier = counted(i - 2);
                share.subtract(earlier, CountedState.write(earlier));
                expected.subtract(earlier);
            }
            share.changed(i);
            RunShare read = RunShare.of(share.toBytes());
            assertThat(read.tally()).as("after %s", i).isEqualTo(expected);
            assertThat(read.isUntold()).isTrue();
            if (i % 90 == 50) {
                share = read;
            }
        }
    }

    @Test
    void aShareGrowsWithItsSlicesAndNotWithItsJobs() {
        RunShare share = new RunShare();
        for (int i = 0; i < 5_000; i++) {
            Counted counted = counted(i);
            share.add(counted, CountedState.write(counted));
            assertThat(share.toBytes()).hasSizeLessThan(10_000);
        }
    }

    @Test
    void whatAnEarlierScorerWroteIsRead() {
        RunTally tally = new RunTally();
        tally.add(counted(1));
        StateOutput out = new StateOutput();
        out.number(1);
        out.flag(true);
        out.flag(false);
        out.flag(false);
        out.number(77);
        out.bytes(TallyState.write(tally));
        RunShare read = RunShare.of(out.toBytes());
        assertThat(read.tally()).isEqualTo(tally);
        assertThat(read.isUntold()).isTrue();
        assertThat(read.isIdleSince(1_000)).isFalse();
    }

    private Counted counted(int n) {
        Score score = maker.score(
                Results.answered("run", n, "It is 42.")
                        .setExpectation(Results.expecting(Results.use("numeric", "4" + n % 3)))
                        .setTags(Map.of("level", "level-" + n % 5))
                        .build(),
                Instant.EPOCH);
        return Counted.of(score);
    }
}
