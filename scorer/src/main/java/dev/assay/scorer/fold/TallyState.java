package dev.assay.scorer.fold;

import dev.assay.schemas.Outcome;
import java.math.BigDecimal;
import java.util.Map;

/**
 * The bytes in which a {@link RunTally} is kept and sent between the scorer's own tasks. What an earlier scorer wrote is
 * read too: its figures hold as they are, and its jobs are in the slice {@code unknown} of every dimension.
 */
public final class TallyState {
    static final int VERSION = 2;
    /** The version that knew no slices. */
    private static final int UNSLICED = 1;

    private TallyState() {}

    public static byte[] write(RunTally tally) {
        StateOutput out = new StateOutput();
        out.number(VERSION);
        writeNames(out, tally.outcomes.byName());
        writeNames(out, tally.statuses.byName());
        writeNames(out, tally.failures.byName());
        writeNames(out, tally.fallbacks.byName());
        writeBounded(out, tally.unscored);
        writeBounded(out, tally.models);
        Map<String, ScorerTally> entries = tally.scorers.entries();
        out.number(entries.size());
        entries.forEach((name, scorer) -> {
            out.text(name);
            out.number(scorer.scored());
            out.number(scorer.passed());
            out.number(scorer.valueNanos());
            writeNames(out, scorer.unscored());
        });
        writeHistogram(out, tally.callTime);
        writeHistogram(out, tally.turnaround);
        writeSums(out, tally.sums);
        tally.slices.write(out);
        return out.toBytes();
    }

    public static RunTally read(byte[] bytes) {
        StateInput in = new StateInput(bytes);
        int version = in.version(UNSLICED, VERSION);
        RunTally tally = new RunTally();
        readNames(in, tally.outcomes);
        readNames(in, tally.statuses);
        readNames(in, tally.failures);
        readNames(in, tally.fallbacks);
        readBounded(in, tally.unscored);
        readBounded(in, tally.models);
        int scorers = in.smallNumber();
        for (int i = 0; i < scorers; i++) {
            ScorerTally scorer = tally.scorers.of(in.text());
            scorer.addScored(in.number(), in.number(), in.number());
            int reasons = in.smallNumber();
            for (int j = 0; j < reasons; j++) {
                scorer.addUnscored(in.text(), in.number());
            }
        }
        readHistogram(in, tally.callTime);
        readHistogram(in, tally.turnaround);
        readSums(in, tally.sums);
        if (version == UNSLICED) {
            tally.slices.countUnknown(whole(tally));
        } else {
            tally.slices.read(in);
        }
        return tally;
    }

    private static SliceTally whole(RunTally tally) {
        SliceTally whole = new SliceTally();
        for (Outcome outcome : Outcome.values()) {
            whole.addOutcome(outcome, tally.outcomes.of(outcome));
        }
        whole.addSums(tally.sums.passed, tally.sums.valueNanos);
        return whole;
    }

    private static void writeNames(StateOutput out, Map<String, Long> counts) {
        out.number(counts.size());
        counts.forEach((name, count) -> {
            out.text(name);
            out.number(count);
        });
    }

    private static <E extends Enum<E>> void readNames(StateInput in, EnumCounts<E> counts) {
        int size = in.smallNumber();
        for (int i = 0; i < size; i++) {
            counts.add(Enum.valueOf(counts.type(), in.text()), in.number());
        }
    }

    private static void writeBounded(StateOutput out, BoundedCounts counts) {
        writeNames(out, counts.kept());
        out.number(counts.other());
    }

    private static void readBounded(StateInput in, BoundedCounts counts) {
        int size = in.smallNumber();
        for (int i = 0; i < size; i++) {
            counts.keep(in.text(), in.number());
        }
        counts.addOther(in.number());
    }

    /** Most of its buckets are empty: only the others are written, by the distance from the one before. */
    private static void writeHistogram(StateOutput out, LatencyHistogram histogram) {
        int last = 0;
        for (int i = 0; i < LatencyHistogram.buckets(); i++) {
            if (histogram.countOf(i) != 0) {
                out.number(i - last + 1);
                out.number(histogram.countOf(i));
                last = i;
            }
        }
        out.number(0);
    }

    private static void readHistogram(StateInput in, LatencyHistogram histogram) {
        int bucket = 0;
        for (int step = in.smallNumber(); step != 0; step = in.smallNumber()) {
            bucket += step - 1;
            histogram.addToBucket(bucket, in.number());
        }
    }

    private static void writeSums(StateOutput out, TallySums sums) {
        out.number(sums.passed);
        out.number(sums.valueNanos);
        out.number(sums.drift);
        out.number(sums.attempts);
        out.number(sums.input);
        out.number(sums.cachedInput);
        out.number(sums.output);
        out.number(sums.reasoning);
        out.number(sums.costKnown);
        out.number(sums.costUnknown);
        CountedState.writeCost(out, sums.cost);
        out.number(sums.atMillis);
    }

    private static void readSums(StateInput in, TallySums sums) {
        sums.passed = in.number();
        sums.valueNanos = in.number();
        sums.drift = in.number();
        sums.attempts = in.number();
        sums.input = in.number();
        sums.cachedInput = in.number();
        sums.output = in.number();
        sums.reasoning = in.number();
        sums.costKnown = in.number();
        sums.costUnknown = in.number();
        BigDecimal cost = CountedState.readCost(in);
        sums.cost = cost == null ? sums.cost : cost;
        sums.atMillis = in.number();
    }
}
