package dev.assay.scorer.fold;

import dev.assay.schemas.ScorerSummary;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How the parts of one scorer came out. */
final class ScorerTally {
    private long scored;
    private long passed;
    private long valueNanos;
    private final Map<String, Long> unscored = new TreeMap<>();

    void add(Counted.Part part, long times) {
        Long value = part.valueNanos();
        if (value == null) {
            addUnscored(String.valueOf(part.unscoredReason()), times);
        } else {
            addScored(times, part.passed() ? times : 0, times * value);
        }
    }

    void addScored(long moreScored, long morePassed, long moreNanos) {
        scored += moreScored;
        passed += morePassed;
        valueNanos += moreNanos;
    }

    void addUnscored(String reason, long times) {
        if (unscored.merge(reason, times, Long::sum) == 0) {
            unscored.remove(reason);
        }
    }

    void merge(ScorerTally other) {
        addScored(other.scored, other.passed, other.valueNanos);
        other.unscored.forEach(this::addUnscored);
    }

    boolean isEmpty() {
        return scored == 0 && passed == 0 && valueNanos == 0 && unscored.isEmpty();
    }

    long scored() {
        return scored;
    }

    long passed() {
        return passed;
    }

    long valueNanos() {
        return valueNanos;
    }

    Map<String, Long> unscored() {
        return unscored;
    }

    ScorerSummary summary(String name) {
        return ScorerSummary.newBuilder()
                .setScorer(name)
                .setScored(scored)
                .setPassed(passed)
                .setMean(RunSummaries.mean(valueNanos, scored))
                .setUnscored(new TreeMap<>(unscored))
                .build();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ScorerTally that
                && scored == that.scored
                && passed == that.passed
                && valueNanos == that.valueNanos
                && unscored.equals(that.unscored);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(scored + 31 * passed + 961 * valueNanos);
    }
}
