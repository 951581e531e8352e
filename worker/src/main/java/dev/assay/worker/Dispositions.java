package dev.assay.worker;

import dev.assay.schemas.Attempt;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Job;
import dev.assay.worker.failure.FailureTable;
import java.util.List;

/** What the dead letter of a failed call is for, by the kind of failure. */
final class Dispositions {
    private Dispositions() {}

    /** @param attempts every call made for the job */
    static Disposition of(Job job, FailureKind kind, List<Attempt> attempts) {
        if (job.getSideEffects() && attempts.stream().anyMatch(Dispositions::mayHaveBeenDone)) {
            return Disposition.UNCERTAIN;
        }
        return mayPass(kind) ? Disposition.EXHAUSTED : Disposition.UNRECOVERABLE;
    }

    /** Whether a call may have been carried out although it brought no answer. */
    static boolean mayHaveBeenDone(Attempt attempt) {
        FailureKind kind = attempt.getFailureKind();
        boolean wasSent = attempt.getBilledUncertain() || attempt.getHttpStatus() != null;
        return wasSent && kind != null && !FailureTable.provesNotDone(kind);
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
                    LEDGER_SILENT,
                    CANCELLED -> true;
            case MODEL_GONE, CONTENT_FILTERED, CONTEXT_TOO_LONG, NEVER_FITS, BAD_REQUEST, BAD_RESPONSE, TRUNCATED ->
                false;
        };
    }
}
