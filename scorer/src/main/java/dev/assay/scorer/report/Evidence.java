package dev.assay.scorer.report;

import dev.assay.schemas.Attempt;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Result;
import dev.assay.schemas.ScorerUse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a result tells about a job that is shown, cut to what a page can hold; a result itself may be megabytes.
 *
 * @param prompt beginning of the last user message
 * @param answer beginning of the answer
 * @param answerLength length of the whole answer, in characters
 * @param finishReason why the model stopped
 * @param failureMessage the failure that the job ended with, in words
 * @param expected what was accepted, by scorer
 * @param tries the calls, the first ones where there are very many
 * @param triesLeftOut how many are not in {@code tries}
 * @param deliveries how often the job was handed to a worker
 */
record Evidence(
        @Nullable String prompt,
        @Nullable String answer,
        int answerLength,
        @Nullable String finishReason,
        @Nullable String failureMessage,
        List<Expected> expected,
        List<Try> tries,
        int triesLeftOut,
        int deliveries) {
    private static final int PROMPT_LENGTH = 1_200;
    private static final int ANSWER_LENGTH = 1_600;
    private static final int MESSAGE_LENGTH = 500;
    private static final int TARGET_LENGTH = 400;
    private static final int TARGETS_SHOWN = 4;
    private static final int EXPECTED_SHOWN = 6;
    private static final int TRIES_SHOWN = 10;

    /** What one scorer accepts; {@code more} targets are left out. */
    record Expected(String scorer, List<String> targets, int more) {}

    /** One call: whom, how long, and how it ended. */
    record Try(
            int number,
            String model,
            long millis,
            @Nullable Integer status,
            @Nullable FailureKind kind,
            @Nullable String message) {}

    static Evidence of(Result result) {
        String answer = result.getAnswer();
        List<Attempt> attempts = result.getAttempts();
        return new Evidence(
                cut(result.getPromptPreview(), PROMPT_LENGTH),
                cut(answer, ANSWER_LENGTH),
                answer == null ? 0 : answer.length(),
                cut(result.getFinishReason(), TARGET_LENGTH),
                cut(result.getFailureMessage(), MESSAGE_LENGTH),
                result.getExpectation().getScorers().stream()
                        .limit(EXPECTED_SHOWN)
                        .map(Evidence::expected)
                        .toList(),
                attempts.stream().limit(TRIES_SHOWN).map(Evidence::attempt).toList(),
                Math.max(0, attempts.size() - TRIES_SHOWN),
                result.getDeliveries());
    }

    private static Expected expected(ScorerUse use) {
        List<String> targets = use.getTargets();
        return new Expected(
                SafeText.beginning(Expecting.partName(use), TARGET_LENGTH),
                targets.stream()
                        .limit(TARGETS_SHOWN)
                        .map(target -> SafeText.beginning(target, TARGET_LENGTH))
                        .toList(),
                Math.max(0, targets.size() - TARGETS_SHOWN));
    }

    private static Try attempt(Attempt attempt) {
        return new Try(
                attempt.getNumber(),
                SafeText.beginning(attempt.getProvider() + "/" + attempt.getRequestModel(), TARGET_LENGTH),
                attempt.getDurationMillis(),
                attempt.getHttpStatus(),
                attempt.getFailureKind(),
                cut(attempt.getFailureMessage(), MESSAGE_LENGTH));
    }

    private static @Nullable String cut(@Nullable String text, int max) {
        return text == null ? null : SafeText.beginning(text, max);
    }
}
