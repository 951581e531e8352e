package dev.assay.cli.drill;

import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import dev.assay.worker.failure.FailureTable;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/** What results tell, as observations of many rows ask for it. */
final class Told {
    private Told() {}

    /** Every job is answered by the route's first choice. */
    static Seen byTheFirst(Evidence evidence) {
        return Seen.all(evidence.count(Told::isPrimary), evidence.jobs().size(), "job");
    }

    /** Every job is answered by another model for that reason, and its result says so. */
    static Function<Evidence, Seen> byFallback(FailureKind... reasons) {
        return evidence -> Seen.all(
                evidence.count(result -> isFallback(result) && isOneOf(result.getFallbackReason(), reasons)),
                evidence.jobs().size(),
                "job");
    }

    /** Of the jobs whose ids begin so, every one is as wanted. */
    static Seen each(Evidence evidence, String jobs, Predicate<Result> wanted) {
        long submitted = evidence.jobs().stream()
                .filter(job -> job.substring(job.indexOf('/') + 1).startsWith(jobs))
                .count();
        return Seen.all(evidence.results(jobs).stream().filter(wanted).count(), submitted, "job");
    }

    /** Whether a job failed as often as the table allows, by its provider's log. */
    static boolean isUsedUp(Evidence evidence, Result result, FailureKind kind) {
        return isDeadLettered(result, kind)
                && evidence.callsOf("first", result).size()
                        == FailureTable.row(kind).backoffs().size() + 1;
    }

    /** Every job is answered by the route's first choice, but those whose attempts were used up as tabled. */
    static Function<Evidence, Seen> byTheFirstOrUsedUp(FailureKind kind) {
        return evidence -> Seen.all(
                evidence.count(result -> isPrimary(result) || isUsedUp(evidence, result, kind)),
                evidence.jobs().size(),
                "job");
    }

    static Seen deadLetters(Evidence evidence) {
        return Seen.none(evidence.letters().size(), "dead letter");
    }

    static Function<Evidence, Seen> callsAt(String role) {
        return evidence -> Seen.none(evidence.called(role).size(), "call");
    }

    static boolean isPrimary(Result result) {
        return result.getStatus() == JobStatus.SUCCEEDED && result.getSource() == AnswerSource.PRIMARY_MODEL;
    }

    static boolean isFallback(Result result) {
        return result.getStatus() == JobStatus.FALLBACK && result.getSource() == AnswerSource.FALLBACK_MODEL;
    }

    /** An answer of any source. */
    static boolean isAnswered(Result result) {
        return result.getStatus() == JobStatus.SUCCEEDED || result.getStatus() == JobStatus.FALLBACK;
    }

    static boolean isDeadLettered(Result result, FailureKind kind) {
        return result.getStatus() == JobStatus.DEAD_LETTERED && result.getFailureKind() == kind;
    }

    /** Whether the first attempt failed so and the job was answered all the same. */
    static boolean isRetried(Result result, FailureKind kind, int attempts) {
        return isPrimary(result)
                && result.getAttempts().size() == attempts
                && result.getAttempts().getFirst().getFailureKind() == kind;
    }

    private static boolean isOneOf(@org.jspecify.annotations.Nullable FailureKind kind, FailureKind... kinds) {
        for (FailureKind one : kinds) {
            if (Objects.equals(one, kind)) {
                return true;
            }
        }
        return false;
    }
}
