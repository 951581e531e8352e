package dev.assay.worker.failure;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an error body says, whatever its shape: {@code {error:{}}}, {@code {error:""}}, the same inside an array, flat,
 * {@code {detail}}, {@code {message}}, an event of a stream, a page of HTML or plain text. Providers put null, numbers,
 * words and objects where others put strings, so everything is read as text.
 *
 * @param shape what the body looks like
 * @param types what it gives as the error's type, lower case
 * @param codes everything it gives as a code, status or reason, types included, lower case
 * @param message the error in words; for HTML its title, for other text the text
 * @param status the HTTP status that the body itself names; 0 when it names none
 * @param quota names of the quotas that it says were hit, lower case
 * @param waits fields that tell a time, by name in lower case
 * @param via who is said to have sent the error that this one carries; empty when nobody is
 * @param inner the error that this one carries, where a gateway wrapped another's
 */
public record Envelope(
        BodyText.Shape shape,
        Set<String> types,
        Set<String> codes,
        String message,
        int status,
        String quota,
        Map<String, String> waits,
        String via,
        Optional<Envelope> inner) {
    public Envelope {
        types = Set.copyOf(types);
        codes = Set.copyOf(codes);
        waits = Map.copyOf(waits);
    }

    /** The envelope that a body's start is. */
    static Envelope read(ResponseHeaders headers, byte[] body) {
        BodyText start = BodyText.of(headers, body);
        return switch (start.shape()) {
            case EMPTY -> ofText(BodyText.Shape.EMPTY, "", 0);
            case BINARY -> ofText(BodyText.Shape.BINARY, "a body of " + body.length + " bytes that is no text", 0);
            case HTML -> ofText(BodyText.Shape.HTML, title(start.text()), 0);
            case JSON -> LooseJson.read(start.text()).map(Envelope::of).orElseThrow();
            case EVENTS -> ofEvents(start.text());
            case TEXT -> ofText(BodyText.Shape.TEXT, start.text(), 0);
        };
    }

    /** The envelope in a body that was parsed already. */
    public static Envelope of(JsonNode body) {
        return EnvelopeReader.read(body, 0);
    }

    /** A plain text as an envelope: it has no codes, unless a gateway put another's error into it. */
    static Envelope ofText(BodyText.Shape shape, String text, int depth) {
        Optional<Wrapping> wrapping = shape == BodyText.Shape.TEXT ? Wrapping.of(text, depth) : Optional.empty();
        Set<String> names = wrapping.map(Wrapping::names).orElse(Set.of());
        return new Envelope(
                shape,
                names,
                names,
                wrapping.map(Wrapping::message).orElse(text),
                0,
                "",
                Map.of(),
                "",
                wrapping.flatMap(Wrapping::inner));
    }

    /** The first event that carries an error, or the first that carries anything. */
    private static Envelope ofEvents(String text) {
        Optional<JsonNode> found = Optional.empty();
        for (String line : text.lines().filter(line -> line.startsWith("data:")).toList()) {
            Optional<JsonNode> event = LooseJson.read(line.substring("data:".length()));
            if (found.isEmpty()) {
                found = event;
            }
            Optional<JsonNode> error = event.filter(EnvelopeReader::isError);
            if (error.isPresent()) {
                found = error;
                break;
            }
        }
        return found.map(Envelope::of).orElseGet(() -> ofText(BodyText.Shape.EVENTS, text, 0));
    }

    /** Whether a type, code, status or reason reads so; {@code throttling.*} stands for all that begin so. */
    boolean isCoded(String wanted) {
        return isAmong(codes, wanted);
    }

    boolean isTyped(String wanted) {
        return isAmong(types, wanted);
    }

    private static boolean isAmong(Set<String> names, String wanted) {
        if (!wanted.endsWith("*")) {
            return names.contains(wanted);
        }
        String start = wanted.substring(0, wanted.length() - 1);
        return names.stream().anyMatch(name -> name.startsWith(start));
    }

    /** Codes in one word, for people; the error's type where it has no other. */
    String label() {
        return codes.stream()
                .filter(code -> !types.contains(code))
                .sorted()
                .findFirst()
                .orElseGet(() -> types.stream().sorted().findFirst().orElse(""));
    }

    /** Everything that tells a time, of this error and of the ones that it carries. */
    Map<String, String> allWaits() {
        Map<String, String> all = new LinkedHashMap<>(waits);
        inner.ifPresent(carried -> carried.allWaits().forEach(all::putIfAbsent));
        return all;
    }

    private static String title(String html) {
        String lower = html.toLowerCase(Locale.ROOT);
        int open = lower.indexOf("<title");
        int start = open < 0 ? -1 : lower.indexOf('>', open) + 1;
        int end = start <= 0 ? -1 : lower.indexOf("</title", start);
        if (end > start && end <= html.length()) {
            return "a page titled \"" + html.substring(start, end).strip() + "\"";
        }
        return "a page of HTML";
    }
}
