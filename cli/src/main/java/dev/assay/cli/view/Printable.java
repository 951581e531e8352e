package dev.assay.cli.view;

import dev.assay.cli.terminal.Figures;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Texts and bytes that came from elsewhere, fit for a terminal: nothing in them moves its cursor or changes its colours.
 */
public final class Printable {
    private static final int HEX_ROW = 16;

    private Printable() {}

    /** In one line. */
    public static String line(String text) {
        return escaped(text.strip().replaceAll("\\s+", " "));
    }

    /** The same, cut to so many characters. */
    public static String line(String text, int longest) {
        String line = line(text.length() > 4 * longest ? text.substring(0, 4 * longest) : text);
        return line.length() <= longest ? line : line.substring(0, Math.max(0, longest - 3)) + "...";
    }

    /** In its own lines. */
    public static List<String> lines(String text) {
        return text.lines().map(line -> escaped(line.replace("\t", "    "))).toList();
    }

    /** Bytes as text where they are some, else as rows of hexadecimal numbers; none for null. */
    public static List<String> bytes(byte @Nullable [] bytes, int most) {
        if (bytes == null) {
            return List.of();
        }
        byte[] shown = bytes.length <= most ? bytes : Arrays.copyOf(bytes, most);
        List<String> lines = new ArrayList<>();
        Optional<String> text = utf8(bytes);
        if (text.isPresent() && isPlain(text.get())) {
            lines.addAll(lines(text.get().substring(0, Math.min(most, text.get().length()))));
        } else {
            for (int i = 0; i < shown.length; i += HEX_ROW) {
                lines.add(hexRow(shown, i));
            }
        }
        if (bytes.length > most) {
            lines.add("... " + Figures.counted(bytes.length, "byte") + " in all");
        }
        return lines;
    }

    /** The text that bytes are in UTF-8; empty where they are none. */
    public static Optional<String> utf8(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** How long ago, in the largest unit from a day on. */
    public static String age(Duration age) {
        return age.isNegative() ? "0 ms" : age.toDays() > 0 ? age.toDays() + " d" : Figures.duration(age);
    }

    /** Whether a person can read it. */
    private static boolean isPlain(String text) {
        return text.chars().noneMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t');
    }

    private static String escaped(String text) {
        if (text.chars().noneMatch(Printable::isUnsafe)) {
            return text;
        }
        StringBuilder safe = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            safe.append(isUnsafe(c) ? String.format("\\u%04x", (int) c) : String.valueOf(c));
        }
        return safe.toString();
    }

    private static boolean isUnsafe(int c) {
        return Character.isISOControl(c) || Character.getType(c) == Character.FORMAT;
    }

    private static String hexRow(byte[] bytes, int start) {
        int end = Math.min(bytes.length, start + HEX_ROW);
        String hex = HexFormat.ofDelimiter(" ").formatHex(bytes, start, end);
        StringBuilder text = new StringBuilder();
        for (int i = start; i < end; i++) {
            text.append(bytes[i] >= 0x20 && bytes[i] < 0x7f ? (char) bytes[i] : '.');
        }
        return String.format("%08x  %-47s  %s", start, hex, text);
    }
}
