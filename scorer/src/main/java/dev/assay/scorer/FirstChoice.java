package dev.assay.scorer;

import dev.assay.schemas.EliminatedCandidate;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The model that was to answer a job: the route's first choice, whoever answered in the end. */
final class FirstChoice {
    private FirstChoice() {}

    /**
     * Where a fallback answered, the first of the route's candidates was passed over, and leads those that were.
     *
     * @return null where the result does not say
     */
    static @Nullable String of(Result result) {
        if (result.getStatus() != JobStatus.FALLBACK) {
            return result.getRequestModel();
        }
        List<EliminatedCandidate> passedOver = result.getRouteEvidence().getEliminated();
        if (!passedOver.isEmpty()) {
            String candidate = passedOver.getFirst().getCandidate();
            return candidate.substring(candidate.indexOf('/') + 1);
        }
        return result.getAttempts().isEmpty()
                ? result.getRequestModel()
                : result.getAttempts().getFirst().getRequestModel();
    }
}
