package dev.assay.worker;

import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Unanswered;
import dev.assay.worker.call.ModelResponse;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the handling of a job came to, before records are made of it.
 *
 * @param status what the job ended as
 * @param source what produced the answer
 * @param unanswered why there is no answer; for UNANSWERED only
 * @param kind the failure it ended with; null for an answer
 * @param message that failure in words, bounded and redacted
 * @param excerpt the first of the provider's answer, bounded and redacted, for the evidence of a dead letter
 * @param disposition what its dead letter is for; for DEAD_LETTERED only
 * @param way how the job went along its route
 * @param response the response that it ended with
 * @param prepared the prepared fallback that answered; null when none did
 * @param exception class of the exception that explains a dead letter; null when none does
 */
record Ending(
        JobStatus status,
        AnswerSource source,
        @Nullable Unanswered unanswered,
        @Nullable FailureKind kind,
        @Nullable String message,
        String excerpt,
        @Nullable Disposition disposition,
        Way way,
        Optional<ModelResponse> response,
        @Nullable PreparedFallback prepared,
        @Nullable Class<? extends Throwable> exception) {

    /** A model's answer: the first choice's, or a fallback's, which never passes for it. */
    static Ending answered(Way way, ModelResponse response) {
        return new Ending(
                way.isPrimary() ? JobStatus.SUCCEEDED : JobStatus.FALLBACK,
                way.isPrimary() ? AnswerSource.PRIMARY_MODEL : AnswerSource.FALLBACK_MODEL,
                null,
                null,
                null,
                "",
                null,
                way,
                Optional.of(response),
                null,
                null);
    }

    /** An answer that people prepared. */
    static Ending prepared(Way way, PreparedFallback prepared) {
        return new Ending(
                JobStatus.FALLBACK,
                AnswerSource.STATIC,
                null,
                null,
                null,
                "",
                null,
                way,
                Optional.empty(),
                prepared,
                null);
    }

    /** A response that is no answer. */
    static Ending unanswered(
            Way way, Unanswered why, FailureKind kind, String message, String excerpt, ModelResponse response) {
        return new Ending(
                JobStatus.UNANSWERED,
                AnswerSource.NONE,
                why,
                kind,
                message,
                excerpt,
                null,
                way,
                Optional.of(response),
                null,
                null);
    }

    /** An end without an answer and without a dead letter. */
    static Ending without(JobStatus status, FailureKind kind, String message, Way way) {
        return new Ending(status, AnswerSource.NONE, null, kind, message, "", null, way, Optional.empty(), null, null);
    }

    /** A dead letter after calls that failed. */
    static Ending failed(
            Disposition disposition,
            FailureKind kind,
            String message,
            String excerpt,
            Way way,
            Optional<ModelResponse> response) {
        return new Ending(
                JobStatus.DEAD_LETTERED,
                AnswerSource.NONE,
                null,
                kind,
                message,
                excerpt,
                disposition,
                way,
                response,
                null,
                null);
    }

    /** A dead letter of a job that no call was made for in this delivery. */
    static Ending deadLetter(
            Disposition disposition,
            FailureKind kind,
            String message,
            Way way,
            @Nullable Class<? extends Throwable> exception) {
        return new Ending(
                JobStatus.DEAD_LETTERED,
                AnswerSource.NONE,
                null,
                kind,
                message,
                "",
                disposition,
                way,
                Optional.empty(),
                null,
                exception);
    }

    /** The same as a dead letter because its records are larger than the cluster takes. */
    Ending tooLarge(String words) {
        return failed(Disposition.UNRECOVERABLE, FailureKind.BAD_RESPONSE, words, "", way, response);
    }

    boolean isDeadLetter() {
        return status == JobStatus.DEAD_LETTERED;
    }
}
