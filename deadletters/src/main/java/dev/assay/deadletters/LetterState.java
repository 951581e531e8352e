package dev.assay.deadletters;

import dev.assay.schemas.DeadLetterMark;
import org.jspecify.annotations.Nullable;

/** How a dead letter stands. */
public enum LetterState {
    /** Nobody has dealt with it. */
    OPEN,
    /** It was sent again. */
    REPLAYED,
    /** It was dealt with in another way. */
    DISCARDED;

    /** @param mark the letter's mark; null where it has none */
    public static LetterState of(@Nullable DeadLetterMark mark) {
        if (mark == null) {
            return OPEN;
        }
        return switch (mark.getAction()) {
            case REPLAYED -> REPLAYED;
            case DISCARDED -> DISCARDED;
        };
    }
}
