package dev.assay.sandbox.simulator;

import org.jspecify.annotations.Nullable;

/**
 * One model's answer before it takes the form of a body or a stream.
 *
 * @param created epoch seconds
 * @param reasoning text of {@code reasoning_content}, or null for a model without
 * @param finish finish reason, or null for an answer that never says that it ended
 */
record Completion(
        String id,
        long created,
        String model,
        @Nullable String text,
        @Nullable String refusal,
        @Nullable String reasoning,
        @Nullable String finish,
        int inputTokens,
        int outputTokens,
        UsageShown usageShown) {
    /** How the answer tells its usage. */
    enum UsageShown {
        NORMAL,
        ABSENT,
        NULL,
        /** In a stream in its first chunk only, asked for or not. */
        FIRST,
        /** In a stream in its last chunk with choices, asked for or not. */
        WITH_CHOICES
    }

    Completion withText(@Nullable String other, @Nullable String otherFinish, int tokens) {
        return new Completion(
                id, created, model, other, refusal, reasoning, otherFinish, inputTokens, tokens, usageShown);
    }

    Completion withRefusal(String words) {
        return new Completion(
                id, created, model, null, words, reasoning, finish, inputTokens, Tokens.of(words), usageShown);
    }

    Completion withReasoning(String thoughts) {
        return new Completion(
                id, created, model, text, refusal, thoughts, finish, inputTokens, outputTokens, usageShown);
    }

    Completion withModel(String other) {
        return new Completion(
                id, created, other, text, refusal, reasoning, finish, inputTokens, outputTokens, usageShown);
    }

    Completion withUsageShown(UsageShown shown) {
        return new Completion(id, created, model, text, refusal, reasoning, finish, inputTokens, outputTokens, shown);
    }
}
