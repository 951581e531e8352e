package dev.assay.producer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.producer.SeenJobs.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeenJobsTest {
    private record Use(long content, long line) {}

    @Test
    void agreesWithAMapHoweverManyItHolds() {
        Random random = new Random(3);
        SeenJobs seen = new SeenJobs();
        Map<Long, Use> model = new HashMap<>();
        for (long line = 1; line <= 60_000; line++) {
            // Few distinct low bits, so that slots collide and wrap round.
            long id = random.nextInt(30_000) * 4_096L - random.nextInt(3);
            long content = random.nextInt(2);
            Use first = model.putIfAbsent(id, new Use(content, line));
            Verdict expected =
                    first == null ? Verdict.NEW : first.content == content ? Verdict.REPEATED : Verdict.CONFLICTING;

            assertThat(seen.see(id, content, line)).isEqualTo(expected);
        }
        model.forEach((id, use) -> assertThat(seen.firstLine(id)).isEqualTo(use.line));
        assertThat(seen.firstLine(123_456_789_123L)).isZero();
    }

    @Test
    void aSecondReadingOfTheSameLinesFindsThemNewAgain() {
        SeenJobs seen = new SeenJobs();
        for (int reading = 0; reading < 2; reading++) {
            assertThat(seen.see(1, 10, 1)).isEqualTo(Verdict.NEW);
            assertThat(seen.see(2, 20, 2)).isEqualTo(Verdict.NEW);
            assertThat(seen.see(1, 10, 3)).isEqualTo(Verdict.REPEATED);
            assertThat(seen.see(2, 21, 4)).isEqualTo(Verdict.CONFLICTING);
        }
    }

    @Test
    void aLineThatChangedBetweenReadingsIsNotNew() {
        SeenJobs seen = new SeenJobs();
        seen.see(1, 10, 1);

        assertThat(seen.see(1, 11, 1)).isEqualTo(Verdict.CONFLICTING);
    }

    @Test
    void zeroIsAnIdLikeAnyOther() {
        SeenJobs seen = new SeenJobs();

        assertThat(seen.see(0, 0, 1)).isEqualTo(Verdict.NEW);
        assertThat(seen.see(0, 0, 2)).isEqualTo(Verdict.REPEATED);
    }
}
