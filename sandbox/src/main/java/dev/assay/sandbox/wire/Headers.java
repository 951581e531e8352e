package dev.assay.sandbox.wire;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Header fields in the order in which they came; names are compared without case.
 *
 * @param fields as they stand on the wire
 */
public record Headers(List<Field> fields) {
    public static final Headers NONE = new Headers(List.of());

    /** One line. */
    public record Field(String name, String value) {}

    public Headers {
        fields = List.copyOf(fields);
    }

    /** From names and values by turns. */
    public static Headers of(String... namesAndValues) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i + 1 < namesAndValues.length; i += 2) {
            fields.add(new Field(namesAndValues[i], namesAndValues[i + 1]));
        }
        return new Headers(fields);
    }

    /** The first value of that name, or null. */
    public @Nullable String get(String name) {
        for (Field field : fields) {
            if (field.name().equalsIgnoreCase(name)) {
                return field.value();
            }
        }
        return null;
    }

    public Headers with(String name, String value) {
        List<Field> more = new ArrayList<>(fields);
        more.add(new Field(name, value));
        return new Headers(more);
    }

    /** With that value in place of all others of the name. */
    public Headers replace(String name, String value) {
        List<Field> others = new ArrayList<>(fields);
        others.removeIf(field -> field.name().equalsIgnoreCase(name));
        return new Headers(others).with(name, value);
    }

    public Headers and(Headers others) {
        List<Field> more = new ArrayList<>(fields);
        more.addAll(others.fields);
        return new Headers(more);
    }

    boolean has(String name, String token) {
        String value = get(name);
        return value != null && value.toLowerCase(java.util.Locale.ROOT).contains(token);
    }
}
