package dev.assay.cli.read;

import dev.assay.schemas.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The arithmetic of verification over what one reading saw of a run's jobs. Every job below {@code enqueued} has to be
 * in the summary or in exactly one of four places: waiting in the lane, parked, waiting to be scored, waiting to be
 * counted.
 *
 * @param enqueued jobs enqueued, as the submit's progress says
 * @param submitComplete whether that is all of them
 * @param summary what the summary counted before anything else was read
 * @param summaryStalled whether the summary stood still for so long that what it does not count is not on its way
 * @param queued jobs on the lane that no settlement calls finished
 * @param parked jobs in the lane's parked topics that no settlement calls finished; one that was parked while they were
 *     read may be among the queued ones too
 * @param results jobs with a result
 * @param scores jobs with a score; notes are made by {@link #note}
 * @param replays the generation that each replayed job must have come to, by ordinal, as marks of dead letters say
 */
record Conservation(
        long enqueued,
        boolean submitComplete,
        Tally summary,
        boolean summaryStalled,
        OrdinalLedger queued,
        OrdinalLedger parked,
        OrdinalLedger results,
        OrdinalLedger scores,
        Map<Long, Integer> replays) {
    private static final List<Outcome> OUTCOMES = List.of(Outcome.values());

    /**
     * What is counted of a run's scores.
     *
     * @param outcomes jobs by outcome; absent when 0
     * @param passed scored jobs that passed
     */
    record Tally(Map<String, Long> outcomes, long passed) {
        Tally {
            outcomes = new TreeMap<>(outcomes);
            outcomes.values().removeIf(count -> count == 0);
        }

        long finished() {
            return outcomes.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** What a score's record says, in a number for {@link OrdinalLedger}. */
    static int note(Outcome outcome, @Nullable Boolean passed) {
        return OUTCOMES.indexOf(outcome) * 2 + (Boolean.TRUE.equals(passed) ? 1 : 0);
    }

    Conservation stalled() {
        return new Conservation(enqueued, submitComplete, summary, true, queued, parked, results, scores, replays);
    }

    /** Counts each job once, where it was seen first: it may have moved on before the next topic was read. */
    InFlight inFlight() {
        long waiting = 0;
        long parkedNow = 0;
        long scoring = 0;
        long scored = 0;
        Set<Long> mended = mended();
        for (long ordinal = 0; ordinal < enqueued; ordinal++) {
            if (mended.contains(ordinal) && !scores.has(ordinal)) {
                // Until it is scored it counts as the record that could not be read, by its id.
                continue;
            }
            if (!results.has(ordinal) && parked.has(ordinal)) {
                parkedNow++;
            } else if (!results.has(ordinal) && queued.has(ordinal)) {
                waiting++;
            } else if (results.has(ordinal) && !scores.has(ordinal)) {
                scoring++;
            } else if (scores.has(ordinal)) {
                scored++;
            }
        }
        Set<String> parkedIds = new HashSet<>(parked.unplaced().keySet());
        parkedIds.removeAll(results.unplaced().keySet());
        Set<String> waitingIds = new HashSet<>(queued.unplaced().keySet());
        waitingIds.removeAll(parkedIds);
        waitingIds.removeAll(results.unplaced().keySet());
        Set<String> scoringIds = new HashSet<>(results.unplaced().keySet());
        scoringIds.removeAll(scores.unplaced().keySet());
        Set<String> scoredIds = new HashSet<>(scores.unplaced().keySet());
        scoredIds.removeAll(waitingIds);
        scoredIds.removeAll(parkedIds);
        scored += scoredIds.size();
        // Whatever the summary counted has a score by now, so that the difference is what it had still to count.
        long counting = summaryStalled ? 0 : Math.max(0, scored - summary.finished());
        return new InFlight(
                waiting + waitingIds.size(), parkedNow + parkedIds.size(), scoring + scoringIds.size(), counting);
    }

    /** Jobs whose bytes could not be read, and that were given others since. */
    private Set<Long> mended() {
        Set<String> ids = new HashSet<>(results.unplaced().keySet());
        ids.addAll(scores.unplaced().keySet());
        Set<Long> mended = new HashSet<>();
        for (String id : ids) {
            for (OrdinalLedger ledger : List.of(queued, parked, results)) {
                if (ledger.replayed(id) != OrdinalLedger.UNKNOWN) {
                    mended.add(ledger.replayed(id));
                }
            }
        }
        return mended;
    }

    long remainder() {
        return enqueued - summary.finished() - inFlight().total();
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        addMissing(findings);
        addLostReplays(findings);
        addDoubled(findings, Check.RESULT_DOUBLED, results);
        addDoubled(findings, Check.SCORE_DOUBLED, scores);
        if (submitComplete) {
            addForeign(findings);
        }
        addDifferences(findings);
        return findings;
    }

    private void addMissing(List<Finding> findings) {
        List<String> lost = new ArrayList<>();
        List<String> unbacked = new ArrayList<>();
        long lostCount = 0;
        long unbackedCount = 0;
        for (long ordinal = 0; ordinal < enqueued; ordinal++) {
            if (queued.has(ordinal) || parked.has(ordinal) || results.has(ordinal)) {
                continue;
            }
            boolean isScored = scores.has(ordinal);
            List<String> examples = isScored ? unbacked : lost;
            if (examples.size() < Finding.MOST_EXAMPLES) {
                examples.add(place(ordinal));
            }
            lostCount += isScored ? 0 : 1;
            unbackedCount += isScored ? 1 : 0;
        }
        // A record that could not be read is one of these, and nobody knows which.
        Set<String> unreadable = new HashSet<>(queued.unplaced().keySet());
        unreadable.addAll(parked.unplaced().keySet());
        unreadable.addAll(results.unplaced().keySet());
        unreadable.removeIf(id -> queued.replayed(id) != OrdinalLedger.UNKNOWN
                || parked.replayed(id) != OrdinalLedger.UNKNOWN
                || results.replayed(id) != OrdinalLedger.UNKNOWN);
        lostCount -= unreadable.size();
        if (lostCount > 0) {
            findings.add(new Finding(Check.LOST, lostCount, lost));
        }
        if (unbackedCount > 0) {
            findings.add(new Finding(Check.SCORE_WITHOUT_RESULT, unbackedCount, unbacked));
        }
    }

    private void addLostReplays(List<Finding> findings) {
        List<String> examples = new ArrayList<>();
        long count = 0;
        for (Map.Entry<Long, Integer> replay : new TreeMap<>(replays).entrySet()) {
            long ordinal = replay.getKey();
            int reached = Math.max(
                    results.generation(ordinal), Math.max(queued.generation(ordinal), parked.generation(ordinal)));
            if (reached < replay.getValue()) {
                count++;
                if (examples.size() < Finding.MOST_EXAMPLES) {
                    examples.add(place(ordinal) + ", generation " + replay.getValue());
                }
            }
        }
        if (count > 0) {
            findings.add(new Finding(Check.REPLAY_LOST, count, examples));
        }
    }

    private void addForeign(List<Finding> findings) {
        List<String> examples = new ArrayList<>();
        long count = 0;
        for (long ordinal = enqueued; ordinal < results.end(); ordinal++) {
            if (results.has(ordinal)) {
                count++;
                if (examples.size() < Finding.MOST_EXAMPLES) {
                    examples.add(place(ordinal));
                }
            }
        }
        if (count > 0) {
            findings.add(new Finding(Check.RESULT_OF_NO_JOB, count, examples));
        }
    }

    private static void addDoubled(List<Finding> findings, Check check, OrdinalLedger ledger) {
        if (ledger.doubledCount() > 0) {
            findings.add(new Finding(check, ledger.doubledCount(), ledger.doubled()));
        }
    }

    /**
     * Whether the summary may have a replay's score still to count: its jobs are as many as before, so that only the
     * outcomes tell.
     */
    boolean mayCountReplay() {
        return !summaryStalled && scores.hasReplays() && !tally().equals(summary);
    }

    /**
     * Compares the summary with the scores: number by number once it counts all of them, and before that no number of
     * it may be above theirs. A replay that it does not count yet makes the latter unknowable.
     */
    private void addDifferences(List<Finding> findings) {
        if (mayCountReplay()) {
            return;
        }
        Tally there = tally();
        boolean isBehind = there.finished() > summary.finished();
        List<String> differences = new ArrayList<>();
        Set<String> names = new TreeSet<>(there.outcomes().keySet());
        names.addAll(summary.outcomes().keySet());
        for (String name : names) {
            addDifference(
                    differences,
                    name,
                    summary.outcomes().getOrDefault(name, 0L),
                    there.outcomes().getOrDefault(name, 0L),
                    isBehind);
        }
        addDifference(differences, "passed", summary.passed(), there.passed(), isBehind);
        if (!differences.isEmpty()) {
            findings.add(new Finding(Check.SUMMARY_DIFFERS, differences.size(), differences));
        }
    }

    private static void addDifference(
            List<String> differences, String name, long counted, long there, boolean isBehind) {
        if (counted > there || (counted < there && !isBehind)) {
            differences.add(name + ": " + counted + " in the summary, " + there + " in the scores");
        }
    }

    private Tally tally() {
        long[] counts = new long[OUTCOMES.size() * 2];
        for (long ordinal = 0; ordinal < scores.end(); ordinal++) {
            if (scores.has(ordinal)) {
                counts[scores.note(ordinal)]++;
            }
        }
        scores.unplaced().values().forEach(note -> counts[note]++);
        Map<String, Long> outcomes = new TreeMap<>();
        long passed = 0;
        for (Outcome outcome : OUTCOMES) {
            long failing = counts[note(outcome, false)];
            long passing = counts[note(outcome, true)];
            outcomes.put(outcome.name(), failing + passing);
            passed += passing;
        }
        return new Tally(outcomes, passed);
    }

    private static String place(long ordinal) {
        return "job " + (ordinal + 1) + " of the input";
    }
}
