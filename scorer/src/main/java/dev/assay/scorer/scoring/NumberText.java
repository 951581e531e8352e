package dev.assay.scorer.scoring;

import java.text.Normalizer;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Brings a text into the form that {@link NumberScanner} reads: digits of every script as ASCII, every minus as
 * {@code -}, LaTeX's spacing, dollar and percent commands as what they print, invisible characters out.
 */
final class NumberText {
    private static final Map<Integer, String> MARKS = Map.ofEntries(
            Map.entry((int) '\u2212', "-"),
            Map.entry((int) '\u2010', "-"),
            Map.entry((int) '\u2011', "-"),
            Map.entry((int) '\u2012', "-"),
            Map.entry((int) '\u2013', "-"),
            Map.entry((int) '\uFE63', "-"),
            Map.entry((int) '\uFF0D', "-"),
            Map.entry((int) '\uFF0B', "+"),
            Map.entry((int) '\uFF0C', ","),
            Map.entry((int) '\uFF0E', "."),
            Map.entry((int) '\uFF05', "%"),
            Map.entry((int) '\uFF04', "$"),
            Map.entry((int) '\u2044', "/"),
            Map.entry((int) '\u2019', "'"));
    private static final Map<String, String> COMMANDS =
            Map.of("\\,", "\u2009", "\\;", " ", "\\:", " ", "\\ ", " ", "\\!", "", "\\$", "$", "\\%", "%");
    private static final Pattern TEXT_COMMAND = Pattern.compile(
            "\\\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathit|mbox|operatorname|boldsymbol)(?=\\{)");
    private static final Pattern TIMES_COMMAND = Pattern.compile("\\\\(?:times|cdot)(?![a-zA-Z])");

    private NumberText() {}

    static String of(String text) {
        String latex =
                TIMES_COMMAND.matcher(TEXT_COMMAND.matcher(text).replaceAll("")).replaceAll("×");
        StringBuilder plain = new StringBuilder(latex.length());
        for (int i = 0; i < latex.length(); ) {
            int c = latex.codePointAt(i);
            String command = c == '\\' && i + 1 < latex.length() ? COMMANDS.get(latex.substring(i, i + 2)) : null;
            if (command != null) {
                plain.append(command);
                i += 2;
            } else if (latex.startsWith("{,}", i)) {
                plain.append(',');
                i += 3;
            } else {
                append(plain, c);
                i += Character.charCount(c);
            }
        }
        return plain.toString();
    }

    private static void append(StringBuilder plain, int c) {
        String mark = MARKS.get(c);
        if (mark != null) {
            plain.append(mark);
        } else if (Character.getType(c) == Character.DECIMAL_DIGIT_NUMBER) {
            plain.append((char) ('0' + Character.digit(c, 10)));
        } else if (isVulgarFraction(c)) {
            // A space behind a digit, so that 2½ does not become 21/2 but reads as a mixed number.
            String parts = Normalizer.normalize(Character.toString(c), Normalizer.Form.NFKC);
            plain.append(endsInDigit(plain) ? " " : "").append(parts.replace('\u2044', '/'));
        } else if (Character.getType(c) != Character.FORMAT) {
            plain.appendCodePoint(c);
        }
    }

    private static boolean endsInDigit(StringBuilder text) {
        return !text.isEmpty() && Character.isDigit(text.charAt(text.length() - 1));
    }

    private static boolean isVulgarFraction(int c) {
        return (c >= '\u00BC' && c <= '\u00BE') || (c >= '\u2150' && c <= '\u215E');
    }
}
