package dev.assay.sandbox.answers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Answers to known questions, of which an exactly known number is right: of N questions, round(accuracy · N) with the
 * lowest seeded hashes. A question that is asked in several jobs counts as often as it is in the book.
 */
public final class AnswerBook {
    private static final Pattern PARAGRAPHS = Pattern.compile("\n\\s*\n");
    private static final AnswerBook EMPTY = new AnswerBook(Map.of(), 0, 0);

    private record Answer(String text, boolean right) {}

    private final Map<String, Answer> answers;
    private final int size;
    private final int rightCount;

    private AnswerBook(Map<String, Answer> answers, int size, int rightCount) {
        this.answers = answers;
        this.size = size;
        this.rightCount = rightCount;
    }

    /** Knows nothing. */
    public static AnswerBook empty() {
        return EMPTY;
    }

    /**
     * Decides which questions are answered rightly.
     *
     * @param accuracy share of right answers, 0 to 1
     * @throws IllegalArgumentException when the same prompt has two different right answers
     */
    public static AnswerBook of(Iterable<Question> questions, double accuracy, long seed) {
        if (!(accuracy >= 0 && accuracy <= 1)) {
            throw new IllegalArgumentException("accuracy: " + accuracy + " (expected: 0 to 1)");
        }
        Map<String, Question> byPrompt = new LinkedHashMap<>();
        Map<String, Integer> copies = new HashMap<>();
        int size = 0;
        for (Question question : questions) {
            Question before = byPrompt.putIfAbsent(question.prompt(), question);
            if (before != null && !before.right().equals(question.right())) {
                throw new IllegalArgumentException("the same prompt has two right answers, '" + before.right()
                        + "' and '" + question.right() + "': " + start(question.prompt()));
            }
            copies.merge(question.prompt(), 1, Integer::sum);
            size++;
        }
        List<Question> order = new ArrayList<>(byPrompt.values());
        order.sort(Comparator.comparingLong((Question question) -> AnswerHash.of(seed, question.prompt()))
                .thenComparing(Question::prompt));
        return decide(order, copies, size, Math.round(accuracy * size), seed);
    }

    /**
     * Reads the questions of a job file.
     *
     * @param file JSON lines, see {@link QuestionFile}
     * @throws IllegalArgumentException naming file and line of what cannot be used
     */
    public static AnswerBook load(Path file, double accuracy, long seed) {
        List<Question> questions = QuestionFile.read(file);
        try {
            return of(questions, accuracy, seed);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    /**
     * The answer to a user message: to the whole of it, or to the first of its paragraphs or lines that is a question
     * of the book, for prompts that wrap the question in instructions.
     */
    public Optional<String> answer(String message) {
        return find(message).map(Answer::text);
    }

    /** Whether the answer to that message is a right one; empty when the book does not know it. */
    public Optional<Boolean> isRight(String message) {
        return find(message).map(Answer::right);
    }

    /** Questions in the book, copies included. */
    public int size() {
        return size;
    }

    /** Of them, how many are answered rightly. */
    public int rightCount() {
        return rightCount;
    }

    private Optional<Answer> find(String message) {
        Answer whole = answers.get(message.strip());
        if (whole != null || answers.isEmpty()) {
            return Optional.ofNullable(whole);
        }
        return Stream.concat(PARAGRAPHS.splitAsStream(message), message.lines())
                .map(part -> answers.get(part.strip()))
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** Takes them in order; one with more copies than are still wanted is passed over for a later one with fewer. */
    private static AnswerBook decide(
            List<Question> order, Map<String, Integer> copies, int size, long wanted, long seed) {
        Map<String, Answer> answers = new HashMap<>();
        int rightCount = 0;
        for (Question question : order) {
            int weight = copies.getOrDefault(question.prompt(), 1);
            boolean right = rightCount + weight <= wanted;
            rightCount += right ? weight : 0;
            String answer = right ? question.right() : WrongAnswers.of(question, seed);
            answers.put(question.prompt(), new Answer(dressed(question, answer), right));
        }
        return new AnswerBook(answers, size, rightCount);
    }

    private static String dressed(Question question, String answer) {
        return switch (question.style()) {
            case PLAIN -> answer;
            case MARKED -> "Simulated reasoning: the numbers are combined as the question asks.\n#### " + answer;
        };
    }

    private static String start(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "...";
    }
}
