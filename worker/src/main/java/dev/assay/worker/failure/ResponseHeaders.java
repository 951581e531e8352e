package dev.assay.worker.failure;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A response's headers, by name without regard to case; of repeated ones the first. */
public record ResponseHeaders(Map<String, String> byName) {
    public static final ResponseHeaders NONE = new ResponseHeaders(Map.of());

    public ResponseHeaders {
        TreeMap<String, String> lower = new TreeMap<>();
        byName.forEach((name, value) -> lower.putIfAbsent(name.toLowerCase(Locale.ROOT), value));
        byName = Map.copyOf(lower);
    }

    /** The value of a header. */
    public Optional<String> first(String name) {
        return Optional.ofNullable(byName.get(name.toLowerCase(Locale.ROOT)));
    }

    /** When the response was made, by its {@code Date}; empty when that cannot be read. */
    public Optional<Instant> date() {
        return first("date").flatMap(TimeText::point);
    }
}
