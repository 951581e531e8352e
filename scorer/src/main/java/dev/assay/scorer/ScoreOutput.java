package dev.assay.scorer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@link ScoreStep} hands on, and where it goes. */
sealed interface ScoreOutput {
    /** A score record. */
    record OfScore(byte[] value) implements ScoreOutput {}

    /** A result that could not be used; its value as it came, which may be none. */
    record OfDeadLetter(byte @Nullable [] value) implements ScoreOutput {}

    /** One partition's share of a run, as a {@link RunUpdate}. */
    record OfShare(byte[] value) implements ScoreOutput {}

    default List<byte[]> score() {
        return this instanceof OfScore(byte[] value) ? List.of(value) : List.of();
    }

    default List<byte[]> share() {
        return this instanceof OfShare(byte[] value) ? List.of(value) : List.of();
    }

    default List<OfDeadLetter> deadLetter() {
        return this instanceof OfDeadLetter letter ? List.of(letter) : List.of();
    }
}
