package dev.assay.worker;

import dev.assay.schemas.Attempt;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Job;
import dev.assay.worker.call.Reply;

/** What the dead letter of a failed call is for, by the kind of failure. */
final class Dispositions {
    private Dispositions() {}

    static Disposition of(Job job, Reply.Failed failed) {
        if (job.getSideEffects() && failed.attempts().stream().anyMatch(Attempt::getBilledUncertain)) {
            return Disposition.UNCERTAIN;
        }
        return mayPass(failed.failure().kind()) ? Disposition.EXHAUSTED : Disposition.UNRECOVERABLE;
    }

    /** Whether the same request may succeed at another time. */
    private static boolean mayPass(FailureKind kind) {
        return switch (kind) {
            case RATE_LIMITED,
                    TRANSIENT,
                    OVERLOADED,
                    TIMEOUT,
                    STREAM_BROKEN,
                    QUOTA_EXHAUSTED,
                    AUTH_FAILED,
                    UNKNOWN,
                    CONCURRENCY_EXHAUSTED,
                    RPM_EXHAUSTED,
                    TOKEN_BUDGET_EXHAUSTED,
                    TENANT_QUOTA_EXHAUSTED,
                    CIRCUIT_OPEN,
                    PROVIDER_BLOCKED,
                    KILLED,
                    QUEUE_FULL,
                    DEADLINE_EXCEEDED,
                    CANCELLED -> true;
            case MODEL_GONE, CONTENT_FILTERED, CONTEXT_TOO_LONG, NEVER_FITS, BAD_REQUEST, BAD_RESPONSE, TRUNCATED ->
                false;
        };
    }
}
