package dev.assay.worker.failure;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the parts of an error in JSON of any of the shapes that providers send. */
final class EnvelopeReader {
    private static final int LONGEST_CODE = 80;
    private static final int LONGEST_PROSE = 1_024;
    private static final int MAX_DETAILS = 20;

    /** A quota that is named in the words: {@code limit 'Requests per day'}. */
    private static final Pattern QUOTA = Pattern.compile("(?i)\\b(?:metric|limit|quota) '([^']{1,120})'");

    private static final List<String> MESSAGES = List.of(
            "message",
            "msg",
            "detail",
            "error_description",
            "error_msg",
            "description",
            "errorMessage",
            "title",
            "error");
    private static final List<String> TYPES = List.of("type", "error_type", "__type");
    private static final List<String> CODES =
            List.of("code", "status", "error_code", "errorCode", "err_code", "reason", "limit_source");
    private static final List<String> STATUSES =
            List.of("code", "status", "status_code", "statusCode", "http_status", "error_code");
    private static final List<String> WAITS = List.of(
            "retry_after",
            "retryAfter",
            "retry_after_seconds",
            "retry_after_ms",
            "resets_in_seconds",
            "resets_at",
            "reset_at",
            "retryDelay");

    private final Set<String> types = new LinkedHashSet<>();
    private final Set<String> codes = new LinkedHashSet<>();
    private final Map<String, String> waits = new LinkedHashMap<>();
    private final StringBuilder quota = new StringBuilder();
    private int status;

    private EnvelopeReader() {}

    /** Whether there is an error in an object, as opposed to a chunk of an answer. */
    static boolean isError(JsonNode body) {
        JsonNode root = first(body);
        JsonNode error = root.path("error");
        return (error.isObject() && !error.isEmpty())
                || (error.isTextual() && !error.asText().isEmpty())
                || "error".equals(root.path("type").asText())
                || "error".equals(root.path("object").asText())
                || root.path("response").path("error").isObject();
    }

    static Envelope read(JsonNode body, int depth) {
        return new EnvelopeReader().of(first(body), depth);
    }

    private Envelope of(JsonNode root, int depth) {
        Optional<JsonNode> inside = errorOf(root);
        JsonNode error = inside.orElse(root);
        String message = "";
        if (error.isTextual()) {
            message = text(root, MESSAGES);
            if (message.isEmpty() || !isCode(error.asText())) {
                message = error.asText();
            } else {
                codes.add(error.asText().toLowerCase(Locale.ROOT));
            }
        } else {
            names(error);
            message = words(error);
        }
        if (inside.isPresent()) {
            names(root);
            if (message.isEmpty()) {
                message = text(root, MESSAGES);
            }
        }
        types.remove("error");
        codes.remove("error");
        codes.addAll(types);
        return wrapped(error, message.isEmpty() ? plain(root) : message, depth);
    }

    /** The error, together with the one that it carries. */
    private Envelope wrapped(JsonNode error, String message, int depth) {
        Matcher named = QUOTA.matcher(message.length() > LONGEST_PROSE ? message.substring(0, LONGEST_PROSE) : message);
        while (named.find()) {
            quota.append(named.group(1).replace(" ", "").toLowerCase(Locale.ROOT))
                    .append(' ');
        }
        Optional<Wrapping> wrapping = Wrapping.of(message, depth);
        wrapping.ifPresent(found -> {
            types.addAll(found.names());
            codes.addAll(found.names());
        });
        JsonNode metadata = error.path("metadata");
        Optional<Envelope> raw = raw(metadata.path("raw"), depth);
        String via = metadata.path("provider_name").asText("");
        return new Envelope(
                BodyText.Shape.JSON,
                types,
                codes,
                wrapping.map(Wrapping::message).orElse(message),
                status,
                quota.toString(),
                waits,
                "",
                raw.or(() -> wrapping.flatMap(Wrapping::inner))
                        .map(carried -> via.isEmpty() ? carried : by(carried, via)));
    }

    /** What a gateway passes on of the answer it got. */
    private static Optional<Envelope> raw(JsonNode raw, int depth) {
        if (depth >= Wrapping.DEEPEST) {
            return Optional.empty();
        }
        if (raw.isContainerNode()) {
            return Optional.of(read(raw, depth + 1));
        }
        String text = raw.asText("").strip();
        return text.isEmpty()
                ? Optional.empty()
                : LooseJson.read(text)
                        .map(node -> read(node, depth + 1))
                        .or(() -> Optional.of(Envelope.ofText(BodyText.Shape.TEXT, text, depth + 1)));
    }

    private static Envelope by(Envelope carried, String via) {
        return new Envelope(
                carried.shape(),
                carried.types(),
                carried.codes(),
                carried.message(),
                carried.status(),
                carried.quota(),
                carried.waits(),
                via,
                carried.inner());
    }

    /** The error inside an object; empty when the object is one itself. */
    private static Optional<JsonNode> errorOf(JsonNode root) {
        JsonNode error = root.path("error");
        if (error.isObject() || (error.isTextual() && !error.asText().isEmpty())) {
            return Optional.of(error);
        }
        if (root.path("response").path("error").isObject()) {
            return Optional.of(root.path("response").path("error"));
        }
        JsonNode several = root.path("errors").path(0);
        if (several.isObject()) {
            return Optional.of(several);
        }
        JsonNode detail = root.path("detail");
        return Optional.of(detail).filter(JsonNode::isObject);
    }

    private void names(JsonNode node) {
        TYPES.forEach(field -> add(types, node.path(field)));
        CODES.forEach(field -> add(codes, node.path(field)));
        for (String field : List.of("innererror", "inner_error")) {
            add(codes, node.path(field).path("code"));
            add(codes, node.path("provider_specific_fields").path(field).path("code"));
        }
        STATUSES.forEach(field -> status(node.path(field)));
        WAITS.forEach(field -> time(field, node.path(field)));
        JsonNode metadata = node.path("metadata");
        add(types, metadata.path("error_type"));
        add(codes, metadata.path("limit_source"));
        for (JsonNode headers : List.of(metadata.path("headers"), node.path("headers"))) {
            headers.properties().stream()
                    .limit(MAX_DETAILS)
                    .forEach(header -> time(header.getKey(), header.getValue()));
        }
        details(node.path("errors"));
        details(node.path("details"));
    }

    private void details(JsonNode details) {
        for (int i = 0; i < Math.min(details.size(), MAX_DETAILS); i++) {
            JsonNode detail = details.path(i);
            add(codes, detail.path("reason"));
            time("retrydelay", detail.path("retryDelay"));
            time("resets_in_seconds", detail.path("metadata").path("quotaResetDelay"));
            JsonNode violations = detail.path("violations");
            for (int j = 0; j < Math.min(violations.size(), MAX_DETAILS); j++) {
                quota.append(violations.path(j).path("quotaId").asText("").toLowerCase(Locale.ROOT))
                        .append(' ');
            }
        }
    }

    private static void add(Set<String> names, JsonNode value) {
        String name = value.isValueNode() && !value.isNull() ? value.asText().strip() : "";
        if (isCode(name) && !name.equalsIgnoreCase("none") && !name.equals("null")) {
            names.add(name.toLowerCase(Locale.ROOT));
        }
    }

    private void status(JsonNode value) {
        String digits = value.asText("");
        if (status == 0 && digits.length() == 3 && digits.charAt(0) >= '4' && digits.charAt(0) <= '5') {
            try {
                status = Integer.parseInt(digits);
            } catch (NumberFormatException e) {
                status = 0;
            }
        }
    }

    private void time(String field, JsonNode value) {
        if (value.isValueNode() && !value.isNull()) {
            waits.putIfAbsent(field.toLowerCase(Locale.ROOT), value.asText());
        }
    }

    private static boolean isCode(String name) {
        return !name.isEmpty() && name.length() <= LONGEST_CODE && name.indexOf(' ') < 0;
    }

    /** The words of an error; of a list of complaints about fields what is wrong, and never the value given. */
    private static String words(JsonNode error) {
        for (String field : MESSAGES) {
            JsonNode value = error.path(field);
            if (value.isObject()) {
                String inside = words(value);
                if (!inside.isEmpty()) {
                    return inside;
                }
            }
            if (value.isArray() && !value.isEmpty()) {
                return complaints(value);
            }
        }
        return text(error, MESSAGES);
    }

    private static String complaints(JsonNode list) {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < Math.min(list.size(), MAX_DETAILS); i++) {
            JsonNode entry = list.path(i);
            StringBuilder where = new StringBuilder();
            entry.path("loc")
                    .forEach(step -> where.append(where.isEmpty() ? "" : ".").append(step.asText()));
            String what = entry.isValueNode() ? entry.asText() : text(entry, MESSAGES);
            words.append(words.isEmpty() ? "" : "; ")
                    .append(where)
                    .append(where.isEmpty() ? "" : ": ")
                    .append(what);
        }
        return words.toString();
    }

    private static String text(JsonNode node, List<String> fields) {
        for (String field : fields) {
            JsonNode value = node.path(field);
            if (value.isValueNode() && !value.isNull() && !value.asText().isBlank()) {
                return value.asText();
            }
        }
        return "";
    }

    private static String plain(JsonNode root) {
        return root.isEmpty() ? "" : root.toString();
    }

    /** The object that counts: of a list its first, or its first error. */
    private static JsonNode first(JsonNode body) {
        if (!body.isArray() || body.isEmpty()) {
            return body;
        }
        for (int i = 0; i < Math.min(body.size(), MAX_DETAILS); i++) {
            if (body.path(i).path("error").isObject()) {
                return body.path(i);
            }
        }
        return body.get(0);
    }
}
