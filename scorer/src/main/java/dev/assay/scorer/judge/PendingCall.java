package dev.assay.scorer.judge;

import dev.assay.schemas.JudgeCall;
import org.jspecify.annotations.Nullable;

/**
 * One question to a judge.
 *
 * @param part place of its scorer in the expectation, from 0
 * @param swapped whether the answers of a pair stand in the other order
 * @param repair whether it is asked again because its first reply could not be read
 * @param sent whether its job is on its way, or was
 * @param reply how it ended; null until then
 */
record PendingCall(
        int part,
        boolean swapped,
        boolean repair,
        boolean sent,
        @Nullable JudgeCall reply) {
    static PendingCall first(int part, boolean swapped) {
        return new PendingCall(part, swapped, false, false, null);
    }

    PendingCall again() {
        return new PendingCall(part, swapped, true, false, null);
    }

    PendingCall asSent() {
        return new PendingCall(part, swapped, repair, true, reply);
    }

    PendingCall ended(JudgeCall reply) {
        return new PendingCall(part, swapped, repair, sent, reply);
    }

    boolean isOut() {
        return sent && reply == null;
    }

    /** What tells it from the other calls about the same answer; ends its job's id. */
    String name() {
        return part + (swapped ? "-swapped" : "") + (repair ? "-again" : "");
    }
}
