package dev.assay.worker.route;

import dev.assay.schemas.FailureKind;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.Reply;
import java.time.Duration;
import java.util.Optional;

/** What a job does next. */
public sealed interface Step {
    /**
     * It asks a candidate.
     *
     * @param reserve time at the end of what is left that the call may not use: a fallback may need it
     * @param grown whether with twice the room for the answer
     * @param hasCheaper whether a cheaper candidate is still in question
     */
    record Ask(Candidate candidate, Duration reserve, boolean grown, boolean hasCheaper) implements Step {}

    /** It waits, holding its slot, and then sees again. */
    record Wait(Duration pause, FailureKind why, boolean forHint) implements Step {}

    /** It waits without holding its slot. */
    record Park(Duration pause, FailureKind why, String words, Optional<String> heldBy) implements Step {}

    /** It takes its lane's prepared fallback. */
    record Prepared(FailureKind why, String words) implements Step {}

    /** It ends as this reply says. */
    record End(Reply reply) implements Step {}

    /** It ends without a reply because no candidate suits it. */
    record NoCandidate(FailureKind why, String words) implements Step {}

    /** It ends because what it waits for comes after its deadline. */
    record Expire(FailureKind why, String words) implements Step {}
}
