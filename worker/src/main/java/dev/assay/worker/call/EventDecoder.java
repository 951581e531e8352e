package dev.assay.worker.call;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits the bytes of an event stream into its events, wherever the network cut them. Lines are put together as bytes
 * and decoded whole, so that a character is never read in halves. Lines may end in LF, CR or CRLF. Comments, fields
 * other than {@code data} and {@code event}, and events without data are nothing. A line that is bare JSON, which some
 * gateways write when they fail, is an event of its own.
 *
 * <p>It holds one line and one event at most; whoever feeds it bounds the bytes.
 */
final class EventDecoder {
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    /**
     * One event.
     *
     * @param type what its {@code event} field says; empty for none
     * @param data its lines of data
     * @param isCut whether the stream ended before the event did
     */
    record Event(String type, String data, boolean isCut) {}

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();
    private String type = "";
    private boolean hasData;
    private boolean isFirstLine = true;
    private boolean isAfterReturn;

    /** The events that these bytes complete. */
    List<Event> feed(byte[] bytes, int length) {
        List<Event> events = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < length; i++) {
            byte b = bytes[i];
            if (b != '\n' && b != '\r') {
                isAfterReturn = false;
                continue;
            }
            boolean isSecondOfPair = b == '\n' && isAfterReturn;
            if (!isSecondOfPair) {
                line.write(bytes, from, i - from);
                endLine(events);
            }
            isAfterReturn = b == '\r';
            from = i + 1;
        }
        line.write(bytes, from, length - from);
        return events;
    }

    /** The event that the end of the stream leaves open, whole or not; none when there is none. */
    List<Event> end() {
        List<Event> events = new ArrayList<>();
        if (line.size() > 0) {
            endLine(events);
        }
        if (hasData) {
            events.add(new Event(type, data.toString(), true));
            clear();
        }
        return events;
    }

    /** Whether bytes look like an event stream rather than like JSON or a page. */
    static boolean isStream(byte[] body) {
        String start = new String(body, 0, Math.min(body.length, 64), StandardCharsets.UTF_8)
                .replace("\uFEFF", "")
                .stripLeading();
        return start.startsWith("data:")
                || start.startsWith("event:")
                || start.startsWith("id:")
                || start.startsWith("retry:")
                || start.startsWith(":");
    }

    private void endLine(List<Event> events) {
        byte[] bytes = line.toByteArray();
        line.reset();
        int from = isFirstLine && startsWithMark(bytes) ? BYTE_ORDER_MARK.length : 0;
        isFirstLine = false;
        String text = new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
        if (text.isEmpty()) {
            if (hasData) {
                events.add(new Event(type, data.toString(), false));
            }
            clear();
        } else if (text.charAt(0) == '{') {
            events.add(new Event(type, text, false));
        } else {
            field(text);
        }
    }

    private void field(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        String value = colon < 0 ? "" : text.substring(colon + 1);
        String shown = value.startsWith(" ") ? value.substring(1) : value;
        if (name.equals("data")) {
            data.append(hasData ? "\n" : "").append(shown);
            hasData = true;
        } else if (name.equals("event")) {
            type = shown;
        }
    }

    private void clear() {
        data.setLength(0);
        hasData = false;
        type = "";
    }

    private static boolean startsWithMark(byte[] bytes) {
        return bytes.length >= BYTE_ORDER_MARK.length
                && bytes[0] == BYTE_ORDER_MARK[0]
                && bytes[1] == BYTE_ORDER_MARK[1]
                && bytes[2] == BYTE_ORDER_MARK[2];
    }
}
