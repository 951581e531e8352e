package dev.assay.scorer.fold;

import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/**
 * The numbers under which the enums that every job has are kept. They are written in state and never change; an enum's
 * order is not ours to rely on, and its names take a quarter of a job's bytes.
 */
final class StateCodes {
    private static final Outcome[] OUTCOMES = table(Outcome.values(), StateCodes::of, new Outcome[0]);
    private static final JobStatus[] STATUSES = table(JobStatus.values(), StateCodes::of, new JobStatus[0]);
    private static final AnswerSource[] SOURCES = table(AnswerSource.values(), StateCodes::of, new AnswerSource[0]);

    private StateCodes() {}

    static int of(Outcome outcome) {
        return switch (outcome) {
            case SCORED -> 0;
            case TRUNCATED -> 1;
            case FILTERED -> 2;
            case REFUSED -> 3;
            case EMPTY -> 4;
            case UNSCORED -> 5;
            case EXPIRED -> 6;
            case CANCELLED -> 7;
            case DEAD_LETTERED -> 8;
        };
    }

    static int of(JobStatus status) {
        return switch (status) {
            case SUCCEEDED -> 0;
            case FALLBACK -> 1;
            case UNANSWERED -> 2;
            case DEAD_LETTERED -> 3;
            case CANCELLED -> 4;
            case EXPIRED -> 5;
        };
    }

    static int of(AnswerSource source) {
        return switch (source) {
            case NONE -> 0;
            case PRIMARY_MODEL -> 1;
            case FALLBACK_MODEL -> 2;
            case CACHE -> 3;
            case RULE -> 4;
            case STATIC -> 5;
        };
    }

    static Outcome outcome(int code) {
        return OUTCOMES[code];
    }

    static JobStatus status(int code) {
        return STATUSES[code];
    }

    static AnswerSource source(int code) {
        return SOURCES[code];
    }

    private static <E extends Enum<E>> E[] table(E[] values, ToIntFunction<E> code, E[] type) {
        E[] table = Arrays.copyOf(type, values.length);
        for (E value : values) {
            table[code.applyAsInt(value)] = value;
        }
        return table;
    }
}
