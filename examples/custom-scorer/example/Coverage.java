package example;

import dev.assay.schemas.ScorerUse;
import dev.assay.scorer.scoring.AnswerScorer;
import dev.assay.scorer.scoring.Options;
import dev.assay.scorer.scoring.Rubric;
import dev.assay.scorer.scoring.Verdict;
import java.util.List;
import java.util.Locale;

/**
 * How many of the targets the answer mentions, as a share; it passes from {@code pass} on, by default when it mentions
 * all of them.
 */
public final class Coverage implements AnswerScorer {
    @Override
    public String name() {
        return "x-coverage";
    }

    /** Called once for each expectation; what it returns judges every answer to it. */
    @Override
    public Rubric prepare(ScorerUse use) {
        Options options = new Options(use);
        double pass = options.share("pass", "1");
        List<String> wanted = options.targets().stream().map(Coverage::folded).toList();
        return options.rubric(() -> answer -> judge(folded(answer), wanted, pass));
    }

    private static Verdict judge(String answer, List<String> wanted, double pass) {
        List<String> missing =
                wanted.stream().filter(word -> !answer.contains(word)).toList();
        double value = 1 - (double) missing.size() / wanted.size();
        String why = missing.isEmpty() ? null : "does not mention " + String.join(", ", missing);
        return new Verdict.Scored(value, value >= pass, null, why);
    }

    private static String folded(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
