package dev.assay.worker.failure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Optional;

/**
 * Reads the object or array that a text begins with, as far as it can be read: JSON, the same in Python's spelling
 * ({@code {'code': None}}, which gateways put into messages), and either broken off anywhere. It never throws; depth and
 * number of values are bounded. Numbers other than whole ones of a sensible length come as text, so that no huge one is ever computed.
 */
final class LooseJson {
    private static final int MAX_DEPTH = 24;
    private static final int MAX_VALUES = 2_000;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final String text;
    private int at;
    private int values;

    private LooseJson(String text) {
        this.text = text;
    }

    /** The object or array at the beginning; empty when something else stands there. */
    static Optional<JsonNode> read(String text) {
        LooseJson reader = new LooseJson(text);
        reader.skipBlanks();
        char first = reader.peek();
        return first == '{' || first == '[' ? Optional.of(reader.value(0)) : Optional.empty();
    }

    private JsonNode value(int depth) {
        values++;
        skipBlanks();
        char next = peek();
        if (next == '{' || next == '[') {
            if (depth >= MAX_DEPTH) {
                skipNested();
                return NullNode.instance;
            }
            return next == '{' ? object(depth) : array(depth);
        }
        if (next == '"' || next == '\'') {
            return TextNode.valueOf(string());
        }
        return bare();
    }

    private ObjectNode object(int depth) {
        ObjectNode object = NODES.objectNode();
        at++;
        while (values < MAX_VALUES) {
            skipSeparators();
            char next = peek();
            if (next == 0 || next == '}' || next == ']') {
                at++;
                return object;
            }
            int before = at;
            String name = next == '"' || next == '\'' ? string() : word();
            skipBlanks();
            if (peek() == ':') {
                at++;
                JsonNode value = value(depth + 1);
                if (!object.has(name)) {
                    object.set(name, value);
                }
            } else if (at == before) {
                at++;
            }
        }
        return object;
    }

    private ArrayNode array(int depth) {
        ArrayNode array = NODES.arrayNode();
        at++;
        while (values < MAX_VALUES) {
            skipSeparators();
            char next = peek();
            if (next == 0 || next == ']' || next == '}') {
                at++;
                return array;
            }
            int before = at;
            array.add(value(depth + 1));
            if (at == before) {
                at++;
            }
        }
        return array;
    }

    /** A string of either quote, up to its end or to the end of the text. */
    private String string() {
        char quote = text.charAt(at++);
        StringBuilder string = new StringBuilder();
        while (at < text.length()) {
            char next = text.charAt(at++);
            if (next == quote) {
                break;
            }
            string.append(next == '\\' ? escaped() : next);
        }
        return string.toString();
    }

    private char escaped() {
        if (at >= text.length()) {
            return '\\';
        }
        char next = text.charAt(at++);
        return switch (next) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b', 'f' -> ' ';
            case 'u' -> unicode(4);
            case 'x' -> unicode(2);
            default -> next;
        };
    }

    private char unicode(int digits) {
        int code = 0;
        for (int i = 0; i < digits; i++) {
            int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
            if (digit < 0) {
                return '\uFFFD';
            }
            code = code * 16 + digit;
            at++;
        }
        return (char) code;
    }

    /** A number, a constant, or Python's mark before a string ({@code b'...'}). */
    private JsonNode bare() {
        String word = word();
        char next = peek();
        if (word.length() == 1 && (next == '"' || next == '\'')) {
            return TextNode.valueOf(string());
        }
        return switch (word) {
            case "", "null", "None" -> NullNode.instance;
            case "true", "True" -> BooleanNode.TRUE;
            case "false", "False" -> BooleanNode.FALSE;
            default -> isShortNumber(word) ? NODES.numberNode(Long.parseLong(word)) : TextNode.valueOf(word);
        };
    }

    private static boolean isShortNumber(String word) {
        return word.length() < 18
                && word.charAt(0) != '0'
                && word.chars().allMatch(letter -> letter >= '0' && letter <= '9');
    }

    private String word() {
        int start = at;
        while (at < text.length() && ",:{}[]\"'".indexOf(text.charAt(at)) < 0 && !isBlank(text.charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    /** Passes over a container without looking into it. */
    private void skipNested() {
        int open = 0;
        while (at < text.length()) {
            char next = text.charAt(at);
            if (next == '"' || next == '\'') {
                string();
                continue;
            }
            at++;
            if (next == '{' || next == '[') {
                open++;
            } else if ((next == '}' || next == ']') && --open == 0) {
                return;
            }
        }
    }

    private void skipBlanks() {
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
    }

    private void skipSeparators() {
        while (at < text.length() && (isBlank(text.charAt(at)) || text.charAt(at) == ',')) {
            at++;
        }
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private static boolean isBlank(char letter) {
        return letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t';
    }
}
