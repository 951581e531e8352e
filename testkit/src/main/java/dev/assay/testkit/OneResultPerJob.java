package dev.assay.testkit;

import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * No job has two results or two scores of one generation, none was made up, and no more calls were repeated at the
 * provider than jobs were in flight when workers were killed.
 */
public final class OneResultPerJob implements Guarantee {
    @Override
    public void check(Evidence evidence) {
        checkOnce(
                evidence.results(),
                result -> result.getJobId() + " (generation " + result.getGeneration() + ")",
                "jobs have more than one result");
        checkOnce(
                evidence.scores(),
                score -> score.getJobId() + " (generation " + score.getGeneration() + ")",
                "jobs have more than one score");

        Set<String> unknown = new HashSet<>();
        evidence.results().stream().map(Result::getJobId).forEach(unknown::add);
        evidence.scores().stream().map(Score::getJobId).forEach(unknown::add);
        unknown.removeAll(evidence.jobIds());
        Breach.whenAny(unknown, "results or scores are of jobs that nobody submitted");

        long recalls = evidence.callsPerJob().values().stream()
                .mapToLong(calls -> calls - 1L)
                .sum();
        Breach.when(
                recalls > evidence.recallsAllowed(),
                "the provider saw " + recalls + " repeated calls, in flight at the kills were at most "
                        + evidence.recallsAllowed());
    }

    private static <T> void checkOnce(List<T> records, Function<T, String> identity, String what) {
        Set<String> seen = new HashSet<>();
        Set<String> doubled = new HashSet<>();
        for (T one : records) {
            String id = identity.apply(one);
            if (!seen.add(id)) {
                doubled.add(id);
            }
        }
        Breach.whenAny(doubled, what);
    }
}
