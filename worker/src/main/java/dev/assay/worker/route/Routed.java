package dev.assay.worker.route;

import dev.assay.schemas.Attempt;
import dev.assay.schemas.EliminatedCandidate;
import dev.assay.schemas.FailureKind;
import dev.assay.worker.call.Candidate;
import java.util.List;
import java.util.Optional;

/**
 * What asking a route came to, and how.
 *
 * @param step the step that ended it
 * @param candidate who was asked last; empty when nobody was
 * @param isPrimary whether that is the route's first choice
 * @param attempts every physical call, those before a parking included, in order
 * @param passedOver candidates that were passed over, each with the reason
 * @param eliminated candidates that are out for good, which a parked job takes along
 * @param fallbackReason why the first choice did not answer; empty when nothing was held against it
 * @param retries attempts after the first at the same candidate, over all candidates
 */
public record Routed(
        Step step,
        Optional<Candidate> candidate,
        boolean isPrimary,
        List<Attempt> attempts,
        List<EliminatedCandidate> passedOver,
        List<EliminatedCandidate> eliminated,
        Optional<FailureKind> fallbackReason,
        int retries) {}
