package dev.assay.schemas.serde;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Ids that a registry did not have when last asked, so that a flood of bad records does not become one of questions. */
final class UnknownIds {
    /** Short, because the registry may learn the id at any moment. */
    static final Duration REMEMBERED = Duration.ofSeconds(5);

    private static final int CAPACITY = 1_000;

    private final Map<Integer, Long> askedAt = new LinkedHashMap<>();

    void note(int id, long nanos) {
        askedAt.remove(id);
        if (askedAt.size() == CAPACITY) {
            askedAt.remove(askedAt.keySet().iterator().next());
        }
        askedAt.put(id, nanos);
    }

    boolean recently(int id, long nanos) {
        Long asked = askedAt.get(id);
        return asked != null && nanos - asked < REMEMBERED.toNanos();
    }
}
