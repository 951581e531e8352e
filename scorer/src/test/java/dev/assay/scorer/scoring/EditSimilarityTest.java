package dev.assay.scorer.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditSimilarityTest {
    /** Distances that text books give, by the longer text. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"', textBlock = """
        sitting      ; kitten          ; 3 ; 7
        sunday       ; saturday        ; 3 ; 8
        intention    ; execution       ; 5 ; 9
        flaw         ; lawn            ; 2 ; 4
        gumbo        ; gambol          ; 2 ; 6
        same         ; same            ; 0 ; 4
        ""           ; four            ; 4 ; 4
        café         ; cafe            ; 1 ; 4
        😀😀         ; 😀😁            ; 1 ; 2
        Paris        ; paris           ; 1 ; 5
        """)
    void isOneMinusTheDistanceOverTheLength(String answer, String target, int edits, int length) {
        assertThat(value(answer, List.of(target), Map.of())).isEqualTo(1 - (double) edits / length);
        assertThat(value(target, List.of(answer), Map.of())).isEqualTo(1 - (double) edits / length);
    }

    @Test
    void agreesWithTheRecursionThatDefinesIt() {
        Random random = new Random(9);
        for (int round = 0; round < 300; round++) {
            String answer = text(random);
            String target = text(random);
            int length = Math.max(answer.length(), target.length());
            double expected = length == 0 ? 1 : 1 - (double) distance(answer, target) / length;

            assertThat(value(answer, List.of(target), Map.of())).isCloseTo(expected, within(1e-12));
        }
    }

    @Test
    void followsItsOptions() {
        assertThat(value("PARIS", List.of("paris"), Map.of("case", "fold"))).isEqualTo(1);
        assertThat(value("cafe\u0301", List.of("caf\u00E9"), Map.of())).isEqualTo(1);
        assertThat(value("abc", List.of("xyz", "abd"), Map.of())).isCloseTo(2 / 3.0, within(1e-12));
        assertThat(value("", List.of(""), Map.of())).isEqualTo(1);
        assertThat(Judged.inShort(verdict("abcd", List.of("abxy"), Map.of()))).isEqualTo("right");
        assertThat(Judged.inShort(verdict("abcd", List.of("abxy"), Map.of("pass", "0.8"))))
                .isEqualTo("wrong");
        assertThat(Judged.inShort(verdict("abcd", List.of("abxy"), Map.of("pass", "much"))))
                .isEqualTo("bad_expectation");
    }

    @Test
    void doesNotStartOnAnAnswerThatWouldTakeTooLong() {
        assertThat(Judged.inShort(verdict("a".repeat(11_000), List.of("b".repeat(10_000)), Map.of())))
                .isEqualTo("too_much_work");
        assertThat(Judged.inShort(verdict("a".repeat(1_000_001), List.of("b"), Map.of())))
                .isEqualTo("too_much_work");
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        random.ints(random.nextInt(7), 'a', 'd').forEach(text::appendCodePoint);
        return text.toString();
    }

    private static int distance(String left, String right) {
        if (left.isEmpty() || right.isEmpty()) {
            return left.length() + right.length();
        }
        String restOfLeft = left.substring(1);
        String restOfRight = right.substring(1);
        int substituted = distance(restOfLeft, restOfRight) + (left.charAt(0) == right.charAt(0) ? 0 : 1);
        return Math.min(substituted, 1 + Math.min(distance(restOfLeft, right), distance(left, restOfRight)));
    }

    private static double value(String answer, List<String> targets, Map<String, String> options) {
        return ((Verdict.Scored) verdict(answer, targets, options)).value();
    }

    private static Verdict verdict(String answer, List<String> targets, Map<String, String> options) {
        return Judged.by("edit_similarity", targets, options, answer);
    }
}
