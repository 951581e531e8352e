package dev.assay.sandbox.simulator;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts physical calls per job by the idempotency key, whose first two parts are run and job:
 * {@code RUN/JOB/GENERATION/ATTEMPT}. A replay of a job is counted as a job of its own. Calls without such a key are not
 * counted.
 */
final class JobCalls {
    private JobCalls() {}

    /** Calls by {@code RUN/JOB}, and by {@code RUN/JOB/GENERATION} for replays. */
    static Map<String, Integer> of(List<CallRecord> calls) {
        Map<String, Integer> counts = new TreeMap<>();
        for (CallRecord call : calls) {
            String key = call.idempotencyKey() == null ? "" : call.idempotencyKey();
            int first = key.indexOf('/');
            int second = key.indexOf('/', first + 1);
            if (first > 0 && second > first) {
                int third = key.indexOf('/', second + 1);
                boolean isReplay =
                        third > 0 && !key.substring(second + 1, third).equals("0");
                counts.merge(key.substring(0, isReplay ? third : second), 1, Integer::sum);
            }
        }
        return counts;
    }
}
