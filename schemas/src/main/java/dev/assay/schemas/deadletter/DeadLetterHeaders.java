package dev.assay.schemas.deadletter;

import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.topics.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a {@link DeadLetter} says into record headers and reads it back. Each field's header is named by the
 * property {@code header} in its schema; values are UTF-8 text, numbers in decimal, times as ISO-8601, so that any tool
 * which shows headers shows them. Beside these stand Spring Kafka's {@code kafka_dlt-*} headers.
 */
public final class DeadLetterHeaders {
    private static final Map<String, Schema.Field> FIELDS = fieldsByHeader();

    /** Headers that jobs and results have already, and which may tell what undecodable bytes do not. */
    private static final Set<String> IDENTITY = Set.of(HeaderNames.RUN_ID, HeaderNames.JOB_ID, HeaderNames.TENANT);

    /** The form of an enum symbol, by which one from a later version is told from rubbish. */
    private static final Pattern SYMBOL = Pattern.compile("[A-Z][A-Z0-9_]*");

    private DeadLetterHeaders() {}

    /**
     * Who failed to use the original record, for tools that know Spring's headers.
     *
     * @param consumerGroup the group it was read in
     * @param timestampType what the original record's timestamp is
     * @param exception the exception's class; null where the failure was none
     */
    public record Reader(
            String consumerGroup,
            TimestampType timestampType,
            @Nullable Class<? extends Throwable> exception) {}

    /** What the headers of a dead letter hold. */
    public sealed interface Reading {
        /** They are complete. */
        record Intact(DeadLetter letter) implements Reading {}

        /** They are not; each problem is a sentence that names the header. */
        record Damaged(List<String> problems) implements Reading {
            public Damaged {
                problems = List.copyOf(problems);
            }
        }
    }

    /**
     * The headers of a dead letter: the original ones in their order, those of reserved names replaced, then the
     * letter's. A run id, job id or tenant that the letter does not know stays as the original headers tell it. The
     * message is cut at 2,000 characters; of evidence over 32 KB the earliest attempts are left out.
     */
    public static Headers write(DeadLetter letter, Headers original, Reader reader) {
        Headers headers = new RecordHeaders();
        for (Header header : original) {
            if (isKept(header.key(), letter)) {
                headers.add(header);
            }
        }
        FIELDS.forEach((name, field) -> {
            Object value = letter.get(field.pos());
            if (value != null) {
                headers.add(name, bounded(field, value.toString()).getBytes(StandardCharsets.UTF_8));
            }
        });
        SpringHeaders.of(letter, reader).forEach(headers::add);
        return headers;
    }

    /** Reads what {@link #write} wrote; a failure kind from a later version becomes its schema's default. */
    public static Reading read(Headers headers) {
        DeadLetter letter = new DeadLetter();
        List<String> problems = new ArrayList<>();
        FIELDS.forEach((name, field) -> {
            Header header = headers.lastHeader(name);
            Schema type = valueType(field);
            if (header == null || header.value() == null) {
                if (type.equals(field.schema())) {
                    problems.add("header " + name + ": missing");
                }
                return;
            }
            String text = new String(header.value(), StandardCharsets.UTF_8);
            Optional<Object> value = parse(type, text);
            value.ifPresentOrElse(
                    present -> letter.put(field.pos(), present),
                    () -> problems.add("header " + name + ": '" + text + "' (expected: " + expected(type) + ")"));
        });
        return problems.isEmpty() ? new Reading.Intact(letter) : new Reading.Damaged(problems);
    }

    /**
     * The headers that the original record had, in their order, as far as a dead letter keeps them: those that tell its
     * run, job and tenant are among them also where only the letter knew.
     */
    public static Headers original(Headers letter) {
        Headers headers = new RecordHeaders();
        for (Header header : letter) {
            String name = header.key();
            if (IDENTITY.contains(name) || (!FIELDS.containsKey(name) && !SpringHeaders.isReserved(name))) {
                headers.add(header);
            }
        }
        return headers;
    }

    private static boolean isKept(String name, DeadLetter letter) {
        Schema.Field field = FIELDS.get(name);
        if (field != null) {
            return IDENTITY.contains(name) && letter.get(field.pos()) == null;
        }
        return !SpringHeaders.isReserved(name);
    }

    private static String bounded(Schema.Field field, String text) {
        return switch (field.name()) {
            case "message" -> Bounds.message(text);
            case "evidence" -> Bounds.evidence(text);
            default -> text;
        };
    }

    private static Optional<Object> parse(Schema type, String text) {
        try {
            return switch (type.getType()) {
                case STRING -> Optional.of(text);
                case INT -> Optional.of(Integer.valueOf(text));
                case LONG -> Optional.of(isTimestamp(type) ? (Object) Instant.parse(text) : Long.valueOf(text));
                case ENUM -> symbol(type, text);
                default -> throw new IllegalStateException("no header encoding for " + type.getType());
            };
        } catch (NumberFormatException | DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static Optional<Object> symbol(Schema type, String text) {
        if (type.hasEnumSymbol(text)) {
            return Optional.of(constant(type, text));
        }
        return SYMBOL.matcher(text).matches() ? Optional.of(constant(type, type.getEnumDefault())) : Optional.empty();
    }

    private static Object constant(Schema type, String symbol) {
        return type.equals(FailureKind.getClassSchema()) ? FailureKind.valueOf(symbol) : Disposition.valueOf(symbol);
    }

    private static String expected(Schema type) {
        return switch (type.getType()) {
            case INT, LONG -> isTimestamp(type) ? "an ISO-8601 time" : "a whole number";
            case ENUM -> "one of " + String.join(", ", type.getEnumSymbols());
            default -> type.getType().getName();
        };
    }

    private static boolean isTimestamp(Schema type) {
        return type.getLogicalType() instanceof LogicalTypes.TimestampMillis;
    }

    /** A field's own type, or the branch of a union with null. */
    private static Schema valueType(Schema.Field field) {
        Schema schema = field.schema();
        return schema.isUnion() ? schema.getTypes().get(1) : schema;
    }

    private static Map<String, Schema.Field> fieldsByHeader() {
        Map<String, Schema.Field> fields = new LinkedHashMap<>();
        for (Schema.Field field : DeadLetter.getClassSchema().getFields()) {
            fields.put(field.getProp("header"), field);
        }
        return fields;
    }
}
