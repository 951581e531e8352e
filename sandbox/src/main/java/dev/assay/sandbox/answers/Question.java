package dev.assay.sandbox.answers;

import java.util.List;

/**
 * One question of the book.
 *
 * @param prompt text of the user message that asks it
 * @param right the right answer
 * @param alsoRight further answers that a scorer would accept; a wrong answer is none of them
 * @param style how an answer is dressed
 */
public record Question(String prompt, String right, List<String> alsoRight, Style style) {
    /** How an answer is dressed. */
    public enum Style {
        /** The answer alone. */
        PLAIN,
        /** A sentence of reasoning, then {@code #### } and the answer on the last line. */
        MARKED
    }

    public Question {
        if (prompt.isBlank()) {
            throw new IllegalArgumentException("prompt: empty");
        }
        if (right.isBlank()) {
            throw new IllegalArgumentException("right answer: empty");
        }
        prompt = prompt.strip();
        right = right.strip();
        alsoRight = List.copyOf(alsoRight);
    }

    public Question(String prompt, String right) {
        this(prompt, right, List.of(), Style.PLAIN);
    }
}
