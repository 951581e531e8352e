package dev.assay.worker.simulation;

import dev.assay.worker.call.Reply;
import dev.assay.worker.failure.Failure;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** What stands between a job and a model. */
interface Guard {
    /** Nothing does. */
    Guard NONE = (now, deference) -> new Way.Free(failure -> {});

    /** Whether a call may go. */
    sealed interface Way {
        /** It may, and its end is to be told, with what it failed with. */
        record Free(Consumer<Optional<Failure>> ended) implements Way {}

        record Barred(Reply.Refused refusal) implements Way {}
    }

    /** @param deference how long the call leaves probing to others */
    Way enter(long now, Duration deference);
}
