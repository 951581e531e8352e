package dev.assay.scorer.compare;

import dev.assay.schemas.Score;
import java.util.Comparator;

/**
 * A job that came out differently.
 *
 * @param before its score in the first run
 * @param after its score in the second run
 */
public record Change(Score before, Score after) {
    /** A difference of values below this is rounding. */
    private static final double NOTHING = 1e-9;

    /** The largest changes first: those of passing before others, then by value, then in the order of the input. */
    static final Comparator<Change> LARGEST_FIRST = Comparator.comparingInt(
                    (Change change) -> change.isOfPassing() ? 0 : 1)
            .thenComparingDouble(change -> -Math.abs(change.difference()))
            .thenComparingLong(change -> change.before().getOrdinal())
            .thenComparing(Change::jobId);

    /** Which way a job changed. */
    public enum Direction {
        WIN,
        LOSS,
        NONE
    }

    public String jobId() {
        return before.getJobId();
    }

    /** Whether the second passes what the first does not, or the reverse; else which value is higher. */
    public Direction direction() {
        Boolean passedA = before.getPassed();
        Boolean passedB = after.getPassed();
        if (passedA == null || passedB == null) {
            return Direction.NONE;
        }
        if (!passedA.equals(passedB)) {
            return passedB ? Direction.WIN : Direction.LOSS;
        }
        double difference = difference();
        if (Math.abs(difference) < NOTHING) {
            return Direction.NONE;
        }
        return difference > 0 ? Direction.WIN : Direction.LOSS;
    }

    boolean isOfPassing() {
        return before.getPassed() != null && !before.getPassed().equals(after.getPassed());
    }

    private double difference() {
        Double valueA = before.getValue();
        Double valueB = after.getValue();
        return valueA == null || valueB == null ? 0 : valueB - valueA;
    }
}
