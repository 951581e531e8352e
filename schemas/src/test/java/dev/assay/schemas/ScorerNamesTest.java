package dev.assay.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScorerNamesTest {
    @Test
    void theNamesAreAContract() {
        assertThat(ScorerNames.ALL)
                .containsExactly(
                        "exact",
                        "normalized",
                        "contains",
                        "regex",
                        "numeric",
                        "choice",
                        "json_equal",
                        "json_schema",
                        "bleu",
                        "rouge_l",
                        "edit_similarity",
                        "judge",
                        "pairwise",
                        "none");
    }

    @Test
    void theOptionsAreAContract() {
        StringBuilder all = new StringBuilder();
        for (String scorer : ScorerNames.ALL) {
            all.append(scorer).append(' ').append(ScorerNames.options(scorer)).append('\n');
        }

        assertThat(all).hasToString("""
            exact [strip]
            normalized [articles, case, punctuation]
            contains [case, words]
            regex [match]
            numeric [marker, relative, strict, tolerance]
            choice [choices]
            json_equal []
            json_schema []
            bleu [case, pass, smooth, tokens]
            rouge_l [case, pass, tokens]
            edit_similarity [case, pass]
            judge [format, max_tokens, pass, points, route, rubric]
            pairwise [format, max_tokens, pass, route, rubric]
            none []
            """);
    }

    @Test
    void theRecordsDocumentationListsThem() {
        String doc = ScorerUse.getClassSchema().getField("scorer").doc();

        assertThat(ScorerNames.ALL).allSatisfy(name -> assertThat(doc).contains(name));
    }

    @Test
    void namesOfOnesOwnCanNeverBeAssays() {
        assertThat(ScorerNames.isCustom("x-coverage")).isTrue();
        assertThat(List.of("x-", "x_a", "X-a", "x-A", "xa", "x--", "x-" + "a".repeat(61), "x-a b"))
                .noneMatch(ScorerNames::isCustom);
        assertThat(ScorerNames.ALL).noneMatch(ScorerNames::isCustom).doesNotContainAnyElementsOf(ScorerNames.OPTIONAL);
        assertThat(ScorerNames.OPTIONAL).containsExactly("semantic");
        assertThat(ScorerNames.options("semantic")).containsExactly("pass");
    }
}
