package dev.assay.scorer.scoring;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which letter a multiple-choice answer chooses. Looked for in this order, the first kind found decides: the last
 * LaTeX box; the last statement ({@code the answer is (B)}, {@code Answer: B}, {@code I choose B},
 * {@code option B is correct}); lines that start with a letter and a mark ({@code B) Paris}) or are one; letters in
 * round brackets; a capital as the last word. A statement that goes on with {@code or C} chooses both.
 *
 * <p>A small letter counts only with a mark or at the end ({@code answer is b.}), and {@code A} behind a colon not
 * before another word: {@code Answer: A cat} is an article.
 */
final class ChosenLetter {
    /** Of a longer answer only the ends are read: nobody hides a choice in the middle of 20,000 characters. */
    private static final int HEAD = 1_000;

    private static final int TAIL = 19_000;
    private static final Pattern DECORATION =
            Pattern.compile("[*`_{}$]|\\\\(?:text|textbf|mathrm|mathbf|[()\\[\\]])|\\p{Cf}");
    private static final String AFTER = "(?![A-Za-z0-9'’])";

    private final Pattern box;
    private final Pattern statement;
    private final Pattern verdict;
    private final Pattern goesOn;
    private final Pattern line;
    private final Pattern bracketed;
    private final Pattern lastWord;
    private final Pattern target;

    ChosenLetter(char last) {
        String upper = "A-" + last;
        String lower = "a-" + Character.toLowerCase(last);
        // A capital, or a small letter that a mark or the end follows; brackets round it belong to it.
        String letter = "[(\\[]?\\s?([" + upper + "]" + AFTER + "|[" + lower + "](?=\\s?(?:[)\\].,;:!]|$)))\\s?[)\\]]?";
        String noun = "(?i:the\\s{1,3})?(?i:final\\s{1,3}|correct\\s{1,3}|best\\s{1,3})?"
                + "(?i:(?:answer|option|choice|letter)\\s{1,3})?";
        box = Pattern.compile(
                "\\\\boxed\\s?\\{\\s?(?:\\\\[a-z]{2,8}\\s?\\{)?\\s?\\(?([" + upper + lower + "])[).:\\s]{0,3}\\}");
        String announced = "(?i:answer|option|choice|solution)(?i:\\s{1,3}(?:is|would\\s{1,3}be|should\\s{1,3}be"
                + "|must\\s{1,3}be|will\\s{1,3}be))?\\s{0,3}(?:(?i:is)|:|=|->|→|(?<=is|be))\\s{0,5}"
                + "(?i:(?:therefore|clearly|definitely|probably|most\\s{1,3}likely),?\\s{1,3})?:?\\s{0,5}";
        String chose = "(?i:\\b(?:choose|chose|select|pick|go\\s{1,3}with|going\\s{1,3}with)\\s{1,3})";
        statement = Pattern.compile("(?:" + announced + "|" + chose + ")" + noun + letter, Pattern.MULTILINE);
        verdict = Pattern.compile("(?<![A-Za-z0-9])\\(?([" + upper + "])\\)?\\s{1,3}(?i:is\\s{1,3}(?:the\\s{1,3})?"
                + "(?:correct|right|best)(?:\\s{1,3}(?:answer|option|choice))?)(?![A-Za-z])");
        goesOn = Pattern.compile("\\s{0,3}(?:/|&|,?\\s{0,3}(?i:or|and|und|oder)\\s|,(?=\\s{0,3}\\(?[" + upper
                + "]\\)?\\s{0,3}(?:[.,]|$|(?i:or|and)\\b)))\\s{0,3}(?i:option\\s)?\\(?([" + upper + "])\\)?" + AFTER);
        line = Pattern.compile(
                "^\\s{0,8}(?:[(\\[]?([" + upper + lower + "])[)\\].:](?=\\s|$)|([" + upper + "])\\s{1,3}[-–—](?=\\s)|(["
                        + upper + lower + "])\\s{0,8}$)",
                Pattern.MULTILINE);
        bracketed = Pattern.compile("\\(([" + upper + "])\\)");
        lastWord = Pattern.compile("(?:^|\\s)([" + upper + "])[.!]?$");
        target = Pattern.compile("[(\\[]?([" + upper + lower + "])(?:[)\\].:].*)?", Pattern.DOTALL);
    }

    /** The letters chosen, in capitals: none, one, or several where the answer does not decide. */
    Set<String> of(String answer) {
        String text = Normalizer.normalize(ends(answer), Normalizer.Form.NFKC).strip();
        Optional<String> boxed = lastOf(box, text);
        if (boxed.isPresent()) {
            return Set.of(boxed.get());
        }
        String plain = DECORATION.matcher(text).replaceAll("").strip();
        Set<String> stated = stated(plain);
        if (!stated.isEmpty()) {
            return stated;
        }
        Set<String> lines = lines(plain);
        if (!lines.isEmpty()) {
            return lines;
        }
        Set<String> inBrackets = allOf(bracketed, plain);
        return inBrackets.isEmpty() ? allOf(lastWord, plain) : inBrackets;
    }

    private static String ends(String answer) {
        int length = answer.length();
        return length <= HEAD + TAIL ? answer : answer.substring(0, HEAD) + "\n" + answer.substring(length - TAIL);
    }

    /** The letter of a target such as {@code B}, {@code (b)} or {@code B) Paris}; empty where it has none. */
    String ofTarget(String text) {
        Matcher matcher = target.matcher(text.strip());
        return matcher.matches() ? letterOf(matcher) : "";
    }

    private Set<String> stated(String text) {
        int end = -1;
        Set<String> letters = new TreeSet<>();
        for (Pattern pattern : new Pattern[] {statement, verdict}) {
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                if (matcher.start() >= end && !isArticle(text, matcher)) {
                    letters.clear();
                    letters.add(letterOf(matcher));
                    end = matcher.end();
                }
            }
        }
        Matcher more = goesOn.matcher(text);
        while (end >= 0
                && end <= text.length()
                && more.region(end, text.length()).lookingAt()) {
            letters.add(letterOf(more));
            end = more.end();
        }
        return letters;
    }

    /** Whether a capital A behind a colon is the article of what follows. */
    private static boolean isArticle(String text, Matcher matcher) {
        int at = matcher.start(1);
        if (text.charAt(at) != 'A' || at + 2 >= text.length() || text.charAt(at + 1) != ' ') {
            return false;
        }
        int before = at - 1;
        while (before >= 0 && text.charAt(before) == ' ') {
            before--;
        }
        boolean behindColon = before >= 0 && (text.charAt(before) == ':' || text.charAt(before) == '=');
        String rest = text.substring(at + 2, Math.min(text.length(), at + 12));
        return behindColon
                && Character.isLowerCase(rest.charAt(0))
                && !rest.matches("(?s)(?:because|since|as|is|and|or|for|due)\\b.*");
    }

    /** Letters that start lines; a last line that is nothing but a letter decides alone. */
    private Set<String> lines(String text) {
        String lastLine = text.substring(text.lastIndexOf('\n') + 1).strip();
        Matcher alone = line.matcher(lastLine);
        if (alone.matches()) {
            return Set.of(letterOf(alone));
        }
        return allOf(line, text);
    }

    private static Set<String> allOf(Pattern pattern, String text) {
        Set<String> letters = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            letters.add(letterOf(matcher));
        }
        return letters;
    }

    private static Optional<String> lastOf(Pattern pattern, String text) {
        Optional<String> last = Optional.empty();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            last = Optional.of(letterOf(matcher));
        }
        return last;
    }

    private static String letterOf(Matcher matcher) {
        for (int group = 1; group <= matcher.groupCount(); group++) {
            String letter = matcher.group(group);
            if (letter != null) {
                return letter.toUpperCase(Locale.ROOT);
            }
        }
        throw new IllegalStateException("a match without a letter: " + matcher.pattern());
    }
}
