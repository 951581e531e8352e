package dev.assay.sandbox.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class QuestionFileTest {
    @TempDir
    Path directory;

    @Test
    void readsEveryShape() throws IOException {
        List<Question> questions = read("""
            {"question": "Two and two?", "answer": "It is 2+2=<<2+2=4>>4.\\n#### 4"}
            {"question": "Capital?", "answer": "Paris"}

            {"id": 7, "prompt": "p", "ideal": 12}
            {"input": "i", "ideal": ["x", "y"]}
            {"input": [{"role": "system", "content": "s"}, {"role": "user", "content": "u"}], "ideal": "z"}
            {"custom_id": "a", "body": {"messages": [{"role": "user", "content": "b1"}]}, "ideal": "1"}
            {"custom_id": "b", "body": {"messages": [{"role": "user", "content": "b2"}]}, "metadata": {"expected": "2"}}
            {"body": {"messages": [{"role": "user", "content": [{"type": "text", "text": "b3"}]}], "metadata": {"ideal": "3"}}}
            {"body": {"messages": [{"role": "user", "content": "b4"}]}, "expectation": {"scorers": [{"scorer": "exact", "targets": ["4", "four"]}]}}
            {"body": {"messages": [{"role": "user", "content": "b5"}], "metadata": {"expectation": "{\\"scorer\\": \\"exact\\", \\"ideal\\": \\"5\\"}"}}}
            """);

        assertThat(questions)
                .extracting(Question::prompt)
                .containsExactly("Two and two?", "Capital?", "p", "i", "u", "b1", "b2", "b3", "b4", "b5");
        assertThat(questions)
                .extracting(Question::right)
                .containsExactly("4", "Paris", "12", "x", "z", "1", "2", "3", "4", "5");
        assertThat(questions.get(0).style()).isEqualTo(Question.Style.MARKED);
        assertThat(questions.get(1).style()).isEqualTo(Question.Style.PLAIN);
        assertThat(questions.get(3).alsoRight()).containsExactly("x", "y");
    }

    @Test
    void namesFileAndLineOfWhatCannotBeUsed() {
        assertRefused(
                "{\"prompt\": \"p\", \"ideal\": \"1\"}\n{\"prompt\": \"p\"}\n", ":2: no right answer (expected: ");
        assertRefused("\n\n{\"ideal\": \"p\"}\n", ":3: no prompt (expected: ");
        assertRefused("{\"prompt\": \"p\", \"ideal\" \"1\"}\n", ":1:25: no JSON: ");
        assertRefused("{\"prompt\": \" \", \"ideal\": \"1\"}\n", ":1: prompt: empty");
        assertRefused("{\"question\": \"q\", \"answer\": \"no idea #### \"}\n", ":1: right answer: empty");
        assertThatThrownBy(() -> QuestionFile.read(directory.resolve("none.jsonl")))
                .hasMessage(directory.resolve("none.jsonl") + ": no such file");
    }

    @Test
    void answersAFileAtAKnownAccuracy() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 250; i++) {
            lines.append("{\"question\": \"q")
                    .append(i)
                    .append("\", \"answer\": \"#### ")
                    .append(i)
                    .append("\"}\n");
        }
        Path file = Files.writeString(directory.resolve("q.jsonl"), lines);

        AnswerBook book = AnswerBook.load(file, 0.62, 3);
        assertThat(book.size()).isEqualTo(250);
        assertThat(book.rightCount()).isEqualTo(155);
    }

    private void assertRefused(String lines, String message) {
        assertThatThrownBy(() -> read(lines))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(directory.resolve("questions.jsonl") + message);
    }

    private List<Question> read(String lines) throws IOException {
        return QuestionFile.read(Files.writeString(directory.resolve("questions.jsonl"), lines));
    }
}
