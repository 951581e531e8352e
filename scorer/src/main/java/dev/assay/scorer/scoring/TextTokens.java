package dev.assay.scorer.scoring;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Ways to cut a text into the tokens that {@code bleu} and {@code rouge_l} count, by the names that the option has. */
enum TextTokens {
    /**
     * As NIST's {@code mteval-v13a} does, which sacreBLEU calls {@code 13a}: ASCII punctuation apart from its word, but a
     * point or comma between digits and a hyphen not behind a digit stay.
     */
    MTEVAL("13a") {
        @Override
        List<String> of(String text) {
            String line = text.replace("<skipped>", "").replace("-\n", "").replace('\n', ' ');
            if (line.indexOf('&') >= 0) {
                line = line.replace("&quot;", "\"")
                        .replace("&amp;", "&")
                        .replace("&lt;", "<")
                        .replace("&gt;", ">");
            }
            line = MARK.matcher(" " + line + " ").replaceAll(" $1 ");
            line = POINT_BEHIND.matcher(line).replaceAll("$1 $2 ");
            line = POINT_BEFORE.matcher(line).replaceAll(" $1 $2");
            return atSpaces(HYPHEN.matcher(line).replaceAll("$1 $2 "));
        }
    },
    /** Runs of letters, digits and the marks on them; everything else parts words. */
    WORDS("words") {
        @Override
        List<String> of(String text) {
            return runs(text, TextTokens::isOfWord);
        }
    },
    /** What white space parts. */
    SPACE("space") {
        @Override
        List<String> of(String text) {
            return atSpaces(text);
        }
    },
    /** Each character that is no white space; for languages that write words without spaces. */
    CHARS("chars") {
        @Override
        List<String> of(String text) {
            return text.codePoints()
                    .filter(c -> !isSpace(c))
                    .mapToObj(Character::toString)
                    .toList();
        }
    };

    private static final Pattern MARK = Pattern.compile("([{-~\\[-` -&(-+:-@/])");
    private static final Pattern POINT_BEHIND = Pattern.compile("([^0-9])([.,])");
    private static final Pattern POINT_BEFORE = Pattern.compile("([.,])([^0-9])");
    private static final Pattern HYPHEN = Pattern.compile("([0-9])(-)");

    private final String optionName;

    TextTokens(String optionName) {
        this.optionName = optionName;
    }

    /** The tokens in order; none of them holds white space. */
    abstract List<String> of(String text);

    /** The option {@code tokens}; a problem where it is none of the names. */
    static TextTokens asked(Options options, TextTokens otherwise) {
        String name = options.oneOf("tokens", otherwise.optionName, "13a", "words", "space", "chars");
        for (TextTokens tokens : values()) {
            if (tokens.optionName.equals(name)) {
                return tokens;
            }
        }
        return otherwise;
    }

    private static List<String> atSpaces(String text) {
        return runs(text, c -> !isSpace(c));
    }

    private interface Member {
        boolean test(int c);
    }

    private static List<String> runs(String text, Member member) {
        List<String> runs = new ArrayList<>();
        int start = -1;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            boolean in = member.test(c);
            if (in && start < 0) {
                start = i;
            } else if (!in && start >= 0) {
                runs.add(text.substring(start, i));
                start = -1;
            }
            i += Character.charCount(c);
        }
        if (start >= 0) {
            runs.add(text.substring(start));
        }
        return runs;
    }

    private static boolean isSpace(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }

    private static boolean isOfWord(int c) {
        int type = Character.getType(c);
        return Character.isLetterOrDigit(c)
                || type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK;
    }

    @Override
    public String toString() {
        return optionName.toLowerCase(Locale.ROOT);
    }
}
