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
 * in the summary or in exactly one of three places: waiting in the lane, waiting to be scored, waiting to be counted.
 *
 * @param enqueued jobs enqueued, as the submit's progress says
 * @param submitComplete whether that is all of them
 * @param summary what the summary counts
 * @param queued jobs on the lane that no settlement calls finished
 * @param results jobs with a result
 * @param scores jobs with a score; notes are made by {@link #note}
 * @param folding jobs whose score lies before the summary's fold, unread by it when the summary was as given
 */
record Conservation(
        long enqueued,
        boolean submitComplete,
        Tally summary,
        OrdinalLedger queued,
        OrdinalLedger results,
        OrdinalLedger scores,
        OrdinalLedger folding) {
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

    /** Counts each job once, where it was seen first: it may have moved on before the next topic was read. */
    InFlight inFlight() {
        long waiting = 0;
        long scoring = 0;
        long counting = 0;
        for (long ordinal = 0; ordinal < enqueued; ordinal++) {
            if (queued.has(ordinal) && !results.has(ordinal)) {
                waiting++;
            } else if (results.has(ordinal) && !scores.has(ordinal)) {
                scoring++;
            } else if (folding.hasFirst(ordinal)) {
                counting++;
            }
        }
        Set<String> ids = new HashSet<>(queued.unplaced().keySet());
        ids.removeAll(results.unplaced().keySet());
        waiting += ids.size();
        Set<String> others = new HashSet<>(results.unplaced().keySet());
        others.removeAll(scores.unplaced().keySet());
        scoring += others.size();
        ids.addAll(others);
        others = new HashSet<>(folding.unplaced().keySet());
        others.removeAll(ids);
        return new InFlight(waiting, scoring, counting + others.size());
    }

    long remainder() {
        return enqueued - summary.finished() - inFlight().total();
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        addMissing(findings);
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
            if (queued.has(ordinal) || results.has(ordinal)) {
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
        unreadable.addAll(results.unplaced().keySet());
        lostCount -= unreadable.size();
        if (lostCount > 0) {
            findings.add(new Finding(Check.LOST, lostCount, lost));
        }
        if (unbackedCount > 0) {
            findings.add(new Finding(Check.SCORE_WITHOUT_RESULT, unbackedCount, unbacked));
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

    /** Compares the summary with its scores, those left out that its fold had not read. */
    private void addDifferences(List<Finding> findings) {
        if (folding.hasReplays()) {
            // Which generation the summary counts of these cannot be told; the remainder is exact all the same.
            return;
        }
        Tally expected = tally();
        List<String> differences = new ArrayList<>();
        Set<String> names = new TreeSet<>(expected.outcomes().keySet());
        names.addAll(summary.outcomes().keySet());
        for (String name : names) {
            long counted = summary.outcomes().getOrDefault(name, 0L);
            long there = expected.outcomes().getOrDefault(name, 0L);
            if (counted != there) {
                differences.add(name + ": " + counted + " in the summary, " + there + " in the scores");
            }
        }
        if (expected.passed() != summary.passed()) {
            differences.add("passed: " + summary.passed() + " in the summary, " + expected.passed() + " in the scores");
        }
        if (!differences.isEmpty()) {
            findings.add(new Finding(Check.SUMMARY_DIFFERS, differences.size(), differences));
        }
    }

    private Tally tally() {
        long[] counts = new long[OUTCOMES.size() * 2];
        for (long ordinal = 0; ordinal < scores.end(); ordinal++) {
            if (scores.has(ordinal) && !folding.hasFirst(ordinal)) {
                counts[scores.note(ordinal)]++;
            }
        }
        scores.unplaced().forEach((jobId, note) -> counts[note] += folding.unplaced().containsKey(jobId) ? 0 : 1);
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
