package dev.assay.worker.breaker;

import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.FailureTable;
import java.time.Duration;
import java.util.Optional;

/** How the end of a call counts. */
public sealed interface Outcome {
    /** The model answered. */
    record Good() implements Outcome {}

    /**
     * The model failed in a way that says something of its health.
     *
     * @param why in a word
     * @param hint how long it asks to be left alone; empty when it does not say
     */
    record Failed(String why, Optional<Duration> hint) implements Outcome {}

    /** The end says nothing of the model's health: a limit, a filter, a wrong request, a refusal of Assay's own. */
    record Uncounted() implements Outcome {}

    Outcome GOOD = new Good();
    Outcome UNCOUNTED = new Uncounted();

    /** What the table of failures says of its kind. */
    static Outcome of(Failure failure) {
        return FailureTable.row(failure.kind()).breaks()
                ? new Failed(failure.kind().name(), failure.waitHint())
                : UNCOUNTED;
    }
}
