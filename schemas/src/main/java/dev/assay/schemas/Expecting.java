package dev.assay.schemas;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;

/** Expectations of the plain kind: scorers, and nothing about judges or epochs. */
@NullMarked
public final class Expecting {
    private Expecting() {}

    /** Scores by these, in order; by none, the job is not scored. */
    public static Expectation of(List<ScorerUse> scorers) {
        return Expectation.newBuilder().setScorers(scorers).build();
    }

    public static Expectation of(ScorerUse... scorers) {
        return of(List.of(scorers));
    }

    /** A scorer whose part is called as the scorer is. */
    public static ScorerUse use(String scorer, List<String> targets, Map<String, String> options, double weight) {
        return ScorerUse.newBuilder()
                .setScorer(scorer)
                .setTargets(targets)
                .setOptions(options)
                .setWeight(weight)
                .build();
    }
}
