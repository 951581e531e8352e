package dev.assay.worker;

import dev.assay.schemas.Attempt;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Unanswered;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.ModelResponse;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the handling of a job came to, before records are made of it.
 *
 * @param status what the job ended as
 * @param unanswered why there is no answer; for UNANSWERED only
 * @param kind the failure it ended with; null for an answer
 * @param message that failure in words, bounded and redacted
 * @param excerpt the first of the provider's answer, bounded and redacted, for the evidence of a dead letter
 * @param disposition what its dead letter is for; for DEAD_LETTERED only
 * @param attempts every physical call, in order
 * @param response the response that it ended with
 * @param candidate the model that was asked; empty when none was
 * @param exception class of the exception that explains a dead letter; null when none does
 */
record Ending(
        JobStatus status,
        @Nullable Unanswered unanswered,
        @Nullable FailureKind kind,
        @Nullable String message,
        String excerpt,
        @Nullable Disposition disposition,
        List<Attempt> attempts,
        Optional<ModelResponse> response,
        Optional<Candidate> candidate,
        @Nullable Class<? extends Throwable> exception) {

    static Ending answered(Candidate candidate, List<Attempt> attempts, ModelResponse response) {
        return new Ending(
                JobStatus.SUCCEEDED,
                null,
                null,
                null,
                "",
                null,
                attempts,
                Optional.of(response),
                Optional.of(candidate),
                null);
    }

    /** An end without an answer and without a dead letter. */
    static Ending without(
            JobStatus status, FailureKind kind, String message, List<Attempt> attempts, Optional<Candidate> candidate) {
        return new Ending(status, null, kind, message, "", null, attempts, Optional.empty(), candidate, null);
    }

    /** A dead letter of a job that no call was made for in this delivery. */
    static Ending deadLetter(
            Disposition disposition, FailureKind kind, String message, @Nullable Class<? extends Throwable> exception) {
        return new Ending(
                JobStatus.DEAD_LETTERED,
                null,
                kind,
                message,
                "",
                disposition,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                exception);
    }

    /** The same as a dead letter because its records are larger than the cluster takes. */
    Ending tooLarge(String words) {
        return new Ending(
                JobStatus.DEAD_LETTERED,
                null,
                FailureKind.BAD_RESPONSE,
                words,
                "",
                Disposition.UNRECOVERABLE,
                attempts,
                response,
                candidate,
                null);
    }

    boolean isDeadLetter() {
        return status == JobStatus.DEAD_LETTERED;
    }
}
