package dev.assay.worker.failure;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A message in which a gateway tells another's error: its own classes in front
 * ({@code litellm.RateLimitError: AzureException - Error code: 429 - {'error': ...}}), or nothing but the other's JSON.
 * Only what stands at the very beginning counts; the same further on may be a prompt that is quoted.
 *
 * @param names the gateway's classes, lower case
 * @param message the words behind them
 * @param inner the error that is told; empty when the words are all there is
 */
record Wrapping(Set<String> names, String message, Optional<Envelope> inner) {
    private static final Pattern GATEWAY =
            Pattern.compile("(?:litellm\\.)?([A-Z][A-Za-z]{2,40}(?:Error|Timeout)):\\s*");
    private static final Pattern SENDER =
            Pattern.compile("([A-Z][A-Za-z_]{1,30}?)Exception(?:\\s+[A-Z][A-Za-z]{2,40})?\\s*-\\s*");
    private static final Pattern CODE = Pattern.compile("Error code:\\s*([45]\\d\\d)\\s*-\\s*(?=[{\\[])");
    private static final int MOST_CLASSES = 4;

    /** Errors that carry errors are followed so far. */
    static final int DEEPEST = 3;

    static Optional<Wrapping> of(String message, int depth) {
        if (depth >= DEEPEST) {
            return Optional.empty();
        }
        String rest = message.strip();
        Set<String> names = new LinkedHashSet<>();
        boolean isGateway = rest.startsWith("litellm.");
        for (int i = 0; i < MOST_CLASSES; i++) {
            Matcher gateway = GATEWAY.matcher(rest);
            if (!isGateway || !gateway.lookingAt()) {
                break;
            }
            names.add("litellm." + gateway.group(1).toLowerCase(Locale.ROOT));
            rest = rest.substring(gateway.end());
        }
        Matcher sender = SENDER.matcher(rest);
        String via = "";
        if (sender.lookingAt()) {
            via = sender.group(1);
            rest = rest.substring(sender.end());
        }
        Matcher code = CODE.matcher(rest);
        boolean hasCode = code.lookingAt();
        int status = hasCode ? Integer.parseInt(code.group(1)) : 0;
        rest = hasCode ? rest.substring(code.end()) : rest;
        if (names.isEmpty() && via.isEmpty() && !hasCode && !isWholly(rest)) {
            return Optional.empty();
        }
        Optional<Envelope> inner = inner(rest, via, status, depth + 1);
        return Optional.of(new Wrapping(names, inner.map(Envelope::message).orElse(rest), inner));
    }

    /** Whether a message is JSON and nothing else. */
    private static boolean isWholly(String text) {
        return (text.startsWith("{") && text.endsWith("}")) || (text.startsWith("[") && text.endsWith("]"));
    }

    private static Optional<Envelope> inner(String text, String via, int status, int depth) {
        String from = text.startsWith("b'") || text.startsWith("b\"") ? text.substring(2) : text;
        Optional<Envelope> told = LooseJson.read(from)
                .filter(node -> EnvelopeReader.isError(node) || node.has("message") || node.has("detail"))
                .map(node -> EnvelopeReader.read(node, depth));
        if (told.isEmpty() && via.isEmpty()) {
            return Optional.empty();
        }
        Envelope error = told.orElseGet(() -> Envelope.ofText(BodyText.Shape.TEXT, text, depth));
        return Optional.of(new Envelope(
                error.shape(),
                error.types(),
                error.codes(),
                error.message(),
                error.status() == 0 ? status : error.status(),
                error.quota(),
                error.waits(),
                via,
                error.inner()));
    }
}
