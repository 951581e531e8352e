package dev.assay.worker.route;

import dev.assay.worker.call.Candidate;
import java.util.List;

/**
 * Which models may answer a job, and in which order.
 *
 * @param name what jobs call it
 * @param candidates the first choice first, each once
 * @param onAccountBlock what a job does whose account has no money
 * @param maxAttempts most calls for one job, over all candidates
 * @param growTruncated whether a truncated answer that must be complete is asked for once more with twice the room
 */
public record Route(
        String name,
        List<Candidate> candidates,
        OnAccountBlock onAccountBlock,
        int maxAttempts,
        boolean growTruncated) {
    public Route {
        candidates = List.copyOf(candidates);
        if (candidates.isEmpty()) {
            throw new IllegalArgumentException("a route without candidates: " + name);
        }
    }
}
