package dev.assay.worker.breaker;

import java.time.Duration;

/** A breaker's answer to a call that wants through. */
public sealed interface Entry {
    /** It may, and its end is to be told by exactly one {@code leave} with the permit. */
    record Admitted(Permit permit) implements Entry {}

    /**
     * It may not.
     *
     * @param pause from now until it is worth asking again; never so short that asking becomes spinning
     * @param why in words
     */
    record Refused(Duration pause, String why) implements Entry {}
}
