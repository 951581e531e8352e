package dev.assay.scorer.fold;

import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes in which a {@link Counted} is kept: those that are written now, and those of an earlier scorer, which are
 * read for as long as a job is remembered. Version 1 held enums by name and nothing about slices.
 */
public final class CountedState {
    static final int VERSION = 2;
    private static final int OLDEST = 1;

    /** How the responding model is written: most responses name the one asked for. */
    private static final int NO_MODEL = 0;

    private static final int MODEL_ASKED = 1;
    private static final int ANOTHER_MODEL = 2;

    private CountedState() {}

    public static byte[] write(Counted counted) {
        StateOutput out = new StateOutput();
        out.number(VERSION);
        out.number(counted.generation());
        out.number(StateCodes.of(counted.outcome()));
        out.number(StateCodes.of(counted.status()));
        writeTraits(out, counted.traits());
        out.textOrNull(counted.unscoredReason());
        out.numberOrNull(counted.valueNanos());
        out.flag(counted.passed());
        out.number(counted.parts().size());
        for (Counted.Part part : counted.parts()) {
            out.text(part.scorer());
            out.numberOrNull(part.valueNanos());
            out.flag(part.passed());
            out.textOrNull(part.unscoredReason());
        }
        out.textOrNull(nameOf(counted.failureKind()));
        out.textOrNull(nameOf(counted.fallbackReason()));
        writeModel(out, counted);
        out.flag(counted.modelDrift());
        out.number(counted.attempts());
        out.number(counted.callMillis());
        out.number(counted.turnaroundMillis());
        writeUsage(out, counted.usage());
        writeCost(out, counted.cost());
        out.number(counted.atMillis());
        return out.toBytes();
    }

    /** The generation alone, for most records are looked at for nothing else. */
    public static int generationOf(byte[] bytes) {
        StateInput in = new StateInput(bytes);
        in.version(OLDEST, VERSION);
        return in.smallNumber();
    }

    public static Counted read(byte[] bytes) {
        StateInput in = new StateInput(bytes);
        boolean isFirst = in.version(OLDEST, VERSION) == OLDEST;
        int generation = in.smallNumber();
        Outcome outcome = isFirst ? Outcome.valueOf(in.text()) : StateCodes.outcome(in.smallNumber());
        JobStatus status = isFirst ? JobStatus.valueOf(in.text()) : StateCodes.status(in.smallNumber());
        Traits traits = !isFirst && in.flag() ? Traits.read(in) : null;
        return new Counted(
                generation,
                outcome,
                status,
                in.textOrNull(),
                in.numberOrNull(),
                in.flag(),
                readParts(in),
                kind(in.textOrNull()),
                kind(in.textOrNull()),
                isFirst ? in.textOrNull() : readModel(in, traits),
                in.flag(),
                in.smallNumber(),
                in.number(),
                in.number(),
                readUsage(in),
                readCost(in),
                in.number(),
                traits);
    }

    private static void writeTraits(StateOutput out, @Nullable Traits traits) {
        out.flag(traits != null);
        if (traits != null) {
            traits.write(out);
        }
    }

    private static void writeModel(StateOutput out, Counted counted) {
        String model = counted.model();
        Traits traits = counted.traits();
        if (model == null) {
            out.number(NO_MODEL);
        } else if (traits != null && model.equals(traits.requestModel())) {
            out.number(MODEL_ASKED);
        } else {
            out.number(ANOTHER_MODEL);
            out.text(model);
        }
    }

    private static @Nullable String readModel(StateInput in, @Nullable Traits traits) {
        int which = in.smallNumber();
        if (which == NO_MODEL) {
            return null;
        }
        return which == ANOTHER_MODEL || traits == null ? in.text() : traits.requestModel();
    }

    private static List<Counted.Part> readParts(StateInput in) {
        int size = in.smallNumber();
        List<Counted.Part> parts = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            parts.add(new Counted.Part(in.text(), in.numberOrNull(), in.flag(), in.textOrNull()));
        }
        return List.copyOf(parts);
    }

    private static void writeUsage(StateOutput out, Counted.@Nullable Usage usage) {
        out.flag(usage != null);
        if (usage != null) {
            out.number(usage.input());
            out.number(usage.cachedInput());
            out.number(usage.output());
            out.number(usage.reasoning());
        }
    }

    private static Counted.@Nullable Usage readUsage(StateInput in) {
        return in.flag() ? new Counted.Usage(in.number(), in.number(), in.number(), in.number()) : null;
    }

    static void writeCost(StateOutput out, @Nullable BigDecimal cost) {
        out.flag(cost != null);
        if (cost != null) {
            out.text(cost.unscaledValue().toString());
            out.number(cost.scale());
        }
    }

    static @Nullable BigDecimal readCost(StateInput in) {
        return in.flag() ? new BigDecimal(new BigInteger(in.text()), in.smallNumber()) : null;
    }

    private static @Nullable String nameOf(@Nullable FailureKind kind) {
        return kind == null ? null : kind.name();
    }

    private static @Nullable FailureKind kind(@Nullable String name) {
        return name == null ? null : FailureKind.valueOf(name);
    }
}
