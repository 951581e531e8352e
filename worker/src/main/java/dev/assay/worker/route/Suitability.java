package dev.assay.worker.route;

import dev.assay.schemas.FailureKind;
import dev.assay.worker.call.Candidate;
import java.util.Optional;
import java.util.Set;

/** Whether a candidate can answer a job at all, by what the settings tell of it; what they do not tell, it can. */
final class Suitability {
    /** Why it cannot. */
    record Misfit(FailureKind kind, String words) {}

    private Suitability() {}

    static Optional<Misfit> misfit(Candidate candidate, Demand demand) {
        if (demand.region() != null
                && candidate.region() != null
                && !demand.region().equals(candidate.region())) {
            return misfit(
                    FailureKind.BAD_REQUEST,
                    "the data must stay in " + demand.region() + " and it works in " + candidate.region());
        }
        Set<String> capabilities = candidate.capabilities();
        if (capabilities != null) {
            for (Need need : demand.needs()) {
                if (!capabilities.contains(need.label())) {
                    return misfit(FailureKind.BAD_REQUEST, "it lacks the capability " + need.label());
                }
            }
        }
        Integer window = candidate.contextWindow();
        if (window != null && demand.tokens() > window) {
            return misfit(
                    FailureKind.CONTEXT_TOO_LONG,
                    "the request may need " + demand.tokens() + " tokens and its context holds " + window);
        }
        return Optional.empty();
    }

    /** Whether a candidate is known to read longer requests than another one. */
    static boolean readsMore(Candidate candidate, Candidate than) {
        Integer window = candidate.contextWindow();
        Integer other = than.contextWindow();
        return window != null && other != null && window > other;
    }

    private static Optional<Misfit> misfit(FailureKind kind, String words) {
        return Optional.of(new Misfit(kind, words));
    }
}
