package dev.assay.producer;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How a job file is read where it does not say so itself. Everything has a default; {@link #AUTO} states nothing.
 *
 * @param format the file's format; null to tell it from the first line
 * @param promptField field or CSV column of the prompt; null for {@code prompt}, or {@code question} where that is there
 * @param idealField field or CSV column of the expected answer; null for {@code ideal}, or {@code answer}
 * @param idField field or CSV column of the job's id; null for {@code custom_id}, or {@code id}
 * @param template text with {@code {field}} in it that makes the prompt; <code>{{</code> and <code>}}</code> are braces; null
 *     where the prompt stands in a field
 * @param system system message put before every prompt; null for none
 * @param idealAfter marker in the expected answer behind which the part begins that counts, such as {@code ####}; null
 *     where all of it counts
 * @param bodyFields JSON object whose fields are added to every request body that is made here, such as
 *     {@code {"temperature":0}}; null for none. Bodies that are given stay as given
 * @param delimiter what separates CSV cells
 */
public record ReadOptions(
        @Nullable InputFormat format,
        @Nullable String promptField,
        @Nullable String idealField,
        @Nullable String idField,
        @Nullable String template,
        @Nullable String system,
        @Nullable String idealAfter,
        @Nullable String bodyFields,
        char delimiter) {
    public static final ReadOptions AUTO = new ReadOptions(null, null, null, null, null, null, null, null, ',');

    public ReadOptions {
        if (template != null) {
            Template.parse(template);
        }
        if (bodyFields != null) {
            MadeBody.requireFields(bodyFields);
        }
        if (idealAfter != null && idealAfter.isEmpty()) {
            throw new IllegalArgumentException("ideal-after: empty (expected: a marker such as ####)");
        }
        if (delimiter == '"' || delimiter == '\n' || delimiter == '\r') {
            throw new IllegalArgumentException("delimiter: a quote or line end (expected: such as , or ;)");
        }
    }

    public ReadOptions withFormat(@Nullable InputFormat format) {
        return new ReadOptions(
                format, promptField, idealField, idField, template, system, idealAfter, bodyFields, delimiter);
    }

    public ReadOptions withPromptField(@Nullable String promptField) {
        return new ReadOptions(
                format, promptField, idealField, idField, template, system, idealAfter, bodyFields, delimiter);
    }

    public ReadOptions withIdealField(@Nullable String idealField) {
        return new ReadOptions(
                format, promptField, idealField, idField, template, system, idealAfter, bodyFields, delimiter);
    }

    public ReadOptions withIdField(@Nullable String idField) {
        return new ReadOptions(
                format, promptField, idealField, idField, template, system, idealAfter, bodyFields, delimiter);
    }

    public ReadOptions withTemplate(@Nullable String template) {
        return new ReadOptions(
                format, promptField, idealField, idField, template, system, idealAfter, bodyFields, delimiter);
    }

    public ReadOptions withSystem(@Nullable String system) {
        return new ReadOptions(
                format, promptField, idealField, idField, template, system, idealAfter, bodyFields, delimiter);
    }

    public ReadOptions withIdealAfter(@Nullable String idealAfter) {
        return new ReadOptions(
                format, promptField, idealField, idField, template, system, idealAfter, bodyFields, delimiter);
    }

    public ReadOptions withBodyFields(@Nullable String bodyFields) {
        return new ReadOptions(
                format, promptField, idealField, idField, template, system, idealAfter, bodyFields, delimiter);
    }

    public ReadOptions withDelimiter(char delimiter) {
        return new ReadOptions(
                format, promptField, idealField, idField, template, system, idealAfter, bodyFields, delimiter);
    }

    /** The prompt's field among those that are there. */
    String promptFieldIn(Predicate<String> isThere) {
        return fieldIn(isThere, promptField, "prompt", "question");
    }

    /** The expected answer's field among those that are there. */
    String idealFieldIn(Predicate<String> isThere) {
        return fieldIn(isThere, idealField, "ideal", "answer");
    }

    /** The id's field among those that are there. */
    String idFieldIn(Predicate<String> isThere) {
        return fieldIn(isThere, idField, "custom_id", "id");
    }

    /** What of it shapes the jobs, by name; a file read otherwise makes another run. The format is kept apart. */
    Map<String, String> byName() {
        Map<String, String> settings = new LinkedHashMap<>();
        put(settings, "prompt-field", promptField);
        put(settings, "ideal-field", idealField);
        put(settings, "id-field", idField);
        put(settings, "template", template);
        put(settings, "system", system);
        put(settings, "ideal-after", idealAfter);
        put(settings, "body-fields", bodyFields);
        return settings;
    }

    private static void put(Map<String, String> settings, String name, @Nullable String value) {
        if (value != null) {
            settings.put(name, value);
        }
    }

    private static String fieldIn(Predicate<String> isThere, @Nullable String stated, String usual, String other) {
        if (stated != null) {
            return stated;
        }
        return !isThere.test(usual) && isThere.test(other) ? other : usual;
    }
}
