package dev.assay.sandbox.simulator;

import dev.assay.runtime.Clock;
import dev.assay.sandbox.answers.AnswerBook;
import dev.assay.sandbox.answers.AnswerHash;

/**
 * Writes the simulated answers: from the book, or one that says that no model was asked; where a JSON schema was given,
 * as JSON that keeps to it.
 */
final class Author {
    private final AnswerBook book;
    private final long seed;
    private final Clock clock;

    Author(AnswerBook book, long seed, Clock clock) {
        this.book = book;
        this.seed = seed;
        this.clock = clock;
    }

    Completion write(ChatRequest request, String requestId) {
        String text = book.answer(request.prompt()).orElseGet(() -> unknown(request));
        boolean cut = request.maxTokens() > 0 && Tokens.of(text) > request.maxTokens();
        String shown = cut ? Tokens.first(text, request.maxTokens()) : text;
        return new Completion(
                "chatcmpl-" + requestId,
                clock.now().getEpochSecond(),
                request.model(),
                shown,
                null,
                null,
                cut ? "length" : "stop",
                request.inputTokens(),
                Tokens.of(shown),
                Completion.UsageShown.NORMAL);
    }

    private String unknown(ChatRequest request) {
        long hash = AnswerHash.of(seed, request.prompt());
        String words = "Simulated answer; no model was asked (assay-simulator " + Long.toHexString(hash) + ").";
        return request.schema().isObject() ? new SchemaAnswer(hash, words).to(request.schema()) : words;
    }
}
