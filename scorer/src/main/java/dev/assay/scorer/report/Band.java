package dev.assay.scorer.report;

import dev.assay.schemas.Outcome;
import dev.assay.schemas.Score;

/**
 * How a job is drawn: its outcome, with scored jobs told apart by whether they passed. The order is that of every
 * stack and table, the colour (a class of the style sheet) the same everywhere.
 */
enum Band {
    PASSED("passed", "scored, and every scorer is satisfied"),
    MISSED("not passed", "scored, and at least one scorer is not satisfied"),
    UNSCORED("unscored", "answered, but no scorer could give a value"),
    TRUNCATED("truncated", "the answer was cut at its length limit"),
    FILTERED("filtered", "stopped by a content filter"),
    REFUSED("refused", "the model declined to answer"),
    EMPTY("empty", "the model answered with nothing"),
    EXPIRED("expired", "the deadline passed before an answer came"),
    CANCELLED("cancelled", "the run or the job was cancelled"),
    DEAD_LETTERED("dead-lettered", "given up with its evidence kept, ready to be replayed");

    private final String label;
    private final String meaning;

    Band(String label, String meaning) {
        this.label = label;
        this.meaning = meaning;
    }

    static Band of(Score score) {
        return switch (score.getOutcome()) {
            case SCORED -> Boolean.TRUE.equals(score.getPassed()) ? PASSED : MISSED;
            case UNSCORED -> UNSCORED;
            case TRUNCATED -> TRUNCATED;
            case FILTERED -> FILTERED;
            case REFUSED -> REFUSED;
            case EMPTY -> EMPTY;
            case EXPIRED -> EXPIRED;
            case CANCELLED -> CANCELLED;
            case DEAD_LETTERED -> DEAD_LETTERED;
        };
    }

    Outcome outcome() {
        return switch (this) {
            case PASSED, MISSED -> Outcome.SCORED;
            case UNSCORED -> Outcome.UNSCORED;
            case TRUNCATED -> Outcome.TRUNCATED;
            case FILTERED -> Outcome.FILTERED;
            case REFUSED -> Outcome.REFUSED;
            case EMPTY -> Outcome.EMPTY;
            case EXPIRED -> Outcome.EXPIRED;
            case CANCELLED -> Outcome.CANCELLED;
            case DEAD_LETTERED -> Outcome.DEAD_LETTERED;
        };
    }

    String label() {
        return label;
    }

    String meaning() {
        return meaning;
    }

    /** The class that colours it; {@code c-} with the label's words. */
    String style() {
        return "c-" + label.replace(' ', '-');
    }
}
