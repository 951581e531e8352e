package dev.assay.producer;

import dev.assay.schemas.Expectation;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Completes what jobs say about their scoring with what the request says for all of them.
 *
 * @param usual the scorer of jobs that name none, with its options, and with its targets where all jobs share them;
 *     null where nothing was asked for: then jobs with an ideal are scored by {@code exact}, others not at all
 * @param idealAfter marker behind which the part of an ideal begins that counts; null where all of it counts
 */
record Scoring(@Nullable ScorerUse usual, @Nullable String idealAfter) {
    /** Why a job's scoring cannot be; the value it complains about is the caller's to name. */
    static final class UnusableException extends Exception {
        private static final long serialVersionUID = 1L;

        UnusableException(String reason) {
            super(reason, null, false, false);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }

    /** The expectation of a job that says nothing about it. */
    Expectation unstated() throws UnusableException {
        return usual == null ? Expecting.of(List.of()) : expecting(use(null, null, Map.of(), 1));
    }

    Expectation expecting(ScorerUse use) {
        return Expecting.of(List.of(use));
    }

    /**
     * One use of a scorer.
     *
     * @param scorer its name; null for the usual one
     * @param targets accepted answers; null where the job states none
     * @param options its options; those of the usual scorer are added where it is that one
     */
    ScorerUse use(@Nullable String scorer, @Nullable List<String> targets, Map<String, String> options, double weight)
            throws UnusableException {
        String name = scorer != null ? scorer : usual != null ? usual.getScorer() : ScorerNames.EXACT;
        Map<String, String> allOptions = new LinkedHashMap<>();
        List<String> allTargets = targets == null ? List.of() : targets;
        if (usual != null && usual.getScorer().equals(name)) {
            allOptions.putAll(usual.getOptions());
            allTargets = targets == null ? usual.getTargets() : targets;
        }
        allOptions.putAll(options);
        ScorerUse use = Expecting.use(name, allTargets, allOptions, weight);
        String complaint = ScorerRules.complaint(use);
        if (complaint != null) {
            throw new UnusableException(complaint);
        }
        return use;
    }

    /** The part of an ideal that counts. */
    String counted(String ideal) throws UnusableException {
        if (idealAfter == null) {
            return ideal;
        }
        int marker = ideal.lastIndexOf(idealAfter);
        if (marker < 0) {
            throw new UnusableException("no '" + idealAfter + "' in the ideal, behind which the target begins");
        }
        return ideal.substring(marker + idealAfter.length()).strip();
    }
}
