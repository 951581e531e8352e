package dev.assay.worker.gate;

import dev.assay.schemas.FailureKind;
import java.time.Duration;
import java.util.Optional;

/** Whether a call may go. */
public sealed interface Entry {
    /** It may, and gives the permit back when it is over. */
    record Admitted(Permit permit) implements Entry {}

    /**
     * It may not now.
     *
     * @param kind RATE_LIMITED, CONCURRENCY_EXHAUSTED or PROVIDER_BLOCKED
     * @param cause what is behind it: the failure that blocked the account, else the kind itself
     * @param pause until it is worth asking again, never zero
     * @param heldBy the blocked account; empty where time alone decides
     */
    record Closed(FailureKind kind, FailureKind cause, String message, Duration pause, Optional<String> heldBy)
            implements Entry {}
}
