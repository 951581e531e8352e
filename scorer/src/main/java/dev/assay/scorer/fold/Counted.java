package dev.assay.scorer.fold;

import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import dev.assay.schemas.TokenUsage;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one score adds to its run: the part of it that a later generation of the same job has to take back. Kept per
 * job, so it holds no texts of the answer.
 *
 * @param generation the job's generation
 * @param outcome how the job counts
 * @param status what it ended as
 * @param unscoredReason why it has no value although answered
 * @param valueNanos its value in billionths; null unless scored
 * @param passed whether it passed
 * @param parts what each scorer said
 * @param failureKind the failure it ended with
 * @param fallbackReason why a fallback answered; null unless one did
 * @param model the model that the response of an answered job named
 * @param modelDrift whether that model is of another family than asked for
 * @param attempts physical calls
 * @param callMillis time in them
 * @param turnaroundMillis from enqueueing to the end
 * @param usage tokens; null when unknown
 * @param cost money; null when unknown
 * @param atMillis time of the result's record, epoch ms
 * @param traits what its slices are told apart by; null where it was counted by a scorer that did not know slices
 */
public record Counted(
        int generation,
        Outcome outcome,
        JobStatus status,
        @Nullable String unscoredReason,
        @Nullable Long valueNanos,
        boolean passed,
        List<Part> parts,
        @Nullable FailureKind failureKind,
        @Nullable FailureKind fallbackReason,
        @Nullable String model,
        boolean modelDrift,
        int attempts,
        long callMillis,
        long turnaroundMillis,
        @Nullable Usage usage,
        @Nullable BigDecimal cost,
        long atMillis,
        @Nullable Traits traits) {
    private static final int NAME_LENGTH = 200;

    /** What one scorer said; {@code valueNanos} is null where it could not score. */
    public record Part(
            String scorer,
            @Nullable Long valueNanos,
            boolean passed,
            @Nullable String unscoredReason) {}

    /** Tokens, as in {@link TokenUsage}. */
    public record Usage(long input, long cachedInput, long output, long reasoning) {}

    /** What a score adds, where nobody asks which model was to answer. */
    public static Counted of(Score score) {
        return of(score, null);
    }

    /**
     * What a score adds.
     *
     * @param firstChoice the model that was to answer, the route's first choice; null where it is not known
     */
    public static Counted of(Score score, @Nullable String firstChoice) {
        boolean answered = score.getStatus() == JobStatus.SUCCEEDED || score.getStatus() == JobStatus.FALLBACK;
        TokenUsage usage = score.getUsage();
        return new Counted(
                score.getGeneration(),
                score.getOutcome(),
                score.getStatus(),
                score.getOutcome() == Outcome.UNSCORED ? name(orUnknown(score.getUnscoredReason())) : null,
                score.getOutcome() == Outcome.SCORED ? nanos(score.getValue()) : null,
                score.getOutcome() == Outcome.SCORED && Boolean.TRUE.equals(score.getPassed()),
                score.getParts().stream().map(Counted::part).toList(),
                score.getFailureKind(),
                score.getStatus() == JobStatus.FALLBACK ? orUnknown(score.getFallbackReason()) : null,
                answered && score.getResponseModel() != null ? name(score.getResponseModel()) : null,
                score.getModelDrift(),
                score.getAttempts(),
                score.getCallMillis(),
                score.getTurnaroundMillis(),
                usage == null
                        ? null
                        : new Usage(usage.getInput(), usage.getCachedInput(), usage.getOutput(), usage.getReasoning()),
                score.getCost(),
                score.getScoredAt().toEpochMilli(),
                Traits.of(score, firstChoice));
    }

    private static Part part(ScorePart part) {
        String reason = part.getUnscoredReason();
        return new Part(
                name(part.getScorer()),
                nanos(part.getValue()),
                Boolean.TRUE.equals(part.getPassed()),
                part.getValue() == null ? name(orUnknown(reason)) : null);
    }

    private static @Nullable Long nanos(@Nullable Double value) {
        return value == null ? null : Math.round(value * 1e9);
    }

    private static String orUnknown(@Nullable String text) {
        return text == null ? "unknown" : text;
    }

    private static FailureKind orUnknown(@Nullable FailureKind kind) {
        return kind == null ? FailureKind.UNKNOWN : kind;
    }

    private static String name(String text) {
        return text.length() <= NAME_LENGTH ? text : text.substring(0, NAME_LENGTH);
    }
}
