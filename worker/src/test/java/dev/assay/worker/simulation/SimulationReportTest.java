package dev.assay.worker.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs the rules through every shape, holds them to their bars, and keeps the report true. */
class SimulationReportTest {
    private static final Path REPORT = Path.of("..", "docs", "simulation", "report.md");
    private static final double RATE = 20;

    private static List<SimulationReport.Pair> pairs = List.of();

    @BeforeAll
    static void run() {
        pairs = Shape.all().stream().map(SimulationReport.Pair::of).toList();
    }

    @Test
    void theCommittedReportIsWhatTheRulesBring() throws IOException {
        String page = SimulationReport.page(pairs);
        if (Boolean.getBoolean("report.write")) {
            Files.createDirectories(REPORT.getParent());
            Files.writeString(REPORT, page);
        }

        assertThat(REPORT)
                .as("written anew by mvn -pl worker -am -Dtest=SimulationReportTest -Dreport.write=true"
                        + " -Dsurefire.failIfNoSpecifiedTests=false test")
                .content()
                .isEqualTo(page);
    }

    @Test
    void everyJobEndsOnce() {
        for (SimulationReport.Pair pair : pairs) {
            assertThat(pair.rules().jobsEnded())
                    .as(pair.shape().name())
                    .isEqualTo(pair.shape().jobs());
            assertThat(pair.naive().jobsEnded())
                    .as(pair.shape().name())
                    .isEqualTo(pair.shape().jobs());
        }
    }

    @Test
    void noShapeIsAnsweredWorseOrWithMoreCallsThanNaively() {
        for (SimulationReport.Pair pair : pairs) {
            assertThat(pair.rules().successShare())
                    .as(pair.shape().name())
                    .isGreaterThan(pair.naive().successShare() - 0.002);
            assertThat(pair.rules().callsPerJob())
                    .as(pair.shape().name())
                    .isLessThanOrEqualTo(pair.naive().callsPerJob());
        }
    }

    @Test
    void aTenthOfTheCallsFailingCostsNoThirdOfACallMore() {
        Tally tally = rules("10 % 5xx");

        assertThat(tally.callsPerJob()).isLessThanOrEqualTo(1.3);
        assertThat(tally.successShare()).isGreaterThan(0.998);
    }

    @Test
    void aStormOf429CostsTheCallsInFlightAtItsStartAndAProbe() {
        Tally tally = rules("429 storm");

        assertThat(tally.calls()).isLessThanOrEqualTo(1_000 + SimWorker.SLOTS + 1);
        assertThat(tally.successShare()).isEqualTo(1);
        assertThat(tally.fallbackShare())
                .as("waiting is better than falling back")
                .isZero();
    }

    @Test
    void throughputIsBackWithinHalfAMinuteOfAnOutageOfOne() {
        Tally tally = rules("hard outage");

        assertThat(tally.back().orElseThrow()).isLessThanOrEqualTo(30);
        assertThat(tally.successShare()).isGreaterThan(0.999);
        assertThat(rules("both down, one back").back().orElseThrow()).isLessThanOrEqualTo(30);
    }

    @Test
    void aModelThatIsBackIsNotHitByWhatHasWaited() {
        Tally tally = rules("hard outage");
        int back = tally.firstAnswerAfter();

        assertThat(tally.callsWithin(back, back + 4)).as("two steps").isLessThanOrEqualTo((int) (RATE * 4 / 2));
        assertThat(tally.callsWithin(back, back + 10)).as("the ramp").isLessThanOrEqualTo((int) (RATE * 10));
    }

    @Test
    void aModelThatBreaksUnderLoadIsNotBrokenAgain() {
        Tally tally = rules("overload collapse");
        int from = 80 + tally.back().orElseThrow();

        for (int second = from; second < 240; second += 10) {
            assertThat(tally.answersWithin(second, second + 10))
                    .as("answers from " + second + " s")
                    .isGreaterThan((int) (RATE * 10 / 2));
        }
        assertThat(tally.successShare()).isGreaterThan(0.98);
    }

    @Test
    void aModelThatFlapsCostsNoAnswers() {
        assertThat(rules("flapping").successShare()).isGreaterThan(0.999);
        assertThat(rules("flapping").within(0.99)).isLessThan(5);
    }

    private static Tally rules(String name) {
        return pairs.stream()
                .filter(pair -> pair.shape().name().equals(name))
                .findFirst()
                .orElseThrow()
                .rules();
    }
}
