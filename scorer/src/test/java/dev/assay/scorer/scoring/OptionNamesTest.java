package dev.assay.scorer.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Expecting;
import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Producers refuse options that {@link ScorerNames} does not list, so it has to list those that scorers read. */
class OptionNamesTest {
    private static final String NO_OPTION = "option 'no_such_option' (expected: ";

    @Test
    void everyScorerTakesTheOptionsThatAreListedForIt() {
        for (String name : ScorerNames.ALL) {
            if (name.equals(ScorerNames.NONE)) {
                continue;
            }
            String target = name.startsWith("json") ? "{}" : "1";
            ScorerUse use = Expecting.use(name, List.of(target), Map.of("no_such_option", "x"), 1.0);

            Verdict verdict =
                    Scorers.standard().named(name).orElseThrow().prepare(use).judge("1");

            List<String> options = ScorerNames.options(name);
            String expected = options.isEmpty() ? "no options" : "one of " + String.join(", ", options);
            assertThat(verdict.toString()).as(name).contains(NO_OPTION + expected + ")");
        }
    }
}
