package dev.assay.worker.failure;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The words of a message that are the provider's own: lower case, and without what stands in quotes, since that may be
 * the prompt. A quote that is never closed takes the rest of the message with it, and what comes late does not count.
 */
final class Words {
    /** Longest beginning of a message that phrases are looked for in. */
    private static final int HEAD = 600;

    private static final int LONGEST_MESSAGE = 8_192;
    private static final List<String> FILLERS =
            List.of("invalid request: ", "bad request: ", "error: ", "valueerror: ", "api error: ", "openai error: ");

    private final String words;

    private Words(String words) {
        this.words = words;
    }

    static Words of(String message) {
        String head = message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) : message;
        String plain = unquoted(unwrapped(head.strip())).replaceAll("\\s+", " ").strip();
        String lower = plain.toLowerCase(Locale.ROOT);
        for (String filler : FILLERS) {
            lower = lower.startsWith(filler) ? lower.substring(filler.length()) : lower;
        }
        return new Words(lower.length() > HEAD ? lower.substring(0, HEAD) : lower);
    }

    /** The pattern of a phrase, in which {@code *} stands for a few words. */
    static Pattern phrase(String phrase) {
        StringBuilder pattern = new StringBuilder();
        for (String part : phrase.toLowerCase(Locale.ROOT).split("\\*", -1)) {
            pattern.append(pattern.isEmpty() ? "" : ".{0,120}?").append(Pattern.quote(part));
        }
        return Pattern.compile(pattern.toString());
    }

    boolean start(Pattern phrase) {
        return phrase.matcher(words).lookingAt();
    }

    boolean say(Pattern phrase) {
        return phrase.matcher(words).find();
    }

    /** A message that is one quoted text, without the quotes. */
    private static String unwrapped(String message) {
        int last = message.length() - 1;
        boolean isQuoted =
                last > 1 && "\"'".indexOf(message.charAt(0)) >= 0 && message.charAt(last) == message.charAt(0);
        return isQuoted && message.indexOf(message.charAt(0), 1) == last ? message.substring(1, last) : message;
    }

    static String unquoted(String message) {
        StringBuilder own = new StringBuilder();
        int at = 0;
        while (at < message.length()) {
            char letter = message.charAt(at);
            char closing = closing(message, at);
            if (closing == 0) {
                own.append(letter);
                at++;
                continue;
            }
            own.append('_');
            int end = end(message, at + 1, closing);
            if (end < 0) {
                break;
            }
            at = end + 1;
        }
        return own.toString();
    }

    /** What closes the quote that opens here; 0 when none does. */
    private static char closing(String message, int at) {
        return switch (message.charAt(at)) {
            case '"' -> '"';
            case '`' -> '`';
            case '“' -> '”';
            case '‘' -> '’';
            case '«' -> '»';
            case '\'' -> opens(message, at) ? '\'' : 0;
            default -> 0;
        };
    }

    /** Whether this is no apostrophe: those follow a letter. */
    private static boolean opens(String message, int at) {
        return at == 0 || !Character.isLetterOrDigit(message.charAt(at - 1));
    }

    private static int end(String message, int from, char closing) {
        for (int at = message.indexOf(closing, from); at >= 0; at = message.indexOf(closing, at + 1)) {
            boolean isApostrophe =
                    closing == '\'' && at + 1 < message.length() && Character.isLetterOrDigit(message.charAt(at + 1));
            if (!isApostrophe) {
                return at;
            }
        }
        return -1;
    }
}
