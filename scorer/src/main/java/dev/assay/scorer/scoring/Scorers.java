package dev.assay.scorer.scoring;

import dev.assay.schemas.ScorerUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The scorers there are, by name. */
public final class Scorers {
    private final Map<String, AnswerScorer> byName;
    private final List<AnswerScorer> custom;

    private Scorers(List<AnswerScorer> standard, List<AnswerScorer> custom) {
        this.byName = Stream.concat(standard.stream(), custom.stream())
                .collect(Collectors.toUnmodifiableMap(AnswerScorer::name, Function.identity()));
        this.custom = custom;
    }

    /** The scorers that come with Assay. */
    public static Scorers standard() {
        return new Scorers(
                List.of(
                        new Exact(),
                        new Normalized(),
                        new Contains(),
                        new Regex(),
                        new Numeric(),
                        new Choice(),
                        new JsonEqual(),
                        new JsonSchema(),
                        new Bleu(),
                        new RougeL(),
                        new EditSimilarity(),
                        new Judge(),
                        new Pairwise(),
                        new None()),
                List.of());
    }

    /** These and others, none of which has a name of these. */
    Scorers and(List<AnswerScorer> others) {
        return new Scorers(
                byName.values().stream()
                        .filter(scorer -> !custom.contains(scorer))
                        .toList(),
                Stream.concat(custom.stream(), others.stream()).toList());
    }

    /** Those that do not come with Assay. */
    List<AnswerScorer> custom() {
        return custom;
    }

    /** Their names. */
    public Set<String> names() {
        return byName.keySet();
    }

    /**
     * Has those that do not come with Assay load what they need to judge.
     *
     * @throws IllegalArgumentException naming the one that cannot, and why
     */
    public void warmUp() {
        for (AnswerScorer scorer : custom) {
            try {
                scorer.warmUp();
            } catch (RuntimeException | LinkageError e) {
                throw new IllegalArgumentException(
                        "scorer '" + scorer.name() + "' of " + scorer.getClass().getName() + " is not ready: "
                                + ScorerPlugins.reason(e),
                        e);
            }
        }
    }

    /** What a scorer says is wrong with a use of it; empty where nothing is, and where there is no such scorer. */
    public Optional<String> complaint(ScorerUse use) {
        try {
            return named(use.getScorer())
                    .map(scorer -> scorer.prepare(use))
                    .flatMap(rubric ->
                            rubric instanceof Rubric.Refused refused ? Optional.of(refused.why()) : Optional.empty());
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            return Optional.of("it broke: " + ScorerPlugins.reason(e));
        }
    }

    Optional<AnswerScorer> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }
}
