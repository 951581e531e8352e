package dev.assay.worker.failure;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/** Makes text of strangers fit to be stored: secrets and personal data masked, control characters out, length bounded. */
public final class Redactor {
    /** Longest stored message or excerpt, in characters. */
    public static final int MAX_LENGTH = 1_024;

    /** Longest text looked at, so that a huge body costs little. */
    private static final int MAX_READ = 16_384;

    private static final int SHORTEST_SECRET = 6;

    private record Mask(Pattern pattern, String replacement) {}

    private static final List<Mask> MASKS = List.of(
            mask("(?i)\\b(bearer|basic)\\s+[A-Za-z0-9+/._~=-]{6,}", "$1 [redacted]"),
            mask("\\b(?:sk|pk|rk|ak|key|gsk|xai|AIza|ghp|hf|tgp|r8|nvapi)[-_][A-Za-z0-9*_-]{6,}", "[redacted key]"),
            mask("\\b(?:ak|sk)-(?=[a-z0-9]*[A-Z0-9])[A-Za-z0-9*]{4,}", "[redacted key]"),
            mask("\\bAIza[A-Za-z0-9_-]{20,}", "[redacted key]"),
            mask("\\bAKIA[A-Z0-9]{12,}", "[redacted key]"),
            mask("\\beyJ[A-Za-z0-9_-]{10,}(?:\\.[A-Za-z0-9_-]+){1,2}", "[redacted token]"),
            mask(
                    "(?i)\\b(api[-_ ]?key|authorization|password|secret|token)(\"?\\s*[:=]\\s*\"?)[^\\s\",;}]{4,}",
                    "$1$2[redacted]"),
            mask(
                    "\\b(org|orgn|proj|project|acct|account|team|user|ws|workspace)[-_](?=[a-z]*[A-Z0-9])[A-Za-z0-9]{4,}",
                    "[redacted $1]"),
            mask("(?i)(?<![\\w-])[0-9a-f]{32,}(?![\\w-])", "[redacted id]"),
            // A local part begins where no part of it can stand before, or long words would be scanned from each
            // letter.
            mask("(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+", "[redacted email]"),
            mask("(?<![\\w.-])(?:\\d[ -]?){12,18}\\d(?![\\w.-])", "[redacted number]"),
            mask("(?<![\\w.])\\+\\d[\\d ()-]{7,16}\\d(?!\\w)", "[redacted phone]"));

    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cntrl}&&[^\\n\\t]]+");

    private static final Pattern LONG_QUOTE = Pattern.compile("([\"`])[^\"`]{65,}\\1");

    private final List<String> secrets;

    /** @param secrets texts that must never be stored, such as the providers' keys */
    public Redactor(Collection<String> secrets) {
        this.secrets = secrets.stream()
                .filter(secret -> secret.length() >= SHORTEST_SECRET)
                .toList();
    }

    /** The text, masked and cut. */
    public String clean(String text) {
        return clean(text, Prompt.NONE);
    }

    /** The same, with what the text repeats of a request's prompt masked as well. */
    public String clean(String text, Prompt prompt) {
        String clean = Echo.masked(cut(text, MAX_READ), prompt.words());
        for (String secret : secrets) {
            clean = clean.replace(secret, "[redacted key]");
        }
        clean = CONTROLS.matcher(clean).replaceAll(" ");
        for (Mask mask : MASKS) {
            clean = mask.pattern().matcher(clean).replaceAll(mask.replacement());
        }
        return clean.length() <= MAX_LENGTH ? clean : cut(clean, MAX_LENGTH - 3) + "...";
    }

    /** A message in one line of some length at most, in which long quotes are left out: they are the request's words. */
    String message(String text, Prompt prompt, int length) {
        String clean = LONG_QUOTE.matcher(clean(text, prompt)).replaceAll("$1[...]$1");
        return clean.length() <= length ? clean : cut(clean, length - 3) + "...";
    }

    private static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
        return text.substring(0, end);
    }

    private static Mask mask(String pattern, String replacement) {
        return new Mask(Pattern.compile(pattern), replacement);
    }
}
