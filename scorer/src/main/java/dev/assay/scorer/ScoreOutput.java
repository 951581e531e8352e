package dev.assay.scorer;

import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** What {@link ScoreStep} hands on, and where it goes. */
sealed interface ScoreOutput {
    /** A score record. */
    record OfScore(Bytes value) implements ScoreOutput {}

    /** A result that could not be used, its value as it came: null for none. */
    record OfDeadLetter(@Nullable Bytes value) implements ScoreOutput {}

    /** A job that asks a judge. */
    record OfJudgeJob(Bytes value) implements ScoreOutput {}

    /** One partition's share of a run, as a {@link RunUpdate}. */
    record OfShare(Bytes value) implements ScoreOutput {}

    /** One partition's share of a window of the fallback rate, as a {@link WindowShare}. */
    record OfWindow(Bytes value) implements ScoreOutput {}

    default List<byte[]> score() {
        return this instanceof OfScore(Bytes value) ? List.of(value.get()) : List.of();
    }

    default List<byte[]> judgeJob() {
        return this instanceof OfJudgeJob(Bytes value) ? List.of(value.get()) : List.of();
    }

    default List<byte[]> share() {
        return this instanceof OfShare(Bytes value) ? List.of(value.get()) : List.of();
    }

    default List<byte[]> window() {
        return this instanceof OfWindow(Bytes value) ? List.of(value.get()) : List.of();
    }

    default List<OfDeadLetter> deadLetter() {
        return this instanceof OfDeadLetter letter ? List.of(letter) : List.of();
    }
}
