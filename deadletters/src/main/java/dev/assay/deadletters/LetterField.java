package dev.assay.deadletters;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Job;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Header;

/**
 * Something of a dead letter that a condition asks for, by name: what its headers say ({@code attempts}), any header
 * ({@code header.NAME}), a field of its job ({@code job.route}), one of the job's tags ({@code tags.suite}) or a part of
 * the request ({@code body.temperature}).
 */
sealed interface LetterField {
    /** Its text; empty where the letter has none. */
    Optional<String> of(Letter letter, Contents contents);

    /** What the headers say, by the name of the field in {@code DeadLetter}. */
    record Told(Schema.Field field) implements LetterField {
        @Override
        public Optional<String> of(Letter letter, Contents contents) {
            return letter.told().map(told -> told.get(field.pos())).map(Object::toString);
        }
    }

    /** A header of that name, the last one. */
    record InHeader(String name) implements LetterField {
        @Override
        public Optional<String> of(Letter letter, Contents contents) {
            return Optional.ofNullable(letter.headers().lastHeader(name))
                    .map(Header::value)
                    .map(value -> new String(value, StandardCharsets.UTF_8));
        }
    }

    /** The record's key as text. */
    record OfKey() implements LetterField {
        @Override
        public Optional<String> of(Letter letter, Contents contents) {
            return Optional.ofNullable(letter.key()).map(key -> new String(key, StandardCharsets.UTF_8));
        }
    }

    /** How many bytes the value has. */
    record OfBytes() implements LetterField {
        @Override
        public Optional<String> of(Letter letter, Contents contents) {
            return Optional.ofNullable(letter.value()).map(value -> String.valueOf(value.length));
        }
    }

    /** A field of the job, or of the result, by its name there. */
    record OfRecord(String name) implements LetterField {
        @Override
        public Optional<String> of(Letter letter, Contents contents) {
            Optional<SpecificRecord> decoded = contents.of(letter).decoded();
            if (decoded.isEmpty()) {
                return Optional.empty();
            }
            Schema.Field field = decoded.get().getSchema().getField(name);
            return Optional.ofNullable(field)
                    .map(present -> decoded.get().get(present.pos()))
                    .map(Object::toString);
        }
    }

    /** A tag of the job. */
    record OfTag(String tag) implements LetterField {
        @Override
        public Optional<String> of(Letter letter, Contents contents) {
            Map<String, String> tags = switch (contents.of(letter)) {
                case Content.OfJob(var job) -> job.getTags();
                case Content.OfResult(var result) -> result.getTags();
                case Content.Unreadable nothing -> Map.of();
            };
            return Optional.ofNullable(tags.get(tag));
        }
    }

    /** A part of the request: names, and numbers for places in lists. */
    record OfBody(List<String> path) implements LetterField {
        private static final JsonMapper MAPPER = new JsonMapper();

        @Override
        public Optional<String> of(Letter letter, Contents contents) {
            if (!(contents.of(letter) instanceof Content.OfJob(Job job))) {
                return Optional.empty();
            }
            try {
                JsonNode node = MAPPER.readTree(job.getBody());
                for (String step : path) {
                    node = node.isArray() && step.matches("\\d{1,6}")
                            ? node.path(Integer.parseInt(step))
                            : node.path(step);
                }
                return node.isMissingNode() || node.isNull()
                        ? Optional.empty()
                        : Optional.of(node.isValueNode() ? node.asText() : node.toString());
            } catch (JsonProcessingException e) {
                return Optional.empty();
            }
        }
    }

    /** @throws IllegalArgumentException naming those that there are */
    static LetterField named(String name) {
        int dot = name.indexOf('.');
        String rest = name.substring(dot + 1);
        String first = dot < 0 || rest.isEmpty() ? "" : name.substring(0, dot);
        return switch (first) {
            case "header" -> new InHeader(rest);
            case "tags" -> new OfTag(rest);
            case "body" -> new OfBody(List.of(rest.split("\\.", -1)));
            case "job" -> {
                if (!scalars(Job.getClassSchema()).contains(rest)) {
                    throw unknown(name);
                }
                yield new OfRecord(rest);
            }
            default -> plain(name);
        };
    }

    private static LetterField plain(String name) {
        Schema.Field field = DeadLetter.getClassSchema().getField(name);
        if (field != null) {
            return new Told(field);
        }
        return switch (name) {
            case "key" -> new OfKey();
            case "bytes" -> new OfBytes();
            default -> throw unknown(name);
        };
    }

    private static IllegalArgumentException unknown(String name) {
        List<String> told = DeadLetter.getClassSchema().getFields().stream()
                .map(Schema.Field::name)
                .toList();
        List<String> job = scalars(Job.getClassSchema()).stream()
                .map(field -> "job." + field)
                .toList();
        return new IllegalArgumentException("no field " + name + " (expected: " + String.join(", ", told)
                + ", key, bytes, header.NAME, tags.NAME, body.PATH, " + String.join(", ", job) + ")");
    }

    /** Fields that are one text or number; body and tags have names of their own. */
    private static List<String> scalars(Schema schema) {
        List<String> names = new ArrayList<>();
        for (Schema.Field field : schema.getFields()) {
            Schema.Type type = field.schema().getType();
            if (type != Schema.Type.RECORD
                    && type != Schema.Type.MAP
                    && !field.name().equals("body")) {
                names.add(field.name());
            }
        }
        return names;
    }
}
