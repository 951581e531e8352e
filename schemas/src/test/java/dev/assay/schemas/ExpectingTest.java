package dev.assay.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExpectingTest {
    @Test
    void aPartIsCalledByItsNameAndWithoutOneAsItsScorer() {
        assertThat(Expecting.partName(use("exact", null))).isEqualTo("exact");
        assertThat(Expecting.partName(use("exact", "the town"))).isEqualTo("the town");
    }

    @Test
    void noTwoPartsMayBeCalledTheSame() {
        assertThat(Expecting.complaintOfNames(List.of(use("exact", null), use("numeric", null))))
                .isEmpty();
        assertThat(Expecting.complaintOfNames(List.of(use("exact", "a"), use("exact", "b"), use("exact", null))))
                .isEmpty();
        assertThat(Expecting.complaintOfNames(List.of(use("exact", null), use("exact", null))))
                .contains("two scorers are called 'exact' (expected: a name of its own for each, \"name\": ...)");
        assertThat(Expecting.complaintOfNames(List.of(use("exact", null), use("numeric", "exact"))))
                .isPresent();
    }

    @Test
    void aNameIsShortAndOnOneLine() {
        assertThat(Expecting.complaintOfNames(List.of(use("exact", " ")))).isPresent();
        assertThat(Expecting.complaintOfNames(List.of(use("exact", "a\nb"))))
                .contains("name: 'a b' (expected: 1 to 64 characters on one line)");
        assertThat(Expecting.complaintOfNames(List.of(use("exact", "x".repeat(65)))))
                .isPresent();
        assertThat(Expecting.complaintOfNames(List.of(use("exact", "x".repeat(64)))))
                .isEmpty();
    }

    private static ScorerUse use(String scorer, @Nullable String name) {
        return Expecting.named(Expecting.use(scorer, List.of("x"), Map.of(), 1), name);
    }
}
