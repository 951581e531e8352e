package dev.assay.deadletters;

import dev.assay.schemas.DeadLetterMark;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter and what was done about it.
 *
 * @param letter the letter
 * @param mark its mark; null while it is open
 */
public record FoundLetter(Letter letter, @Nullable DeadLetterMark mark) {
    public LetterState state() {
        return LetterState.of(mark);
    }
}
