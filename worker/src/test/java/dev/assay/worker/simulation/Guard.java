package dev.assay.worker.simulation;

import dev.assay.worker.failure.Failure;
import java.util.Optional;
import java.util.function.Consumer;

/** What stands between a job and a model. */
interface Guard {
    /** A call that was let through, to be told how it ended. */
    sealed interface Way {
        record Free(Consumer<Optional<Failure>> ended) implements Way {}

        record Barred(Refusal refusal) implements Way {}
    }

    Way enter(long now);

    /** Nothing at all. */
    Guard NONE = now -> new Way.Free(failure -> {});
}
