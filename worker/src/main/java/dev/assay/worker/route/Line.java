package dev.assay.worker.route;

import dev.assay.schemas.FailureKind;
import dev.assay.worker.call.Candidate;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a job stands with one candidate of its route. */
final class Line {
    /** A refusal is asked about again after this, because it may be lifted before its time. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    /**
     * Why it is not asked now.
     *
     * @param kind the refusal, or the failure that is backed off from
     * @param cause what is behind a refusal
     * @param untilNanos as far as is known
     * @param lookNanos when to ask about it again
     * @param isBackoff whether the job itself waits after its own failure, whatever others may do
     * @param yields whether another candidate is asked meanwhile
     */
    record Closed(
            FailureKind kind,
            FailureKind cause,
            String words,
            Optional<String> heldBy,
            long untilNanos,
            long lookNanos,
            boolean isBackoff,
            boolean yields,
            boolean byHint) {}

    final Candidate candidate;
    final int index;

    /** Physical calls so far. */
    int attempts;

    /** Why it is asked no more; null while it may be. */
    @Nullable
    String out;

    @Nullable
    Closed closed;

    Line(Candidate candidate, int index) {
        this.candidate = candidate;
        this.index = index;
    }

    boolean isUsable() {
        return out == null;
    }

    boolean isOpen(long nowNanos) {
        return closed == null || nowNanos - closed.lookNanos() >= 0;
    }

    /** Closes it as a stage of the pipeline refused. */
    void refused(
            FailureKind kind,
            FailureKind cause,
            String words,
            Optional<String> heldBy,
            Duration pause,
            boolean yields,
            long nowNanos) {
        long until = nowNanos + pause.toNanos();
        long look = nowNanos + Math.min(pause.toNanos(), LOOK.toNanos());
        closed = new Closed(kind, cause, words, heldBy, until, look, false, yields, false);
    }

    /** Closes it for a pause after a failure. */
    void backOff(
            FailureKind kind,
            String words,
            Optional<String> heldBy,
            Duration pause,
            boolean yields,
            boolean byHint,
            long nowNanos) {
        long until = nowNanos + pause.toNanos();
        closed = new Closed(kind, kind, words, heldBy, until, until, true, yields, byHint);
    }

    @Override
    public String toString() {
        return candidate.toString();
    }
}
