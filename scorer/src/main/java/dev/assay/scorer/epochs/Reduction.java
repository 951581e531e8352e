package dev.assay.scorer.epochs;

import dev.assay.schemas.Outcome;
import dev.assay.schemas.Reducer;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import dev.assay.scorer.stats.PassAtK;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Brings the epochs of a sample together. Only epochs with a value count; a sample of which none has one keeps the
 * outcome of its first epoch. The order of the epochs changes nothing.
 */
public final class Reduction {
    /** Why a sample has no value although epochs have: fewer than the k of pass@k. */
    static final String TOO_FEW_EPOCHS = "too_few_epochs";

    private Reduction() {}

    /** What the epochs come to. */
    private record Reduced(double value, double passShare) {}

    /** @param epochs the scores of one sample, at least one */
    public static Sample of(List<Score> epochs) {
        List<Score> inOrder =
                epochs.stream().sorted(Comparator.comparingInt(Score::getEpoch)).toList();
        List<Score> scored = inOrder.stream().filter(Reduction::hasValue).toList();
        Score first = scored.isEmpty() ? inOrder.get(0) : scored.get(0);
        Score.Builder whole = Score.newBuilder(first)
                .setJobId(first.getSample() == null ? first.getJobId() : first.getSample())
                .setOrdinal(inOrder.get(0).getOrdinal())
                .setEpoch(0);
        if (scored.isEmpty()) {
            return new Sample(whole.build(), inOrder.size(), 0, 0);
        }
        Reduced reduced = reduce(reducer(first), scored);
        if (reduced == null) {
            whole.setOutcome(Outcome.UNSCORED)
                    .setUnscoredReason(TOO_FEW_EPOCHS)
                    .setValue(null)
                    .setPassed(null)
                    .setParts(List.of());
            return new Sample(whole.build(), inOrder.size(), scored.size(), 0);
        }
        whole.setValue(reduced.value()).setPassed(reduced.passShare() > 0.5);
        return new Sample(whole.build(), inOrder.size(), scored.size(), reduced.passShare());
    }

    private static Reducer reducer(Score score) {
        try {
            return Reducer.parse(score.getReducer() == null ? "mean" : score.getReducer());
        } catch (IllegalArgumentException e) {
            // A reducer of a newer version.
            return new Reducer.Mean();
        }
    }

    private static @Nullable Reduced reduce(Reducer reducer, List<Score> scored) {
        long passed = scored.stream().filter(Reduction::passed).count();
        return switch (reducer) {
            case Reducer.Mean() -> new Reduced(mean(scored), (double) passed / scored.size());
            case Reducer.Best() ->
                new Reduced(scored.stream().mapToDouble(Reduction::value).max().orElse(0), passed > 0 ? 1 : 0);
            case Reducer.Majority() -> majority(scored);
            case Reducer.PassAt(int k) -> {
                OptionalDouble estimate = PassAtK.of(scored.size(), (int) passed, k);
                yield estimate.isEmpty() ? null : new Reduced(estimate.getAsDouble(), estimate.getAsDouble());
            }
        };
    }

    /**
     * The answer that most epochs gave, where a scorer says what it took the answer to be, else whether most passed.
     * Where several are as frequent the sample is worth what the worst of them is.
     */
    private static Reduced majority(List<Score> scored) {
        Map<String, Votes> byAnswer = new TreeMap<>();
        for (Score score : scored) {
            byAnswer.computeIfAbsent(answer(score), unused -> new Votes()).add(score);
        }
        int most =
                byAnswer.values().stream().mapToInt(votes -> votes.count).max().orElse(0);
        double value = 1;
        double passShare = 1;
        for (Votes votes : byAnswer.values()) {
            if (votes.count == most) {
                value = Math.min(value, votes.sum / votes.count);
                passShare = Math.min(passShare, (double) votes.passed / votes.count);
            }
        }
        return new Reduced(value, passShare > 0.5 ? 1 : 0);
    }

    private static final class Votes {
        private int count;
        private int passed;
        private double sum;

        void add(Score score) {
            count++;
            passed += passed(score) ? 1 : 0;
            sum += value(score);
        }
    }

    private static String answer(Score score) {
        List<ScorePart> parts = score.getParts();
        String label = parts.size() == 1 ? parts.get(0).getLabel() : null;
        return label == null ? (passed(score) ? "passed" : "failed") : "label " + label;
    }

    private static double mean(List<Score> scored) {
        double sum = 0;
        for (Score score : scored) {
            sum += value(score);
        }
        return sum / scored.size();
    }

    private static boolean hasValue(Score score) {
        return score.getOutcome() == Outcome.SCORED && score.getValue() != null && score.getPassed() != null;
    }

    private static double value(Score score) {
        Double value = score.getValue();
        return value == null ? 0 : value;
    }

    private static boolean passed(Score score) {
        return Boolean.TRUE.equals(score.getPassed());
    }
}
