package dev.assay.runtime;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/** Reads a YAML settings file into a validating record; what is wrong is named by file, line, column and key. */
public final class YamlFile {
    private static final JsonMapper MAPPER = JsonMapper.builder(new YAMLFactory())
            .addModule(new JavaTimeModule())
            .addModule(new SimpleModule().addDeserializer(Duration.class, new DurationReader()))
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

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
            String where = e.getLocation() == null
                    ? ""
                    : ":" + e.getLocation().getLineNr() + ":" + e.getLocation().getColumnNr();
            throw new IllegalArgumentException(name + where + path(e) + ": " + reason(e), e);
        }
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
        return e.getOriginalMessage();
    }
}
