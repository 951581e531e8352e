package dev.assay.scorer.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BleuTest {
    /** What sacreBLEU 2.6.0's {@code sentence_bleu} gives for the same texts, over 100; {@code |} parts references. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        the cat is on the mat                                   ; the cat sat on the mat                              ; 0.3799178428
        the the the the the the the                             ; the cat is on the mat|there is a cat on the mat     ; 0.0780984984
        A storm took down 3 trees on Mill Road, the mayor said. ; On Mill Road, 3 trees were taken down by a storm, the mayor said.|The mayor said that a storm felled three trees on Mill Road. ; 0.5333505354
        A storm took down 3 trees on Mill Road, the mayor said. ; A storm took down 3 trees on Mill Road, the mayor said. ; 1
        It rained.                                              ; It rained all day, and nobody went out.             ; 0.0610885118
        Rain                                                    ; Rain                                                ; 1
        one two                                                 ; one two three four five six                         ; 0.1353352832
        The price rose by 1,250.5 dollars (12%).                ; The price went up by 1,250.5 dollars (12%).         ; 0.6774702030
        well-known re-entry of 10-15 ships                      ; a well-known re-entry of 10 - 15 ships              ; 0.8668778998
        nothing here fits                                       ; quite another sentence                              ; 0
        the quick brown fox jumps over a dog                    ; the quick brown fox jumped over the lazy dog|a quick brown fox jumps over a lazy dog ; 0.7672796460
        der Zug fährt um 8 Uhr ab                               ; der Zug fährt um 9 Uhr ab                           ; 0.4889230224
        ab cd ef                                                ; ef cd ab                                            ; 0.3968502630
        """)
    void isWhatSacreBleuGives(String answer, String references, double expected) {
        assertThat(value(answer, List.of(references.split("\\|")), Map.of())).isCloseTo(expected, within(1e-9));
    }

    /** The example of Papineni et al. 2002, section 2.1: seven times "the" has a modified precision of 2/7. */
    @Test
    void clipsWhatAReferenceHasLessOften() {
        Verdict verdict = verdict(
                "the the the the the the the",
                List.of("The cat is on the mat", "There is a cat on the mat"),
                Map.of("case", "fold"));

        assertThat(((Verdict.Scored) verdict).explanation()).startsWith("1-grams 2/7, 2-grams 0/6");
    }

    @Test
    void smoothsAsAskedFor() {
        String answer = "the cat is on the mat";
        List<String> target = List.of("the cat sat on the mat");

        assertThat(value(answer, target, Map.of("smooth", "none"))).isZero();
        // 5/6, (3+1)/(5+1), (1+1)/(4+1), (0+1)/(3+1)
        assertThat(value(answer, target, Map.of("smooth", "add1")))
                .isCloseTo(Math.pow(5 / 6.0 * 4 / 6 * 2 / 5 * 1 / 4, 0.25), within(1e-12));
    }

    @Test
    void theShorterOfTwoReferencesAsNearCounts() {
        // Four tokens against three and five: no penalty.
        assertThat(value("a b c d", List.of("a b c d e", "a b c"), Map.of())).isEqualTo(1);
        assertThat(value("a b c d", List.of("a b c d e"), Map.of())).isCloseTo(Math.exp(-0.25), within(1e-12));
    }

    @Test
    void foldsCaseAndCutsIntoTokensAsAskedFor() {
        assertThat(value("THE CAT", List.of("the cat"), Map.of())).isZero();
        assertThat(value("THE CAT", List.of("the cat"), Map.of("case", "fold"))).isEqualTo(1);
        assertThat(value("the cat.", List.of("the cat!"), Map.of("tokens", "words")))
                .isEqualTo(1);
        assertThat(value("the cat.", List.of("the cat"), Map.of("tokens", "space")))
                .isBetween(0.3, 0.8);
        assertThat(value("東京は晴れです", List.of("東京は晴れだ"), Map.of("tokens", "chars")))
                .isBetween(0.6, 0.8);
        assertThat(value("東京は晴れです", List.of("東京は晴れだ"), Map.of())).isZero();
    }

    @Test
    void passesFromTheThresholdOn() {
        List<String> target = List.of("the cat sat on the mat");
        assertThat(Judged.inShort(verdict("the cat is on the mat", target, Map.of())))
                .isEqualTo("wrong");
        assertThat(Judged.inShort(verdict("the cat is on the mat", target, Map.of("pass", "0.37"))))
                .isEqualTo("right");
        assertThat(Judged.inShort(verdict("", target, Map.of()))).isEqualTo("wrong");
    }

    @Test
    void saysWhatCannotBeUsed() {
        assertThat(refusal(List.of("x"), Map.of("pass", "2"))).isEqualTo("pass: '2' (expected: 0 to 1)");
        assertThat(refusal(List.of("x"), Map.of("smooth", "floor")))
                .isEqualTo("smooth: 'floor' (expected: one of exp, add1, none)");
        assertThat(refusal(List.of("x"), Map.of("tokens", "intl")))
                .isEqualTo("tokens: 'intl' (expected: one of 13a, words, space, chars)");
        assertThat(refusal(List.of(" "), Map.of())).contains("text with at least one word");
    }

    @Test
    void doesNotStartOnAnAnswerThatWouldTakeTooLong() {
        assertThat(Judged.inShort(verdict("a ".repeat(600_000), List.of("a b"), Map.of())))
                .isEqualTo("too_much_work");
    }

    private static String refusal(List<String> targets, Map<String, String> options) {
        return ((Verdict.Unscored) verdict("x", targets, options)).explanation();
    }

    private static double value(String answer, List<String> targets, Map<String, String> options) {
        return ((Verdict.Scored) verdict(answer, targets, options)).value();
    }

    private static Verdict verdict(String answer, List<String> targets, Map<String, String> options) {
        return Judged.by("bleu", targets, options, answer);
    }
}
