package dev.assay.scorer.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a careful person reads multiple-choice answers: one line a case. The label is what was chosen. */
class ChoiceTest {
    private record Case(String answer, String label) {}

    private static final List<Case> CASES = List.of(
            new Case("B", "B"),
            new Case("B.", "B"),
            new Case("b", "B"),
            new Case("(b)", "B"),
            new Case("b)", "B"),
            new Case("**C**", "C"),
            new Case("`D`", "D"),
            new Case("The answer is (B)", "B"),
            new Case("The answer is (B).", "B"),
            new Case("The correct answer is **B**.", "B"),
            new Case("The answer is B because Paris is in France", "B"),
            new Case("The answer is A because it is first", "A"),
            new Case("Answer: B", "B"),
            new Case("Answer: b", "B"),
            new Case("Final answer: **(D)**", "D"),
            new Case("ANSWER: E", "E"),
            new Case("the answer is b.", "B"),
            new Case("The answer is option C.", "C"),
            new Case("The best answer would be C", "C"),
            new Case("I choose D.", "D"),
            new Case("I would go with option A.", "A"),
            new Case("Option B is correct, since A ignores friction.", "B"),
            new Case("B is the correct answer", "B"),
            new Case("B) Paris", "B"),
            new Case("B. Paris", "B"),
            new Case("(B) Paris", "B"),
            new Case("Let us think. A is too small and C too large.\n\nB", "B"),
            new Case("A) is wrong\nC) is wrong\nThe answer is B", "B"),
            new Case("First I thought the answer is A. But no: the answer is D.", "D"),
            new Case("$\\boxed{B}$", "B"),
            new Case("\\boxed{\\text{(C)}}", "C"),
            new Case("The answer is \\(\\text{B}\\)", "B"),
            new Case("The answer is（Ｂ）", "B"),
            new Case("Definitely C!", "C"),
            new Case("The only one that fits is (E), as shown.", "E"),
            new Case("The answer is B or C", "B,C"),
            new Case("The answer is A and B.", "A,B"),
            new Case("Answer: A/C", "A,C"),
            new Case("The answer is A, B, or C", "A,B,C"),
            new Case("A) red\nB) green\nC) blue", "A,B,C"),
            new Case("It could be (A) but also (B).", "A,B"),
            new Case("The answer is a dog", ""),
            new Case("Answer: A dog that barks", ""),
            new Case("I do not know.", ""),
            new Case("", ""),
            new Case("The answer is not in the text.", ""),
            new Case("The answer is Berlin", ""),
            new Case("F", ""));

    @Test
    void readsTheChosenLetterAsACarefulPersonWould() {
        List<String> wrongly = new ArrayList<>();
        for (Case row : CASES) {
            Verdict verdict = Judged.by("choice", List.of("B"), Judged.options(""), row.answer());
            String label = verdict instanceof Verdict.Scored scored && scored.label() != null ? scored.label() : "";
            String expected = row.label().equals("B") ? "right" : "wrong";
            if (!label.equals(row.label()) || !Judged.inShort(verdict).equals(expected)) {
                wrongly.add(row + " was " + verdict);
            }
        }
        assertThat(wrongly).isEmpty();
    }

    @Test
    void readsTargetsInTheFormsTheyComeIn() {
        for (String target : List.of("B", "b", "(B)", "B.", "B) Paris", " B ")) {
            assertThat(Judged.inShort(Judged.by("choice", List.of(target), Judged.options(""), "B")))
                    .as(target)
                    .isEqualTo("right");
        }
    }

    @Test
    void refusesWhatIsNoLetterOfTheRange() {
        assertThat(inShort("G", "", "G")).isEqualTo("bad_expectation");
        assertThat(inShort("Paris", "", "B")).isEqualTo("bad_expectation");
        assertThat(inShort("B", "choices=A-1", "B")).isEqualTo("bad_expectation");
    }

    @Test
    void knowsMoreLettersWhereAsked() {
        assertThat(inShort("J", "choices=A-J", "The answer is (J)")).isEqualTo("right");
    }

    private static String inShort(String target, String options, String answer) {
        return Judged.inShort(Judged.by("choice", List.of(target), Judged.options(options), answer));
    }
}
