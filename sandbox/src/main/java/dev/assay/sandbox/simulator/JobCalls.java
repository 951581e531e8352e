package dev.assay.sandbox.simulator;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts physical calls per job by the idempotency key, whose first two parts are run and job:
 * {@code RUN/JOB/GENERATION/ATTEMPT}. Calls without such a key are not counted.
 */
final class JobCalls {
    private JobCalls() {}

    /** Calls by {@code RUN/JOB}. */
    static Map<String, Integer> of(List<CallRecord> calls) {
        Map<String, Integer> counts = new TreeMap<>();
        for (CallRecord call : calls) {
            String key = call.idempotencyKey() == null ? "" : call.idempotencyKey();
            int first = key.indexOf('/');
            int second = key.indexOf('/', first + 1);
            if (first > 0 && second > first) {
                counts.merge(key.substring(0, second), 1, Integer::sum);
            }
        }
        return counts;
    }
}
