package dev.assay.worker.simulation;

import dev.assay.worker.failure.Failure;
import java.time.Duration;
import java.util.Optional;

/** How one job goes on after each thing that happens to it. */
interface Conduct {
    /** What it does next. */
    sealed interface Step {
        /** It calls that candidate of the route. */
        record Ask(int candidate) implements Step {}

        /** It keeps its slot and asks what to do again then. */
        record Wait(Duration pause) implements Step {}

        /** It gives its slot up and wants one again then. */
        record Park(Duration pause) implements Step {}

        /** It ends with what it has. */
        record End() implements Step {}
    }

    Step next(long now);

    void answered(int candidate, long now);

    void failed(int candidate, Failure failure, long now);

    void refused(int candidate, Refusal refusal, long now);

    /** The candidate that answered; empty for none. */
    Optional<Integer> answeredBy();
}
