package dev.assay.cli.failon;

import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.RunSummary;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** What a threshold can be put on: a count of jobs of a summary and the jobs that it is a share of. */
public enum Measure {
    CAP_HITS("cap-hits", "ended"),
    TRUNCATED("truncated", "ended"),
    FILTERED("filtered", "ended"),
    REFUSED("refused", "ended"),
    EMPTY("empty", "ended"),
    UNSCORED("unscored", "ended"),
    EXPIRED("expired", "ended"),
    CANCELLED("cancelled", "ended"),
    DEAD_LETTERED("dead-lettered", "ended"),
    /** All of the above, each job once. */
    NOT_SCORED("not-scored", "ended"),
    FALLBACK("fallback", "answered"),
    DRIFT("drift", "answered"),
    PASS_RATE("pass-rate", "scored"),
    /** Every job that was to be scored and has no value counts as not passed. */
    CONSERVATIVE_RATE("conservative-rate", "to be scored");

    private static final String NO_EXPECTATION = "no_expectation";

    private final String label;
    private final String denominator;

    Measure(String label, String denominator) {
        this.label = label;
        this.denominator = denominator;
    }

    /** How it is called on the command line. */
    public String label() {
        return label;
    }

    /** What the jobs are that it is a share of. */
    public String denominator() {
        return denominator;
    }

    static Optional<Measure> named(String label) {
        return Arrays.stream(values())
                .filter(measure -> measure.label.equals(label))
                .findFirst();
    }

    long count(RunSummary summary) {
        return switch (this) {
            case CAP_HITS, TRUNCATED -> outcome(summary, Outcome.TRUNCATED);
            case FILTERED -> outcome(summary, Outcome.FILTERED);
            case REFUSED -> outcome(summary, Outcome.REFUSED);
            case EMPTY -> outcome(summary, Outcome.EMPTY);
            case UNSCORED -> outcome(summary, Outcome.UNSCORED);
            case EXPIRED -> outcome(summary, Outcome.EXPIRED);
            case CANCELLED -> outcome(summary, Outcome.CANCELLED);
            case DEAD_LETTERED -> outcome(summary, Outcome.DEAD_LETTERED);
            case NOT_SCORED -> summary.getFinished() - summary.getScored();
            case FALLBACK ->
                summary.getFallbacks().values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
            case DRIFT -> summary.getModelDrift();
            case PASS_RATE, CONSERVATIVE_RATE -> summary.getPassed();
        };
    }

    long of(RunSummary summary) {
        return switch (this) {
            case CAP_HITS,
                    TRUNCATED,
                    FILTERED,
                    REFUSED,
                    EMPTY,
                    UNSCORED,
                    EXPIRED,
                    CANCELLED,
                    DEAD_LETTERED,
                    NOT_SCORED -> summary.getFinished();
            case FALLBACK, DRIFT -> answered(summary);
            case PASS_RATE -> summary.getScored();
            case CONSERVATIVE_RATE -> summary.getFinished() - count(summary.getUnscored(), NO_EXPECTATION);
        };
    }

    /** Jobs that a model answered, be it with an answer that may be scored or with none. */
    private static long answered(RunSummary summary) {
        Map<String, Long> statuses = summary.getStatuses();
        return count(statuses, JobStatus.SUCCEEDED.name())
                + count(statuses, JobStatus.FALLBACK.name())
                + count(statuses, JobStatus.UNANSWERED.name());
    }

    private static long outcome(RunSummary summary, Outcome outcome) {
        return count(summary.getOutcomes(), outcome.name());
    }

    private static long count(Map<String, Long> counts, String name) {
        return counts.getOrDefault(name, 0L);
    }
}
