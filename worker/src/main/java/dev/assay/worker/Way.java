package dev.assay.worker;

import dev.assay.schemas.Attempt;
import dev.assay.schemas.EliminatedCandidate;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Parking;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.route.Routed;
import java.util.List;
import java.util.Optional;

/**
 * The way that a job took along its route, for the record.
 *
 * @param attempts every physical call, in order
 * @param candidate who was asked last; empty when nobody was
 * @param isPrimary whether that is the route's first choice
 * @param passedOver candidates that were passed over, each with the reason
 * @param fallbackReason why the first choice did not answer; empty when nothing was held against it
 * @param retries attempts after the first at the same candidate, over all candidates
 */
record Way(
        List<Attempt> attempts,
        Optional<Candidate> candidate,
        boolean isPrimary,
        List<EliminatedCandidate> passedOver,
        Optional<FailureKind> fallbackReason,
        int retries) {
    /** The way of a job that got nowhere. */
    static final Way NONE = new Way(List.of(), Optional.empty(), false, List.of(), Optional.empty(), 0);

    static Way of(Routed routed) {
        return new Way(
                routed.attempts(),
                routed.candidate(),
                routed.isPrimary(),
                routed.passedOver(),
                routed.fallbackReason(),
                routed.retries());
    }

    /** The way of a job that was called before it was parked, and not since. */
    static Way before(Parking parking) {
        return new Way(parking.getAttempts(), Optional.empty(), false, parking.getEliminated(), Optional.empty(), 0);
    }
}
