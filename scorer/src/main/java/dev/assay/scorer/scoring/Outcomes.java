package dev.assay.scorer.scoring;

import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Result;
import dev.assay.schemas.Unanswered;
import java.util.Optional;

/**
 * The outcome that a result's status settles by itself. What a model did not answer is never counted as a wrong
 * answer: truncated, filtered, refused and empty are kept apart.
 */
final class Outcomes {
    private Outcomes() {}

    /** The outcome; empty where there is an answer, whose outcome its scoring decides. */
    static Optional<Outcome> settledBy(Result result) {
        return switch (result.getStatus()) {
            case SUCCEEDED, FALLBACK -> Optional.empty();
            case UNANSWERED -> Optional.of(unanswered(result));
            case DEAD_LETTERED -> Optional.of(Outcome.DEAD_LETTERED);
            case CANCELLED -> Optional.of(Outcome.CANCELLED);
            case EXPIRED -> Optional.of(Outcome.EXPIRED);
        };
    }

    private static Outcome unanswered(Result result) {
        Unanswered why = result.getUnanswered();
        if (why == null) {
            // A writer that left it out: the failure says which of the two with a failure it was.
            FailureKind failure = result.getFailureKind();
            return failure == FailureKind.CONTENT_FILTERED
                    ? Outcome.FILTERED
                    : failure == FailureKind.TRUNCATED ? Outcome.TRUNCATED : Outcome.EMPTY;
        }
        return switch (why) {
            case FILTERED -> Outcome.FILTERED;
            case REFUSED -> Outcome.REFUSED;
            case EMPTY -> Outcome.EMPTY;
            case TRUNCATED -> Outcome.TRUNCATED;
        };
    }
}
