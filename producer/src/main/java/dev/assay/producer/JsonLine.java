package dev.assay.producer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A line that holds one JSON object: its fields as parsed, the text of each as it stands in the line, and the column
 * of any value in it. Columns are looked for only when something is wrong, by reading the line once more.
 */
final class JsonLine {
    private static final int MAX_DEPTH = 500;
    private static final Pattern SURROGATE_ESCAPE = Pattern.compile("\\\\u[dD][89a-fA-F]");

    private static final Pattern FEATURE_TALK = Pattern.compile(
            ": enable `.*| \\(for (?:Array|Object) starting at .*|: maybe a \\(non-standard\\).*|, from `[^`]*`");

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .build();

    private final String text;
    private final ObjectNode root;
    private final Map<String, String> raw;

    private JsonLine(String text, ObjectNode root, Map<String, String> raw) {
        this.text = text;
        this.root = root;
        this.raw = raw;
    }

    /** Parses a line; duplicate keys, NaN, comments and anything behind the object are refused. */
    static JsonLine parse(String text) throws BadLineException {
        try (JsonParser parser = MAPPER.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new BadLineException(
                        1, "not a JSON object but " + kind(parser.currentToken()) + " (expected: {...} on each line)");
            }
            ObjectNode root = MAPPER.createObjectNode();
            Map<String, String> raw = new HashMap<>();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                int start = (int) parser.currentTokenLocation().getCharOffset();
                root.set(name, MAPPER.<JsonNode>readTree(parser));
                if (root.get(name).isContainerNode()) {
                    raw.put(name, text.substring(start, (int)
                            parser.currentLocation().getCharOffset()));
                }
            }
            if (parser.nextToken() != null) {
                throw new BadLineException(
                        parser.currentTokenLocation().getColumnNr(),
                        "more text behind the JSON object (expected: one object on each line)");
            }
            JsonLine line = new JsonLine(text, root, raw);
            // Few lines hold an escape at all, and looking for two characters costs a hundredth of the pattern.
            if (text.contains("\\u") && SURROGATE_ESCAPE.matcher(text).find()) {
                line.requireWholeCharacters(root, JsonPointer.empty());
            }
            return line;
        } catch (JsonProcessingException e) {
            throw new BadLineException(column(e), reason(e));
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory", e);
        }
    }

    /** A JSON text of any kind, as strictly as a line is parsed; columns count from the text's start. */
    static JsonNode parseValue(String text) throws BadLineException {
        try (JsonParser parser = MAPPER.createParser(text)) {
            JsonNode value = MAPPER.readTree(parser);
            if (value == null) {
                throw new BadLineException(1, "empty (expected: JSON)");
            }
            if (parser.nextToken() != null) {
                throw new BadLineException(
                        parser.currentTokenLocation().getColumnNr(), "more text behind the JSON value");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw new BadLineException(column(e), reason(e));
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory", e);
        }
    }

    ObjectNode root() {
        return root;
    }

    /** The value of a field; a missing node where there is none. */
    JsonNode get(String field) {
        return root.path(field);
    }

    /** An object or array exactly as it stands in the line. */
    String raw(String field) {
        String found = raw.get(field);
        if (found == null) {
            throw new IllegalArgumentException("field " + field + " is no object or array");
        }
        return found;
    }

    /**
     * The column of a value.
     *
     * @param pointer JSON pointer of the value; where it is not in the line, the nearest value round it is meant
     */
    int column(String pointer) {
        String wanted = pointer;
        while (true) {
            int found = find(wanted);
            if (found > 0 || wanted.isEmpty()) {
                return Math.max(found, 1);
            }
            wanted = wanted.substring(0, wanted.lastIndexOf('/'));
        }
    }

    /** A complaint about a value of this line: where it stands, what it is called, what is wrong. */
    BadLineException bad(String pointer, String reason) {
        return new BadLineException(column(pointer), pointer.isEmpty() ? reason : name(pointer) + ": " + reason);
    }

    /** A JSON pointer as people write it, {@code body.messages[1].role}; empty for the line as a whole. */
    static String name(String pointer) {
        StringBuilder name = new StringBuilder();
        JsonPointer rest = JsonPointer.compile(pointer);
        while (!rest.matches()) {
            if (rest.mayMatchElement() && !name.isEmpty()) {
                name.append('[').append(rest.getMatchingIndex()).append(']');
            } else {
                name.append(name.isEmpty() ? "" : ".").append(rest.getMatchingProperty());
            }
            rest = rest.tail();
        }
        return name.toString();
    }

    /** The pointer of a field of the value that a pointer leads to. */
    static String child(String pointer, String field) {
        return pointer + "/" + field.replace("~", "~0").replace("/", "~1");
    }

    /** What a value is, in words. */
    static String kind(JsonNode node) {
        return switch (node.getNodeType()) {
            case ARRAY -> "an array";
            case OBJECT, POJO -> "an object";
            case STRING, BINARY -> "a string";
            case NUMBER -> "a number";
            case BOOLEAN -> "a boolean";
            case NULL -> "null";
            case MISSING -> "nothing";
        };
    }

    /**
     * A value exactly as it stands in the line, so that 0.10 does not become 0.1.
     *
     * @param pointer JSON pointer of a value in the line
     */
    String rawText(String pointer) {
        try (JsonParser parser = MAPPER.createParser(text)) {
            if (!moveTo(parser, pointer)) {
                throw new IllegalArgumentException("nothing at " + pointer);
            }
            if (parser.currentToken().isScalarValue()) {
                return parser.getText();
            }
            int start = (int) parser.currentTokenLocation().getCharOffset();
            parser.skipChildren();
            return text.substring(start, (int) parser.currentLocation().getCharOffset());
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory", e);
        }
    }

    private int find(String pointer) {
        try (JsonParser parser = MAPPER.createParser(text)) {
            return moveTo(parser, pointer) ? parser.currentTokenLocation().getColumnNr() : 0;
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory", e);
        }
    }

    private static boolean moveTo(JsonParser parser, String pointer) throws IOException {
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            boolean isValue = token.isScalarValue() || token.isStructStart();
            if (isValue && pointer.equals(pointerOf(parser, token))) {
                return true;
            }
        }
        return false;
    }

    /** A container's own context begins inside it, so its place is that of the context round it. */
    private static String pointerOf(JsonParser parser, JsonToken token) {
        var context = parser.getParsingContext();
        return (token.isStructStart() ? context.getParent() : context)
                .pathAsPointer()
                .toString();
    }

    private void requireWholeCharacters(JsonNode node, JsonPointer at) throws BadLineException {
        if (node.isTextual()) {
            requireWholeCharacters(node.textValue(), at);
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            requireWholeCharacters(node.get(i), at.appendIndex(i));
        }
        if (node.isObject()) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                requireWholeCharacters(field.getKey(), at);
                requireWholeCharacters(field.getValue(), at.appendProperty(field.getKey()));
            }
        }
    }

    private void requireWholeCharacters(String string, JsonPointer at) throws BadLineException {
        int lone = loneSurrogate(string);
        if (lone >= 0) {
            throw bad(
                    at.toString(),
                    "half a character (\\u%04x without its other half), which no request can carry"
                            .formatted((int) string.charAt(lone)));
        }
    }

    /** Index of the first surrogate that is no half of a pair; -1 where there is none. */
    static int loneSurrogate(String string) {
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (Character.isHighSurrogate(c)
                    && i + 1 < string.length()
                    && Character.isLowSurrogate(string.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return i;
            }
        }
        return -1;
    }

    private static String kind(JsonToken token) {
        return switch (token) {
            case null -> "nothing";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a string";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "a boolean";
            case VALUE_NULL -> "null";
            case NOT_AVAILABLE, START_OBJECT, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
                token.asString();
        };
    }

    private static int column(JsonProcessingException e) {
        return e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getColumnNr());
    }

    /** Jackson's own words, without what speaks of its source code. */
    private static String reason(JsonProcessingException e) {
        String message = String.valueOf(e.getOriginalMessage());
        if (message.startsWith("Unexpected end-of-input")) {
            return "not JSON: the line ends before the value does";
        }
        if (message.startsWith("Duplicate field '")) {
            return "not JSON: the key " + message.substring("Duplicate field ".length()) + " stands twice in an object";
        }
        if (message.startsWith("Non-standard token '")) {
            return "not JSON: " + message.substring("Non-standard token '".length(), message.lastIndexOf("':"))
                    + " is no JSON number";
        }
        return "not JSON: " + FEATURE_TALK.matcher(message).replaceAll("");
    }
}
