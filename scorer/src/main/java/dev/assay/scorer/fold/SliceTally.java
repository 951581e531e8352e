package dev.assay.scorer.fold;

import dev.assay.schemas.Outcome;
import dev.assay.schemas.SummarySlice;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The counts and sums of those jobs of a run that have something in common. */
final class SliceTally {
    /** By the code of the outcome. */
    private final long[] outcomes = new long[Outcome.values().length];

    private long passed;
    private long valueNanos;

    void count(Counted counted, long times) {
        Long value = counted.valueNanos();
        addOutcome(counted.outcome(), times);
        addSums(counted.passed() ? times : 0, value == null ? 0 : times * value);
    }

    void addOutcome(Outcome outcome, long times) {
        outcomes[StateCodes.of(outcome)] += times;
    }

    void addSums(long morePassed, long moreNanos) {
        passed += morePassed;
        valueNanos += moreNanos;
    }

    void merge(SliceTally other) {
        for (int i = 0; i < outcomes.length; i++) {
            outcomes[i] += other.outcomes[i];
        }
        addSums(other.passed, other.valueNanos);
    }

    /** Whether everything that was counted has been taken back. */
    boolean isEmpty() {
        return passed == 0 && valueNanos == 0 && Arrays.stream(outcomes).allMatch(count -> count == 0);
    }

    long finished() {
        return Arrays.stream(outcomes).sum();
    }

    /** Only outcomes that occur are written. */
    void write(StateOutput out) {
        out.number(Arrays.stream(outcomes).filter(count -> count != 0).count());
        for (Outcome outcome : Outcome.values()) {
            if (outcomes[StateCodes.of(outcome)] != 0) {
                out.number(StateCodes.of(outcome));
                out.number(outcomes[StateCodes.of(outcome)]);
            }
        }
        out.number(passed);
        out.number(valueNanos);
    }

    static SliceTally read(StateInput in) {
        SliceTally tally = new SliceTally();
        for (int left = in.smallNumber(); left > 0; left--) {
            tally.addOutcome(StateCodes.outcome(in.smallNumber()), in.number());
        }
        tally.addSums(in.number(), in.number());
        return tally;
    }

    SummarySlice summary(String dimension, String name) {
        long scored = outcomes[StateCodes.of(Outcome.SCORED)];
        Wilson interval = scored == 0 ? null : Wilson.of(passed, scored);
        return SummarySlice.newBuilder()
                .setDimension(dimension)
                .setName(name)
                .setFinished(finished())
                .setOutcomes(byName())
                .setScored(scored)
                .setPassed(passed)
                .setMean(RunSummaries.mean(valueNanos, scored))
                .setPassRate(scored == 0 ? null : (double) passed / scored)
                .setPassRateLow(interval == null ? null : interval.low())
                .setPassRateHigh(interval == null ? null : interval.high())
                .build();
    }

    private Map<String, Long> byName() {
        Map<String, Long> byName = new TreeMap<>();
        for (Outcome outcome : Outcome.values()) {
            if (outcomes[StateCodes.of(outcome)] != 0) {
                byName.put(outcome.name(), outcomes[StateCodes.of(outcome)]);
            }
        }
        return byName;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SliceTally that
                && Arrays.equals(outcomes, that.outcomes)
                && passed == that.passed
                && valueNanos == that.valueNanos;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(outcomes) + 31 * Long.hashCode(valueNanos);
    }
}
