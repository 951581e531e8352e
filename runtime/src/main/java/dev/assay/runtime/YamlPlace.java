package dev.assay.runtime;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Where a key stands in a YAML text. What an exception says of its place is how far reading had come, which for an
 * unknown key or a value that a record refuses is the end of the object.
 */
final class YamlPlace {
    private static final YAMLFactory YAML = new YAMLFactory();

    private YamlPlace() {}

    /** The place of the last step of a path that is there; empty for the whole text, or when none is there. */
    static Optional<JsonLocation> of(String text, List<JsonMappingException.Reference> path) {
        Optional<JsonLocation> place = Optional.empty();
        try (JsonParser parser = YAML.createParser(text)) {
            parser.nextToken();
            for (JsonMappingException.Reference step : path) {
                Optional<JsonLocation> next = step.getFieldName() == null
                        ? enterItem(parser, step.getIndex())
                        : enterField(parser, step.getFieldName());
                if (next.isEmpty()) {
                    return place;
                }
                place = next;
            }
            return place;
        } catch (IOException e) {
            return place;
        }
    }

    /** Moves from an object to one of its values and tells where that value's key is. */
    private static Optional<JsonLocation> enterField(JsonParser parser, String name) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return Optional.empty();
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            JsonLocation key = parser.currentTokenLocation();
            boolean found = name.equals(parser.currentName());
            parser.nextToken();
            if (found) {
                return Optional.of(key);
            }
            parser.skipChildren();
        }
        return Optional.empty();
    }

    /** Moves from a list to one of its items and tells where that is. */
    private static Optional<JsonLocation> enterItem(JsonParser parser, int index) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            return Optional.empty();
        }
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            if (i == index) {
                return Optional.of(parser.currentTokenLocation());
            }
            parser.skipChildren();
        }
        return Optional.empty();
    }
}
