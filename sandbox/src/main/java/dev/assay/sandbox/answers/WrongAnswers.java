package dev.assay.sandbox.answers;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes a wrong answer of the right one's kind: another number, another letter, another text. It never contains the
 * right answer, so that a scorer which looks for a part does not find it.
 */
final class WrongAnswers {
    private static final Pattern NUMBER = Pattern.compile("([^0-9-]{0,3})(-?[0-9][0-9,]*(?:\\.[0-9]+)?)([^0-9]{0,3})");
    private static final Pattern CHOICE = Pattern.compile("(\\(?)([A-Ea-e])([).]?)");
    private static final int ATTEMPTS = 1_000;
    private static final String[] TEXTS = {
        "none of these", "something else", "the opposite", "it cannot be told", "neither", "another one"
    };

    private WrongAnswers() {}

    static String of(Question question, long seed) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            String wrong = candidate(question.right(), AnswerHash.of(seed + attempt, question.prompt()), attempt);
            if (isWrong(question, wrong)) {
                return wrong;
            }
        }
        // The right answer is a letter or two that every word has; another text it is all the same.
        return "?";
    }

    private static String candidate(String right, long hash, int attempt) {
        Matcher number = NUMBER.matcher(right);
        if (number.matches()) {
            return number.group(1) + otherNumber(number.group(2), hash, attempt) + number.group(3);
        }
        Matcher choice = CHOICE.matcher(right);
        if (choice.matches()) {
            return choice.group(1) + otherLetter(choice.group(2).charAt(0), hash) + choice.group(3);
        }
        String text = TEXTS[(int) Long.remainderUnsigned(hash, TEXTS.length)];
        return attempt < 2 * TEXTS.length ? text : "wrong " + Long.toUnsignedString(hash, 36);
    }

    /** A step that grows by the attempt leaves every right answer behind, also one digit that all others contain. */
    private static String otherNumber(String right, long hash, int attempt) {
        String plain = right.replace(",", "");
        long step = 1 + Long.remainderUnsigned(hash, 9L + attempt);
        BigDecimal other = new BigDecimal(plain).add(BigDecimal.valueOf(step));
        return right.contains(",") ? String.format(Locale.ROOT, "%,d", other.toBigInteger()) : other.toPlainString();
    }

    private static char otherLetter(char right, long hash) {
        char first = Character.isUpperCase(right) ? 'A' : 'a';
        int among = right - first == 4 ? 5 : 4;
        int other = (right - first + 1 + (int) Long.remainderUnsigned(hash, among - 1L)) % among;
        return (char) (first + other);
    }

    private static boolean isWrong(Question question, String wrong) {
        return differs(question.right(), wrong)
                && question.alsoRight().stream().allMatch(right -> differs(right, wrong));
    }

    private static boolean differs(String right, String wrong) {
        return !wrong.toLowerCase(Locale.ROOT).contains(right.strip().toLowerCase(Locale.ROOT));
    }
}
