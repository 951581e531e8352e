package dev.assay.scorer.scoring;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The scorers there are, by name. */
public final class Scorers {
    private final Map<String, AnswerScorer> byName;

    private Scorers(List<AnswerScorer> scorers) {
        this.byName = scorers.stream().collect(Collectors.toUnmodifiableMap(AnswerScorer::name, Function.identity()));
    }

    /** The scorers that come with Assay. */
    public static Scorers standard() {
        return new Scorers(List.of(
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
                new None()));
    }

    /** Their names. */
    public Set<String> names() {
        return byName.keySet();
    }

    Optional<AnswerScorer> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }
}
