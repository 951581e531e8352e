package dev.assay.scorer.fold;

import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bytes in which a {@link Counted} is kept. Enums are kept by name: their order is not ours to rely on. */
public final class CountedState {
    static final int VERSION = 1;

    private CountedState() {}

    public static byte[] write(Counted counted) {
        StateOutput out = new StateOutput();
        out.number(VERSION);
        out.number(counted.generation());
        out.text(counted.outcome().name());
        out.text(counted.status().name());
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
        out.textOrNull(counted.model());
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
        in.version(VERSION);
        return in.smallNumber();
    }

    public static Counted read(byte[] bytes) {
        StateInput in = new StateInput(bytes);
        in.version(VERSION);
        return new Counted(
                in.smallNumber(),
                Outcome.valueOf(in.text()),
                JobStatus.valueOf(in.text()),
                in.textOrNull(),
                in.numberOrNull(),
                in.flag(),
                readParts(in),
                kind(in.textOrNull()),
                kind(in.textOrNull()),
                in.textOrNull(),
                in.flag(),
                in.smallNumber(),
                in.number(),
                in.number(),
                readUsage(in),
                readCost(in),
                in.number());
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
