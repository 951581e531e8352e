package dev.assay.cli.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.read.Conservation.Tally;
import dev.assay.schemas.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ConservationTest {
    private static final List<Outcome> OUTCOMES = List.of(Outcome.values());
    private static final int SCORED = Conservation.note(Outcome.SCORED, true);

    @Test
    void isExactWhileJobsMoveBetweenTheReadings() {
        for (int seed = 0; seed < 300; seed++) {
            Pipeline pipeline = new Pipeline(new Random(seed));
            Conservation conservation = pipeline.readWhileMoving();
            assertThat(conservation.remainder()).as("seed %d", seed).isZero();
            assertThat(conservation.findings()).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    void namesAJobThatIsNowhere() {
        Conservation conservation = reading(3, Map.of("SCORED", 2L), 2, ledger(), ledger(0, 2), ledger(0, 2));
        assertThat(conservation.remainder()).isOne();
        assertThat(conservation.findings()).containsExactly(new Finding(Check.LOST, 1, List.of("job 2 of the input")));
    }

    @Test
    void doesNotTakeAJobInFlightForALostOne() {
        Conservation conservation = reading(3, Map.of("SCORED", 1L), 1, ledger(1), ledger(0, 2), ledger(0));
        assertThat(conservation.inFlight()).isEqualTo(new InFlight(1, 0, 1, 0));
        assertThat(conservation.remainder()).isZero();
        assertThat(conservation.findings()).isEmpty();
    }

    @Test
    void aParkedJobIsInFlightOnceAlsoWhereItIsSeenOnTheLaneToo() {
        Tally none = new Tally(Map.of(), 0);
        OrdinalLedger unread = ledger(1, 2);
        unread.add(OrdinalLedger.UNKNOWN, 0, "damaged", 0);
        Conservation conservation =
                new Conservation(4, true, none, false, ledger(0, 1), unread, ledger(2), new OrdinalLedger(), Map.of());
        assertThat(conservation.inFlight()).isEqualTo(new InFlight(1, 2, 1, 0));
        assertThat(conservation.remainder()).isZero();
        assertThat(conservation.findings()).isEmpty();
    }

    @Test
    void aSummaryBehindItsScoresIsOnItsWayUntilItStandsStill() {
        Conservation behind = reading(2, Map.of("SCORED", 1L), 1, ledger(), ledger(0, 1), ledger(0, 1));
        assertThat(behind.inFlight()).isEqualTo(new InFlight(0, 0, 0, 1));
        assertThat(behind.remainder()).isZero();
        assertThat(behind.stalled().inFlight().total()).isZero();
        assertThat(behind.stalled().remainder()).isOne();
    }

    @Test
    void seesASummaryThatItsScoresDoNotAddUpTo() {
        Conservation other = reading(2, Map.of("SCORED", 1L, "EMPTY", 1L), 0, ledger(), ledger(0, 1), ledger(0, 1));
        assertThat(other.remainder()).isZero();
        assertThat(other.findings()).extracting(Finding::check).containsExactly(Check.SUMMARY_DIFFERS);
        assertThat(other.findings().getFirst().examples())
                .containsExactly(
                        "EMPTY: 1 in the summary, 0 in the scores",
                        "SCORED: 1 in the summary, 2 in the scores",
                        "passed: 0 in the summary, 2 in the scores");
        Conservation more = reading(2, Map.of("SCORED", 3L), 2, ledger(), ledger(0, 1), ledger(0, 1));
        assertThat(more.remainder()).isEqualTo(-1);
        assertThat(more.findings()).extracting(Finding::check).containsExactly(Check.SUMMARY_DIFFERS);
    }

    @Test
    void seesWhatIsThereTwice() {
        OrdinalLedger results = ledger(0, 1);
        results.add(1, 0, "job-1", SCORED);
        Conservation conservation = reading(2, Map.of("SCORED", 2L), 2, ledger(), results, ledger(0, 1));
        assertThat(conservation.remainder()).isZero();
        assertThat(conservation.findings()).containsExactly(new Finding(Check.RESULT_DOUBLED, 1, List.of("job-1")));
    }

    @Test
    void seesResultsAndScoresThatHaveNoGround() {
        Conservation conservation = reading(2, Map.of("SCORED", 2L), 2, ledger(), ledger(0, 5), ledger(0, 1));
        assertThat(conservation.findings())
                .extracting(Finding::check)
                .containsExactly(Check.SCORE_WITHOUT_RESULT, Check.RESULT_OF_NO_JOB);
    }

    @Test
    void countsARecordThatCouldNotBeReadByItsId() {
        OrdinalLedger results = ledger(0);
        results.add(OrdinalLedger.UNKNOWN, 0, "job-1", 0);
        OrdinalLedger scores = ledger(0);
        scores.add(OrdinalLedger.UNKNOWN, 0, "job-1", Conservation.note(Outcome.DEAD_LETTERED, null));
        Conservation conservation = reading(2, Map.of("SCORED", 1L, "DEAD_LETTERED", 1L), 1, ledger(), results, scores);
        assertThat(conservation.remainder()).isZero();
        assertThat(conservation.findings()).isEmpty();
    }

    @Test
    void aReplayUnderWayStillCountsAsWhatItWas() {
        OrdinalLedger results = ledger(0);
        results.add(0, 1, "job-0", 0);
        OrdinalLedger scores = new OrdinalLedger();
        scores.add(0, 0, "job-0", Conservation.note(Outcome.DEAD_LETTERED, null));
        scores.add(0, 1, "job-0", SCORED);
        Conservation conservation = reading(1, Map.of("DEAD_LETTERED", 1L), 0, ledger(), results, scores);
        assertThat(conservation.remainder()).isZero();
        assertThat(conservation.findings()).isEmpty();
    }

    @Test
    void aReplayedJobHasToWaitOrToHaveAResultInItsNewGeneration() {
        OrdinalLedger results = ledger(0, 1, 2);
        results.add(1, 1, "job-1", 0);
        OrdinalLedger queued = new OrdinalLedger();
        queued.add(2, 2, "job-2", 0);
        OrdinalLedger scores = ledger(0, 1, 2);
        Map<Long, Integer> reached = Map.of(1L, 1, 2L, 2);
        Map<String, Long> counted = Map.of("SCORED", 3L);
        assertThat(reading(3, counted, 3, queued, results, scores, reached).findings())
                .isEmpty();

        Map<Long, Integer> further = Map.of(0L, 1, 1L, 1, 2L, 2);
        Conservation lost = reading(3, counted, 3, queued, results, scores, further);
        assertThat(lost.findings())
                .containsExactly(new Finding(Check.REPLAY_LOST, 1, List.of("job 1 of the input, generation 1")));
        assertThat(lost.remainder()).isZero();
    }

    @Test
    void aJobThatWasMendedIsCountedOnceOnItsWholeWay() {
        OrdinalLedger results = ledger(0);
        results.add(OrdinalLedger.UNKNOWN, 0, "job-1", 0);
        OrdinalLedger scores = ledger(0);
        scores.add(OrdinalLedger.UNKNOWN, 0, "job-1", Conservation.note(Outcome.DEAD_LETTERED, null));
        Map<String, Long> dead = Map.of("SCORED", 1L, "DEAD_LETTERED", 1L);
        OrdinalLedger queued = new OrdinalLedger();
        queued.add(1, 1, "job-1", 0);
        assertHolds(reading(2, dead, 1, queued, results, scores, Map.of(1L, 1)));
        results.add(1, 1, "job-1", 0);
        assertHolds(reading(2, dead, 1, ledger(), results, scores, Map.of(1L, 1)));
        scores.add(1, 1, "job-1", SCORED);
        assertHolds(reading(2, dead, 1, ledger(), results, scores, Map.of(1L, 1)));
        assertHolds(reading(2, Map.of("SCORED", 2L), 2, ledger(), results, scores, Map.of(1L, 1)));
    }

    private static void assertHolds(Conservation conservation) {
        assertThat(conservation.remainder()).isZero();
        assertThat(conservation.findings()).isEmpty();
    }

    private static Conservation reading(
            long enqueued,
            Map<String, Long> outcomes,
            long passed,
            OrdinalLedger queued,
            OrdinalLedger results,
            OrdinalLedger scores) {
        return reading(enqueued, outcomes, passed, queued, results, scores, Map.of());
    }

    private static Conservation reading(
            long enqueued,
            Map<String, Long> outcomes,
            long passed,
            OrdinalLedger queued,
            OrdinalLedger results,
            OrdinalLedger scores,
            Map<Long, Integer> replays) {
        return new Conservation(
                enqueued, true, new Tally(outcomes, passed), false, queued, ledger(), results, scores, replays);
    }

    private static OrdinalLedger ledger(long... ordinals) {
        OrdinalLedger ledger = new OrdinalLedger();
        for (long ordinal : ordinals) {
            ledger.add(ordinal, 0, "job-" + ordinal, SCORED);
        }
        return ledger;
    }

    /** Jobs moving at random from the lane to the summary while they are read in the order of {@link Reading}. */
    private static final class Pipeline {
        private enum Place {
            TO_COME,
            LANE,
            PARKED,
            RESULT,
            SCORE,
            SUMMARY
        }

        private final Random random;
        private final List<Place> places;
        private final List<Outcome> outcomes = new ArrayList<>();
        private int enqueued;

        Pipeline(Random random) {
            this.random = random;
            int jobs = 1 + random.nextInt(40);
            places = new ArrayList<>(Collections.nCopies(jobs, Place.TO_COME));
            for (int i = 0; i < jobs; i++) {
                outcomes.add(OUTCOMES.get(random.nextInt(OUTCOMES.size())));
            }
        }

        Conservation readWhileMoving() {
            move(60);
            Map<String, Long> counted = new TreeMap<>();
            long passed = 0;
            for (int job = 0; job < places.size(); job++) {
                if (places.get(job) == Place.SUMMARY) {
                    counted.merge(outcomes.get(job).name(), 1L, Long::sum);
                    passed += outcomes.get(job) == Outcome.SCORED ? 1 : 0;
                }
            }
            move(8);
            int enqueuedThen = enqueued;
            move(8);
            OrdinalLedger queued = at(Place.LANE, Place.LANE);
            OrdinalLedger parked = at(Place.PARKED, Place.PARKED);
            move(8);
            // The ends are read after the settlements: what was parked in between is seen at both places.
            for (int job = 0; job < places.size(); job++) {
                if (places.get(job) == Place.PARKED) {
                    parked.add(job, 0, "job-" + job, 0);
                }
            }
            move(8);
            OrdinalLedger results = at(Place.RESULT, Place.SUMMARY);
            move(8);
            OrdinalLedger scores = at(Place.SCORE, Place.SUMMARY);
            boolean complete = enqueuedThen == places.size();
            return new Conservation(
                    enqueuedThen,
                    complete,
                    new Tally(counted, passed),
                    false,
                    queued,
                    parked,
                    results,
                    scores,
                    Map.of());
        }

        private void move(int steps) {
            for (int i = 0; i < steps; i++) {
                if (enqueued < places.size() && random.nextInt(3) == 0) {
                    places.set(enqueued++, Place.LANE);
                }
                int job = random.nextInt(places.size());
                switch (places.get(job)) {
                    case LANE -> places.set(job, random.nextInt(3) == 0 ? Place.PARKED : Place.RESULT);
                    case PARKED -> places.set(job, Place.RESULT);
                    case RESULT -> places.set(job, Place.SCORE);
                    case SCORE -> places.set(job, Place.SUMMARY);
                    case TO_COME, SUMMARY -> {}
                }
            }
        }

        private OrdinalLedger at(Place from, Place to) {
            OrdinalLedger ledger = new OrdinalLedger();
            for (int job = 0; job < places.size(); job++) {
                if (places.get(job).compareTo(from) >= 0 && places.get(job).compareTo(to) <= 0) {
                    ledger.add(
                            job,
                            0,
                            "job-" + job,
                            Conservation.note(outcomes.get(job), outcomes.get(job) == Outcome.SCORED));
                }
            }
            return ledger;
        }
    }
}
