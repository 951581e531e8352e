package dev.assay.scorer.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RougeLTest {
    /** The first two are the examples of Lin 2004, section 3.1. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        police kill the gunman      ; police killed the gunman    ; 0.75
        the gunman kill police      ; police killed the gunman    ; 0.5
        the gunman police killed    ; police killed the gunman    ; 0.5
        Police KILLED the gunman!   ; police killed the gunman    ; 1
        a b c d e f                 ; a c e                       ; 0.6666666667
        nothing                     ; else                        ; 0
        she left                    ; she left at noon by train   ; 0.5
        über Straße                 ; ÜBER STRASSE                ; 1
        a b                         ; x y|a b c|b a               ; 0.8
        """)
    void isTheFMeasureOfTheLongestCommonSubsequence(String answer, String targets, double expected) {
        assertThat(value(answer, List.of(targets.split("\\|")), Map.of())).isCloseTo(expected, within(1e-9));
    }

    /** The definition itself: the longest of all subsequences of one side that the other has too. */
    @Test
    void agreesWithTryingEverySubsequence() {
        Random random = new Random(4);
        for (int round = 0; round < 300; round++) {
            List<String> answer = words(random);
            List<String> target = words(random);
            int longest = 0;
            for (int chosen = 0; chosen < 1 << answer.size(); chosen++) {
                longest = Integer.bitCount(chosen) > longest && isIn(answer, chosen, target)
                        ? Integer.bitCount(chosen)
                        : longest;
            }
            double expected = 2.0 * longest / (answer.size() + target.size());

            assertThat(value(String.join(" ", answer), List.of(String.join(" ", target)), Map.of()))
                    .isCloseTo(expected, within(1e-12));
        }
    }

    @Test
    void followsItsOptions() {
        assertThat(value("The cat", List.of("the cat"), Map.of("case", "keep"))).isEqualTo(0.5);
        assertThat(value("the cat.", List.of("the cat"), Map.of("tokens", "13a")))
                .isEqualTo(0.8);
        assertThat(value("東京は", List.of("東京も"), Map.of("tokens", "chars"))).isCloseTo(2 / 3.0, within(1e-12));
        assertThat(Judged.inShort(verdict("a b", List.of("a c"), Map.of()))).isEqualTo("right");
        assertThat(Judged.inShort(verdict("a b", List.of("a c"), Map.of("pass", "0.6"))))
                .isEqualTo("wrong");
        assertThat(Judged.inShort(verdict("a b", List.of("..."), Map.of()))).isEqualTo("bad_expectation");
        assertThat(Judged.inShort(verdict("...", List.of("a"), Map.of()))).isEqualTo("wrong");
    }

    @Test
    void doesNotStartOnAnAnswerThatWouldTakeTooLong() {
        List<String> target = List.of("a b ".repeat(6_000));
        assertThat(Judged.inShort(verdict("a ".repeat(10_000), target, Map.of())))
                .isEqualTo("too_much_work");
        assertThat(Judged.inShort(verdict("a ".repeat(600_000), List.of("a"), Map.of())))
                .isEqualTo("too_much_work");
    }

    private static List<String> words(Random random) {
        return random.ints(1 + random.nextInt(9), 0, 4).mapToObj(i -> "w" + i).toList();
    }

    private static boolean isIn(List<String> answer, int chosen, List<String> target) {
        int at = 0;
        for (int i = 0; i < answer.size(); i++) {
            if (((chosen >> i) & 1) == 1) {
                while (at < target.size() && !target.get(at).equals(answer.get(i))) {
                    at++;
                }
                if (at++ >= target.size()) {
                    return false;
                }
            }
        }
        return true;
    }

    private static double value(String answer, List<String> targets, Map<String, String> options) {
        return ((Verdict.Scored) verdict(answer, targets, options)).value();
    }

    private static Verdict verdict(String answer, List<String> targets, Map<String, String> options) {
        return Judged.by("rouge_l", targets, options, answer);
    }
}
