package dev.assay.cli.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import org.junit.jupiter.api.Test;

/** The arithmetic of judging, at its edges. */
class JudgingTest {
    @Test
    void aCallThatNoResultTellsOfIsFound() {
        Fabricated evidence =
                Fabricated.of("normal").answered("job-1", "first", 1).call("first", "job-1", 200, 0, 1);
        assertThat(seen("normal", "a call in the provider's log", evidence).isRight())
                .isTrue();
        evidence.call("first", "job-1", 200, 2, 1);
        assertThat(seen("normal", "a call in the provider's log", evidence).isRight())
                .isFalse();
    }

    @Test
    void aCallOfAJobWithoutAResultIsFoundToo() {
        Fabricated evidence =
                Fabricated.of("normal").answered("job-1", "first", 1).call("first", "job-2", 200, 0, 1);
        assertThat(seen("normal", "a call in the provider's log", evidence).isRight())
                .isFalse();
    }

    @Test
    void aJobWithTwoResultsOrNoneIsFound() {
        Fabricated evidence =
                Fabricated.of("normal").answered("job-1", "first", 1).answered("job-2", "first", 1);
        assertThat(seen("normal", "every job has one result", evidence).isRight())
                .isTrue();
        evidence.job("job-3");
        assertThat(seen("normal", "every job has one result", evidence).isRight())
                .isFalse();
        Fabricated doubled =
                Fabricated.of("normal").answered("job-1", "first", 1).answered("job-1", "first", 1);
        assertThat(seen("normal", "every job has one result", doubled).isRight())
                .isFalse();
    }

    @Test
    void aStormMayCostACallForEachPlaceAndAProbeForEachHintAndNotOneMore() {
        Fabricated evidence = Fabricated.of("429-storm").moment("storm", 1).moment("over", 4.5);
        for (int i = 1; i <= 10; i++) {
            evidence.answered("job-" + i, "first", 1).call("first", "job-" + i, 200, 10 + i, 0.1);
        }
        // A refusal for each of the 16 places; 3.5 s hold one hint of 2 s, and one more begins.
        for (int i = 1; i <= 16; i++) {
            evidence.call("first", "job-" + (1 + i % 10), 429, 1.1, 0.2);
        }
        evidence.call("first", "job-1", 429, 2.9, 0.2).call("first", "job-1", 429, 4.2, 0.2);
        String words = "an amplification over";
        assertThat(seen("429-storm", words, evidence)).isEqualTo(new Seen(true, "2.80 (at most 2.80)"));
        evidence.call("first", "job-3", 429, 3.5, 0.2);
        assertThat(seen("429-storm", words, evidence).isRight()).isFalse();
    }

    @Test
    void aCallBesideTheProbesOfAnOpenBreakerIsFound() {
        Fabricated evidence = Fabricated.of("consecutive-5xx");
        for (int i = 0; i < 10; i++) {
            evidence.call("first", "job-" + i, 500, i * 0.05, 0.05);
        }
        evidence.call("first", "job-1", 500, 2.6, 0.1).call("first", "job-2", 200, 5, 0.1);
        assertThat(seen("consecutive-5xx", "a call while it is open", evidence).isRight())
                .isTrue();
        assertThat(seen("consecutive-5xx", "probes came", evidence).isRight()).isTrue();
        evidence.call("first", "job-3", 500, 1.5, 0.1);
        assertThat(seen("consecutive-5xx", "a call while it is open", evidence).isRight())
                .isFalse();
    }

    @Test
    void aFourthCallBeforeAProbeHasEndedIsFound() {
        Fabricated evidence = Fabricated.of("consecutive-5xx").call("first", "job-0", 500, 0, 0.1);
        for (int i = 1; i <= 3; i++) {
            evidence.call("first", "job-" + i, 200, 2, 0.1);
        }
        String words = "more than 3 calls until";
        assertThat(seen("consecutive-5xx", words, evidence).isRight()).isTrue();
        evidence.call("first", "job-4", 200, 2.05, 0.1);
        assertThat(seen("consecutive-5xx", words, evidence).isRight()).isFalse();
    }

    @Test
    void aPauseThatIsNotTheTablesIsFound() {
        String words = "TRANSIENT (status=500)";
        assertThat(seen("attempts-as-tabled", words, tabled(2, 8)).isRight()).isTrue();
        assertThat(seen("attempts-as-tabled", words, tabled(1.5, 10)).isRight()).isTrue();
        assertThat(seen("attempts-as-tabled", words, tabled(1, 8)).isRight()).isFalse();
        assertThat(seen("attempts-as-tabled", words, tabled(2, 4)).isRight()).isFalse();
        assertThat(seen("attempts-as-tabled", words, tabled(2)).isRight()).isFalse();
        assertThat(seen("attempts-as-tabled", words, tabled(2, 8, 8)).isRight()).isFalse();
    }

    private static Fabricated tabled(double... pauses) {
        Fabricated evidence = Fabricated.of("attempts-as-tabled");
        for (String job : new String[] {"transient-1", "transient-2"}) {
            evidence.result(
                    job, JobStatus.DEAD_LETTERED, AnswerSource.NONE, FailureKind.TRANSIENT, "first", pauses.length + 1);
            double at = 0;
            evidence.call("first", job, 500, at, 0.1);
            for (double pause : pauses) {
                at += 0.1 + pause;
                evidence.call("first", job, 500, at, 0.1);
            }
        }
        return evidence;
    }

    @Test
    void aReturnOfTheThroughputThatIsTooLateOrTooFastIsFound() {
        assertThat(seen("outage-and-recovery", "throughput is back", recovery(10, 1))
                        .isRight())
                .isTrue();
        assertThat(seen("outage-and-recovery", "throughput is back", recovery(40, 1))
                        .isRight())
                .isFalse();
        assertThat(seen("outage-and-recovery", "more calls in flight", recovery(10, 1))
                        .isRight())
                .isTrue();
        assertThat(seen("outage-and-recovery", "more calls in flight", recovery(10, 12))
                        .isRight())
                .isFalse();
    }

    /** Ten calls a second for 5 s, an outage of 6 s, a trickle, and ten a second again after so long. */
    private static Fabricated recovery(int backAfter, int inFirstStep) {
        Fabricated evidence = Fabricated.of("outage-and-recovery")
                .moment("working", 0)
                .moment("begin", 5)
                .moment("end", 11);
        for (int i = 0; i < 50; i++) {
            evidence.call("first", "job-" + i, 200, i * 0.1, 0.05);
        }
        for (int i = 0; i < 3; i++) {
            evidence.call("first", "job-" + i, 200, 11.2, 0.1);
        }
        for (int i = 0; i < inFirstStep; i++) {
            evidence.call("first", "job-" + i, 200, 11.5, 0.4);
        }
        for (int i = 0; i < 100; i++) {
            evidence.call("first", "job-" + i, 200, 11 + backAfter + i * 0.1, 0.05);
        }
        return evidence;
    }

    @Test
    void aLateDisconnectAndALateCallOfACancelledRunAreFound() {
        Fabricated evidence = Fabricated.of("run-cancelled").moment("cancelled", 5);
        evidence.call("first", "job-1", 0, 1, 4.5, "simulator-small", true);
        assertThat(seen("run-cancelled", "a call whose provider", evidence).isRight())
                .isTrue();
        assertThat(seen("run-cancelled", "a call that begins later", evidence).isRight())
                .isTrue();
        evidence.call("first", "job-2", 0, 1, 5.5, "simulator-small", true);
        assertThat(seen("run-cancelled", "a call whose provider", evidence).isRight())
                .isFalse();
        evidence.call("first", "job-3", 0, 5.2, 0.1, "simulator-small", true);
        assertThat(seen("run-cancelled", "a call that begins later", evidence).isRight())
                .isFalse();
    }

    private static Seen seen(String row, String words, Fabricated evidence) {
        return Rows.all().stream()
                .filter(one -> one.name().equals(row))
                .flatMap(one -> one.observations().stream())
                .filter(observation -> observation.words().startsWith(words))
                .findFirst()
                .orElseThrow()
                .judge()
                .apply(evidence.evidence());
    }
}
