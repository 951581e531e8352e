package dev.assay.worker.call;

import dev.assay.schemas.Attempt;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Unanswered;
import dev.assay.worker.failure.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a call brought, good or bad. */
public sealed interface Reply {
    /** Every physical call made for it, in order. */
    List<Attempt> attempts();

    /** The model answered. */
    record Answered(List<Attempt> attempts, ModelResponse response) implements Reply {}

    /** The call worked, and the model gave no answer that may be scored. */
    record Declined(List<Attempt> attempts, Unanswered why, Failure failure, ModelResponse response) implements Reply {}

    /** The call failed at the provider or on the way. */
    record Failed(List<Attempt> attempts, Failure failure, Optional<ModelResponse> response) implements Reply {}

    /**
     * No call was made: Assay itself refused.
     *
     * @param cause what is behind it, where that is another kind: the failure that blocked the account
     * @param pause from now until it is worth asking again
     * @param heldBy the blocked account or the gate's key that refuses; empty where time alone decides
     */
    record Refused(FailureKind kind, FailureKind cause, String message, Duration pause, Optional<String> heldBy)
            implements Reply {
        /** A refusal with nothing behind it. */
        public Refused(FailureKind kind, String message, Duration pause, Optional<String> heldBy) {
            this(kind, kind, message, pause, heldBy);
        }

        @Override
        public List<Attempt> attempts() {
            return List.of();
        }
    }

    /** The thread was interrupted; a call under way lost its socket. */
    record Cancelled(List<Attempt> attempts) implements Reply {}
}
