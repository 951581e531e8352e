package dev.assay.cli.classify;

import dev.assay.worker.failure.ResponseHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code curl -i} printed: blocks of headers, of which the last is the response's own (those before it are of
 * proxies, redirects and 100 Continue), an empty line, and the body.
 */
final class CurlDump {
    private static final Pattern STATUS = Pattern.compile("HTTP/\\d(?:\\.\\d)? +(\\d{3})(?: .*)?");
    private static final int LONGEST_HEADER = 64 << 10;

    private final byte[] dump;
    private int at;
    private int line;

    private CurlDump(byte[] dump) {
        this.dump = dump;
    }

    static RecordedResponse read(byte[] dump, String provider) throws BadResponseException {
        return new CurlDump(dump).response(provider);
    }

    private RecordedResponse response(String provider) throws BadResponseException {
        int status = 0;
        int first = 1;
        Map<String, String> headers = new HashMap<>();
        while (startsBlock()) {
            first = line + 1;
            Matcher matcher = STATUS.matcher(nextLine().orElse(""));
            if (!matcher.matches()) {
                throw new BadResponseException(
                        line, 1, "no status line (expected: such as HTTP/1.1 429 Too Many Requests)");
            }
            status = Integer.parseInt(matcher.group(1));
            headers = headers();
        }
        ByteBuffer body = ByteBuffer.wrap(Arrays.copyOfRange(dump, at, dump.length));
        String named = provider.isEmpty() ? headers.getOrDefault("server", "") : provider;
        return new RecordedResponse(
                first, "", named, status, new ResponseHeaders(headers), body, Optional.empty(), Optional.empty());
    }

    /** Whether another block of headers begins here; a body may begin with the same letters, but not with a status. */
    private boolean startsBlock() {
        int end = Math.min(dump.length, at + 64);
        String start = new String(dump, at, end - at, StandardCharsets.ISO_8859_1);
        return at == 0 || STATUS.matcher(start.lines().findFirst().orElse("")).matches();
    }

    private Map<String, String> headers() throws BadResponseException {
        Map<String, String> headers = new HashMap<>();
        String last = "";
        for (Optional<String> next = nextLine(); next.isPresent() && !next.get().isEmpty(); next = nextLine()) {
            String header = next.get();
            int colon = header.indexOf(':', 1);
            boolean isContinued = header.startsWith(" ") || header.startsWith("\t");
            if (isContinued && !last.isEmpty()) {
                headers.merge(last, header.strip(), (one, more) -> one + " " + more);
            } else if (colon < 0 || isContinued) {
                throw new BadResponseException(
                        line, 1, "'" + shown(header) + "' (expected: Name: value, or an empty line)");
            } else {
                last = header.substring(0, colon).strip().toLowerCase(Locale.ROOT);
                headers.putIfAbsent(last, header.substring(colon + 1).strip());
            }
        }
        return headers;
    }

    private Optional<String> nextLine() throws BadResponseException {
        if (at >= dump.length) {
            return Optional.empty();
        }
        line++;
        int end = at;
        while (end < dump.length && dump[end] != '\n') {
            end++;
            if (end - at > LONGEST_HEADER) {
                throw new BadResponseException(line, 1, "a header longer than " + LONGEST_HEADER + " bytes");
            }
        }
        int length = end > at && dump[end - 1] == '\r' ? end - at - 1 : end - at;
        String text = new String(dump, at, length, StandardCharsets.ISO_8859_1);
        at = Math.min(end + 1, dump.length);
        return Optional.of(text);
    }

    private static String shown(String header) {
        return header.length() <= 40 ? header : header.substring(0, 40) + "...";
    }
}
