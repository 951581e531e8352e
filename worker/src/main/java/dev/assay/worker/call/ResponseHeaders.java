package dev.assay.worker.call;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A response's headers, by name without regard to case; of repeated ones the first. */
record ResponseHeaders(Map<String, String> byName) {
    static final ResponseHeaders NONE = new ResponseHeaders(Map.of());

    ResponseHeaders {
        TreeMap<String, String> lower = new TreeMap<>();
        byName.forEach((name, value) -> lower.putIfAbsent(name.toLowerCase(Locale.ROOT), value));
        byName = Map.copyOf(lower);
    }

    Optional<String> first(String name) {
        return Optional.ofNullable(byName.get(name.toLowerCase(Locale.ROOT)));
    }
}
