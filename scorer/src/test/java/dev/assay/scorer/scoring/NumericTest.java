package dev.assay.scorer.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How a careful person reads numbers: one line a case. */
class NumericTest {
    private record Case(String target, String options, String answer, String expected, String label) {}

    private static Case right(String target, String answer, String label) {
        return new Case(target, "", answer, "right", label);
    }

    private static Case wrong(String target, String answer, String label) {
        return new Case(target, "", answer, "wrong", label);
    }

    private static Case with(String options, String target, String answer, String expected, String label) {
        return new Case(target, options, answer, expected, label);
    }

    private static final List<Case> PLAIN = List.of(
            right("18", "18", "18"),
            right("18", "She makes $18 every day.", "18"),
            right("18", "16 - 3 - 4 = 9 eggs, and 9 * 2 = 18.", "18"),
            wrong("18", "18 is wrong, it is 19", "19"),
            right("1000", "1,000", "1,000"),
            right("1,000", "1000", "1000"),
            right("1234567.5", "about 1,234,567.50 in all", "1,234,567.50"),
            right("1234567", "12,34,567 rupees", "12,34,567"),
            right("1000000", "1'000'000 Franken", "1'000'000"),
            right("1000000", "1\u00A0000\u00A0000", "1\u00A0000\u00A0000"),
            right("1234.56", "1.234,56 €", "1.234,56"),
            right("1234567", "1.234.567 Einwohner", "1.234.567"),
            right("0.5", ".5", ".5"),
            right("0.50", "0.5", "0.5"),
            right("7", "The total is 7.", "7"),
            right("-5", "−5", "-5"),
            right("-5", "–5 degrees", "-5"),
            right("-5", "It is $-5", "-5"),
            right("-5", "-$5", "-$5"),
            right("-5", "x = - 5", "- 5"),
            right("7", "10-7", "7"),
            right("5", "a range of 3–5", "5"),
            right("18", "- 18", "18"),
            right("+3", "3", "3"),
            right("25", "25%", "25%"),
            right("0.25", "25 %", "25 %"),
            right("25%", "0.25", "0.25"),
            right("25%", "25 percent", "25 percent"),
            wrong("25%", "0.25%", "0.25%"),
            right("0.75", "3/4", "3/4"),
            right("3/4", "6/8", "6/8"),
            right("3/4", "The probability is \\frac{3}{4}.", "\\frac{3}{4}"),
            right("-1/2", "$-\\dfrac{1}{2}$", "-\\dfrac{1}{2}"),
            right("0.75", "\\frac34", "\\frac34"),
            right("1.75", "1 3/4 cups", "1 3/4"),
            right("2.5", "2½", "2 1/2"),
            right("2.5", "2\\frac{1}{2}", "2\\frac{1}{2}"),
            wrong("1/3", "0.333", "0.333"),
            right("1500", "1.5e3", "1.5e3"),
            right("0.0015", "1.5E-3", "1.5E-3"),
            right("300000000", "3 × 10^8 m/s", "3 × 10^8"),
            right("300000000", "3 \\times 10^{8}", "3 × 10^{8}"),
            right("0.002", "2 × 10⁻³", "2 × 10⁻³"),
            right("5000000", "5 million people", "5 million"),
            right("5", "5 million dollars", "5 million"),
            right("5000", "5k", "5k"),
            right("300", "300K", "300K"),
            right("12", "The area is 12 cm^2", "12"),
            right("12", "The area is 12 cm²", "12"),
            right("12", "12\\text{ cm}^2", "12"),
            right("42", "\\boxed{42}", "42"),
            right("42", "So \\boxed{42}. That took 3 steps.", "42"),
            right("1/2", "\\boxed{\\frac{1}{2}}", "\\frac{1}{2}"),
            right("1000", "\\boxed{1{,}000}", "1,000"),
            right("1000", "$1\\,000$", "1 000"),
            right("2", "x_1 = 2", "2"),
            right("20", "20 units of H2O", "20"),
            right("18", "**18**", "18"),
            right("18", "18\n", "18"),
            right("18", "١٨", "18"),
            right("18", "１８", "18"),
            right("1e3", "1000", "1000"),
            wrong("18", "eighteen", ""),
            wrong("18", "", ""),
            wrong("18", "I cannot answer that.", ""),
            wrong("5", "1e999999999", "1e999999999"),
            wrong("1", "version 1.2.3", ""),
            right("2024", "12/25/2024", "2024"),
            wrong("0", "5/0 is not defined, they say 5", "5"));

    private static final List<Case> OPTIONS = List.of(
            with("marker=####", "18", "9 * 2 = 18\n#### 18", "right", "18"),
            with("marker=####", "18", "#### 18 (that is 16 + 2)", "right", "18"),
            with("marker=####", "70000", "#### $70,000 dollars", "right", "70,000"),
            with("marker=####", "18", "#### 17\nwait\n#### 18", "right", "18"),
            with("marker=####", "18", "She makes 18 dollars", "wrong", ""),
            with("marker=####;strict=false", "18", "She makes 18 dollars", "right", "18"),
            with("marker=####", "She has 2 + 3 = 5\n#### 5", "#### 5", "right", "5"),
            with("marker=A:", "7", "A: 3 + 4 = 7 apples", "right", "7"),
            with("marker=A:", "7", "A: She has 7 of the 9", "wrong", "9"),
            with("marker=A:", "7", "A:\n\n7", "right", "7"),
            with("marker=\\boxed{}", "7", "\\boxed{x = 7}", "right", "7"),
            with("marker=\\boxed{}", "7", "it is 7", "wrong", ""),
            with("tolerance=0.01", "3.14159", "3.14", "right", "3.14"),
            with("tolerance=0.001", "3.14159", "3.14", "wrong", "3.14"),
            with("relative=0.05", "200", "209", "right", "209"),
            with("relative=0.05", "200", "211", "wrong", "211"),
            with("relative=0.05", "-200", "-195", "right", "-195"),
            with("tolerance=0.001", "1/3", "0.333", "right", "0.333"),
            with("tolerance=-1", "3", "3", "bad_expectation", ""),
            with("tolerance=much", "3", "3", "bad_expectation", ""),
            with("tolerence=1", "3", "3", "bad_expectation", ""),
            with("", "three", "3", "bad_expectation", ""),
            with("", "3 or 4", "3", "bad_expectation", ""));

    @Test
    void readsNumbersAsACarefulPersonWould() {
        check(PLAIN);
    }

    @Test
    void followsItsOptions() {
        check(OPTIONS);
    }

    @Test
    void passesOnAnyOfSeveralTargets() {
        assertThat(Judged.inShort(Judged.by("numeric", List.of("3", "4"), Map.of(), "it is 4")))
                .isEqualTo("right");
    }

    @Test
    void refusesAnExpectationWithoutTargets() {
        assertThat(Judged.inShort(Judged.by("numeric", List.of(), Map.of(), "4")))
                .isEqualTo("bad_expectation");
    }

    @Test
    void comparesHugeNumbersWithoutHoldingThem() {
        String digits = "9".repeat(100_000);
        assertThat(Judged.inShort(Judged.by("numeric", List.of("9"), Map.of(), digits)))
                .isEqualTo("wrong");
    }

    private static void check(List<Case> cases) {
        List<String> wrongly = new ArrayList<>();
        for (Case row : cases) {
            Verdict verdict = Judged.by("numeric", List.of(row.target()), Judged.options(row.options()), row.answer());
            String label = verdict instanceof Verdict.Scored scored && scored.label() != null ? scored.label() : "";
            if (!Judged.inShort(verdict).equals(row.expected()) || !label.equals(row.label())) {
                wrongly.add(row + " was " + verdict);
            }
        }
        assertThat(wrongly).isEmpty();
    }
}
