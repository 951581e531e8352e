package dev.assay.schemas;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** Expectations of the plain kind: scorers, and nothing about judges or epochs. */
@NullMarked
public final class Expecting {
    private static final int LONGEST_NAME = 64;

    private Expecting() {}

    /** The same use whose part is called so; null for as its scorer is. */
    public static ScorerUse named(ScorerUse use, @Nullable String name) {
        return ScorerUse.newBuilder(use).setName(name).build();
    }

    /** What the part of a use is called in scores. */
    public static String partName(ScorerUse use) {
        String name = use.getName();
        return name == null ? use.getScorer() : name;
    }

    /** What is wrong with how the parts of an expectation are called; empty where nothing is. */
    public static Optional<String> complaintOfNames(List<ScorerUse> scorers) {
        Set<String> seen = new HashSet<>();
        for (ScorerUse use : scorers) {
            String name = partName(use);
            if (name.isBlank() || name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
                return Optional.of("name: '"
                        + name.substring(0, Math.min(name.length(), LONGEST_NAME))
                                .replaceAll("\\p{Cntrl}", " ") + "' (expected: 1 to " + LONGEST_NAME
                        + " characters on one line)");
            }
            if (!seen.add(name)) {
                return Optional.of(
                        "two scorers are called '" + name + "' (expected: a name of its own for each, \"name\": ...)");
            }
        }
        return Optional.empty();
    }

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
