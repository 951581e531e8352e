package dev.assay.scorer.compare;

import dev.assay.schemas.Outcome;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes pairs of scores of the same jobs and says what differs between the runs. A job without a value in one of them
 * is counted apart: it says nothing of which answers better, and dropping it quietly would favour whoever fails on hard
 * jobs, so the conservative figure stands beside.
 */
public final class Comparison {
    /** Parts that are told apart; a run whose jobs name more scorers than this is compared as a whole. */
    private static final int MOST_PARTS = 32;

    private final Map<Outcome, Long> outcomesA = new EnumMap<>(Outcome.class);
    private final Map<Outcome, Long> outcomesB = new EnumMap<>(Outcome.class);
    private final PairTally scored = new PairTally();
    private final PairTally conservative = new PairTally();
    private final Map<String, PairTally> parts = new TreeMap<>();
    private final Largest wins;
    private final Largest losses;
    private long common;
    private long scoredOnlyA;
    private long scoredOnlyB;
    private long scoredNeither;
    private long fallbacksA;
    private long fallbacksB;

    /** @param listed wins and losses kept, of each so many at most */
    public Comparison(int listed) {
        wins = new Largest(listed);
        losses = new Largest(listed);
    }

    /** Takes the two scores of a job. */
    public void add(Score a, Score b) {
        common++;
        outcomesA.merge(a.getOutcome(), 1L, Long::sum);
        outcomesB.merge(b.getOutcome(), 1L, Long::sum);
        fallbacksA += a.getUsedFallback() == null ? 0 : 1;
        fallbacksB += b.getUsedFallback() == null ? 0 : 1;
        boolean hasA = hasValue(a);
        boolean hasB = hasValue(b);
        conservative.add(value(a), passed(a), value(b), passed(b));
        if (hasA && hasB) {
            scored.add(value(a), passed(a), value(b), passed(b));
            addParts(a.getParts(), b.getParts());
            Change change = new Change(a, b);
            switch (change.direction()) {
                case WIN -> wins.add(change);
                case LOSS -> losses.add(change);
                case NONE -> {}
            }
        } else {
            scoredOnlyA += hasA ? 1 : 0;
            scoredOnlyB += hasB ? 1 : 0;
            scoredNeither += hasA || hasB ? 0 : 1;
        }
    }

    public Compared result() {
        return new Compared(
                common,
                Map.copyOf(outcomesA),
                Map.copyOf(outcomesB),
                scoredOnlyA,
                scoredOnlyB,
                scoredNeither,
                fallbacksA,
                fallbacksB,
                scored.effect("scored"),
                conservative.effect("conservative"),
                parts.size() < 2
                        ? List.of()
                        : parts.entrySet().stream()
                                .map(part -> part.getValue().effect(part.getKey()))
                                .toList(),
                wins.list(),
                wins.count(),
                losses.list(),
                losses.count());
    }

    /** Parts stand in the order of the expectation, which is the same in both. */
    private void addParts(List<ScorePart> partsA, List<ScorePart> partsB) {
        for (int i = 0; i < Math.min(partsA.size(), partsB.size()); i++) {
            ScorePart a = partsA.get(i);
            ScorePart b = partsB.get(i);
            Double valueA = a.getValue();
            Double valueB = b.getValue();
            boolean isSame = a.getScorer().equals(b.getScorer());
            boolean hasRoom = parts.size() < MOST_PARTS || parts.containsKey(a.getScorer());
            if (isSame && hasRoom && valueA != null && valueB != null) {
                parts.computeIfAbsent(a.getScorer(), name -> new PairTally())
                        .add(valueA, isTrue(a.getPassed()), valueB, isTrue(b.getPassed()));
            }
        }
    }

    private static boolean hasValue(Score score) {
        return score.getOutcome() == Outcome.SCORED && score.getValue() != null && score.getPassed() != null;
    }

    private static double value(Score score) {
        Double value = hasValue(score) ? score.getValue() : null;
        return value == null ? 0 : value;
    }

    private static boolean passed(Score score) {
        return hasValue(score) && isTrue(score.getPassed());
    }

    private static boolean isTrue(@Nullable Boolean flag) {
        return Boolean.TRUE.equals(flag);
    }
}
