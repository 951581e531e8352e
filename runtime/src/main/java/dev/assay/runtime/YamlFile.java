package dev.assay.runtime;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.util.ClassUtil;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads a YAML settings file into a validating record; what is wrong is named by file, line, column and key. */
public final class YamlFile {
    private static final JsonMapper MAPPER = JsonMapper.builder(new YAMLFactory())
            .addModule(new JavaTimeModule())
            .addModule(new SimpleModule().addDeserializer(Duration.class, new DurationReader()))
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private static final Pattern KEY = Pattern.compile("^(\\w+): ");
    private static final Pattern MISSING = Pattern.compile("^Missing required creator property ('[^']*')");

    private YamlFile() {}

    private static final class DurationReader extends StdScalarDeserializer<Duration> {
        private static final long serialVersionUID = 1L;

        DurationReader() {
            super(Duration.class);
        }

        @Override
        public Duration deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            try {
                return DurationText.parse(parser.getText());
            } catch (IllegalArgumentException e) {
                throw JsonMappingException.from(parser, e.getMessage(), e);
            }
        }
    }

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException when the file is missing, is no YAML, has an unknown key or a value that the
     *     record refuses
     */
    public static <T> T read(Path file, Class<T> type) {
        try {
            return parse(file.toString(), Files.readString(file), type);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(file + ": no such file", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Reads YAML, or JSON, that came from elsewhere.
     *
     * @param name what messages call the text
     * @throws IllegalArgumentException as {@link #read}
     */
    public static <T> T parse(String name, String text, Class<T> type) {
        try {
            return MAPPER.readValue(text, type);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(name + where(text, e) + path(e) + ": " + reason(e), e);
        }
    }

    /** The place of the key that is wrong, also of one that only the words of a refusal begin with. */
    private static String where(String text, JsonProcessingException e) {
        Optional<JsonLocation> place = Optional.ofNullable(e.getLocation());
        if (e instanceof JsonMappingException mapping) {
            List<JsonMappingException.Reference> path = new ArrayList<>(mapping.getPath());
            Matcher refused = KEY.matcher(reason(e));
            if (refused.find()) {
                path.add(new JsonMappingException.Reference(null, refused.group(1)));
            }
            place = YamlPlace.of(text, path);
        }
        return place.map(at -> ":" + at.getLineNr() + ":" + at.getColumnNr()).orElse("");
    }

    private static String path(JsonProcessingException e) {
        if (!(e instanceof JsonMappingException mapping) || mapping.getPath().isEmpty()) {
            return "";
        }
        StringBuilder path = new StringBuilder(": ");
        for (JsonMappingException.Reference reference : mapping.getPath()) {
            if (reference.getFieldName() == null) {
                path.append('[').append(reference.getIndex()).append(']');
            } else {
                path.append(path.length() > 2 ? "." : "").append(reference.getFieldName());
            }
        }
        return path.toString();
    }

    private static String reason(JsonProcessingException e) {
        Throwable cause = e.getCause();
        if (cause instanceof IllegalArgumentException && cause.getMessage() != null) {
            return cause.getMessage();
        }
        return switch (e) {
            case UnrecognizedPropertyException unknown -> "unknown key (expected: one of " + known(unknown) + ")";
            case InvalidFormatException bad -> "'" + bad.getValue() + "' (expected: " + expected(bad) + ")";
            case MismatchedInputException mismatch -> mismatch(mismatch);
            default -> firstLine(e);
        };
    }

    private static String mismatch(MismatchedInputException e) {
        String words = firstLine(e);
        if (words.startsWith("Cannot map `null`")) {
            return "missing (expected: " + expected(e) + ")";
        }
        Matcher missing = MISSING.matcher(words);
        if (missing.find()) {
            return "missing key " + missing.group(1);
        }
        if (words.startsWith("No content")) {
            return "nothing in it";
        }
        return words.startsWith("Cannot ") ? "a value of another kind (expected: " + expected(e) + ")" : words;
    }

    private static String known(UnrecognizedPropertyException e) {
        Collection<Object> keys = e.getKnownPropertyIds() == null ? List.of() : e.getKnownPropertyIds();
        return keys.stream().map(String::valueOf).sorted().collect(Collectors.joining(", "));
    }

    private static String expected(MismatchedInputException e) {
        Class<?> type = e.getTargetType() == null ? Object.class : e.getTargetType();
        if (type.isEnum()) {
            return "one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(String::valueOf)
                            .collect(Collectors.joining(", "));
        }
        Class<?> boxed = type.isPrimitive() ? ClassUtil.wrapperType(type) : type;
        if (boxed == Integer.class || boxed == Long.class) {
            return "a whole number";
        }
        if (Number.class.isAssignableFrom(boxed)) {
            return "a number";
        }
        if (boxed == Boolean.class) {
            return "true or false";
        }
        if (Collection.class.isAssignableFrom(boxed)) {
            return "a list";
        }
        return boxed == String.class ? "a text" : "keys and values";
    }

    private static String firstLine(JsonProcessingException e) {
        return e.getOriginalMessage().lines().findFirst().orElse("");
    }
}
