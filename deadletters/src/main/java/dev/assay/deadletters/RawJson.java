package dev.assay.deadletters;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * JSON texts whose values stay as they are written: {@code 0.10} does not become {@code 0.1} because something beside it
 * was changed. What is cut here has been parsed before, so it need not be checked again.
 */
final class RawJson {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private RawJson() {}

    /** Parses one value, numbers exactly; null where the text is none, or more than one. */
    static @Nullable JsonNode parse(String text) {
        try {
            return parsed(text);
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    /** The same, saying what is wrong. */
    static JsonNode parsed(String text) throws JsonProcessingException {
        try (JsonParser parser = MAPPER.createParser(text)) {
            JsonNode value = MAPPER.readTree(parser);
            if (value == null || value.isMissingNode() || parser.nextToken() != null) {
                throw new com.fasterxml.jackson.core.JsonParseException(parser, "not one JSON value");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory", e);
        }
    }

    /** Whether two values are the same, however they are written. */
    static boolean same(JsonNode one, JsonNode other) {
        return one.equals(RawJson::compare, other);
    }

    /** The members of an object, each value as it is written. */
    static Map<String, String> members(String object) {
        Map<String, String> members = new LinkedHashMap<>();
        int at = skipSpace(object, object.indexOf('{') + 1);
        while (object.charAt(at) != '}') {
            int nameEnd = stringEnd(object, at);
            String name = text(object.substring(at, nameEnd));
            int start = skipSpace(object, skipSpace(object, nameEnd) + 1);
            int end = valueEnd(object, start);
            members.put(name, object.substring(start, end));
            at = behindComma(object, end);
        }
        return members;
    }

    /** The elements of an array, each as it is written. */
    static List<String> elements(String array) {
        List<String> elements = new ArrayList<>();
        int at = skipSpace(array, array.indexOf('[') + 1);
        while (array.charAt(at) != ']') {
            int end = valueEnd(array, at);
            elements.add(array.substring(at, end));
            at = behindComma(array, end);
        }
        return elements;
    }

    /** An object of members as they are written. */
    static String object(Map<String, String> members) {
        StringJoiner object = new StringJoiner(",", "{", "}");
        members.forEach((name, value) -> object.add(string(name) + ":" + value));
        return object.toString();
    }

    /** An array of elements as they are written. */
    static String array(List<String> elements) {
        return "[" + String.join(",", elements) + "]";
    }

    /** A text as a JSON string. */
    static String string(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    /** The text of a JSON string. */
    static String text(String string) {
        JsonNode parsed = parse(string);
        return parsed == null ? string : parsed.asText();
    }

    /** A value on one line: line breaks stand between values only, for in a string they are escaped. */
    static String onOneLine(String value) {
        return value.replace('\n', ' ').replace('\r', ' ');
    }

    private static int compare(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        return one.equals(other) ? 0 : 1;
    }

    private static int behindComma(String json, int end) {
        int at = skipSpace(json, end);
        return json.charAt(at) == ',' ? skipSpace(json, at + 1) : at;
    }

    private static int skipSpace(String json, int from) {
        int at = from;
        while (" \t\n\r".indexOf(json.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    private static int valueEnd(String json, int start) {
        char first = json.charAt(start);
        if (first == '"') {
            return stringEnd(json, start);
        }
        if (first == '{' || first == '[') {
            return containerEnd(json, start);
        }
        int at = start;
        while (",]} \t\n\r".indexOf(json.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    private static int containerEnd(String json, int start) {
        int depth = 0;
        int at = start;
        do {
            char c = json.charAt(at);
            if (c == '"') {
                at = stringEnd(json, at);
                continue;
            }
            if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
            }
            at++;
        } while (depth > 0);
        return at;
    }

    private static int stringEnd(String json, int start) {
        int at = start + 1;
        while (json.charAt(at) != '"') {
            at += json.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }
}
