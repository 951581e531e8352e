package dev.assay.sandbox.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class AnswerBookTest {
    @Test
    void answersExactlyTheShareRightly() {
        List<Question> questions = numbered(1_319);
        for (double accuracy : new double[] {0, 0.1, 0.5, 0.73, 0.999, 1}) {
            AnswerBook book = AnswerBook.of(questions, accuracy, 5);

            long right = questions.stream()
                    .filter(question -> question.right()
                            .equals(book.answer(question.prompt()).orElseThrow()))
                    .count();
            assertThat(right).isEqualTo(Math.round(accuracy * 1_319)).isEqualTo(book.rightCount());
            assertThat(book.size()).isEqualTo(1_319);
        }
    }

    @Test
    void decidesTheSameInEveryRunAndOtherwiseWithAnotherSeed() {
        List<Question> questions = numbered(200);
        AnswerBook first = AnswerBook.of(questions, 0.5, 5);
        AnswerBook again = AnswerBook.of(questions.reversed(), 0.5, 5);
        AnswerBook other = AnswerBook.of(questions, 0.5, 6);

        assertThat(questions)
                .allSatisfy(question ->
                        assertThat(again.answer(question.prompt())).isEqualTo(first.answer(question.prompt())));
        assertThat(questions)
                .anySatisfy(question ->
                        assertThat(other.isRight(question.prompt())).isNotEqualTo(first.isRight(question.prompt())));
    }

    @Test
    void answersWronglyInTheSameKindAndNeverWithTheRightAnswerInside() {
        Random random = new Random(9);
        List<Question> questions = new ArrayList<>(List.of(
                new Question("a", "1"),
                new Question("b", "0"),
                new Question("c", "B"),
                new Question("d", "(e)"),
                new Question("e", "Paris"),
                new Question("f", "1,234"),
                new Question("g", "-0.5"),
                new Question("h", "$18"),
                new Question("i", "neither", List.of("another one", "something else"), Question.Style.PLAIN)));
        for (int i = 0; i < 500; i++) {
            questions.add(new Question("number " + i, String.valueOf(random.nextInt(1 + 10 * i))));
        }
        AnswerBook book = AnswerBook.of(questions, 0, 1);
        for (Question question : questions) {
            String wrong = book.answer(question.prompt()).orElseThrow();
            assertThat(wrong).as(question.toString()).doesNotContainIgnoringCase(question.right());
        }
        assertThat(book.answer("a").orElseThrow()).matches("[0-9]+");
        assertThat(book.answer("c").orElseThrow()).matches("[ACD]");
        assertThat(book.answer("d").orElseThrow()).matches("\\([abcd]\\)");
        assertThat(book.answer("f").orElseThrow()).matches("1,2[0-9]{2}");
        assertThat(book.answer("h").orElseThrow()).matches("\\$[0-9]+");
        assertThat(book.answer("i").orElseThrow()).isNotIn("neither", "another one", "something else");
        assertThat(book.rightCount()).isZero();
    }

    @Test
    void answersAnOddTextWronglyToo() {
        AnswerBook book = AnswerBook.of(List.of(new Question("a", "o"), new Question("b", "e")), 0, 1);

        assertThat(book.answer("a")).isNotEmpty().isNotEqualTo(Optional.of("o"));
        assertThat(book.answer("b")).isNotEmpty().isNotEqualTo(Optional.of("e"));
    }

    @Test
    void countsAQuestionThatIsAskedTwiceAsTwo() {
        for (int seed = 0; seed < 50; seed++) {
            List<Question> questions = new ArrayList<>(numbered(20));
            for (int i = 0; i < 5; i++) {
                questions.add(questions.get(i));
                questions.add(questions.get(i));
            }
            AnswerBook book = AnswerBook.of(questions, 0.5, seed);

            long right = questions.stream()
                    .filter(question -> book.isRight(question.prompt()).orElseThrow())
                    .count();
            assertThat(right).isEqualTo(book.rightCount()).isEqualTo(15);
        }
    }

    @Test
    void refusesTwoRightAnswersToOneQuestion() {
        List<Question> questions = List.of(new Question("a", "1"), new Question("a ", "2"));

        assertThatThrownBy(() -> AnswerBook.of(questions, 1, 1))
                .hasMessage("the same prompt has two right answers, '1' and '2': a");
        assertThatThrownBy(() -> AnswerBook.of(List.of(), 1.1, 1)).hasMessage("accuracy: 1.1 (expected: 0 to 1)");
        assertThatThrownBy(() -> AnswerBook.of(List.of(), Double.NaN, 1)).hasMessageContaining("accuracy: NaN");
    }

    @Test
    void findsTheQuestionInsideInstructions() {
        AnswerBook book =
                AnswerBook.of(List.of(new Question("How many?\nThink.", "3"), new Question("Why?", "B")), 1, 1);

        assertThat(book.answer("  How many?\nThink.\n")).contains("3");
        assertThat(book.answer("Solve this.\n\nHow many?\nThink.\n \nAnswer with a number."))
                .contains("3");
        assertThat(book.answer("Choose:\nWhy?\nA, B or C")).contains("B");
        assertThat(book.answer("How")).isEmpty();
    }

    @Test
    void dressesAMarkedAnswer() {
        AnswerBook book = AnswerBook.of(List.of(new Question("q", "42", List.of(), Question.Style.MARKED)), 1, 1);

        assertThat(book.answer("q").orElseThrow()).endsWith("\n#### 42");
    }

    private static List<Question> numbered(int count) {
        List<Question> questions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            questions.add(new Question("question " + i, String.valueOf(i * 7)));
        }
        return questions;
    }
}
