package dev.assay.budget.ledger;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

/**
 * Names of the reservations that were answered not long ago, so that none is answered twice: not when a client repeats
 * itself, and not when a new owner reads requests again from the oldest that waits. One is forgotten when it is
 * {@link #KEEP_MILLIS} old and no later owner would read its request again.
 */
final class Answered {
    private static final long KEEP_MILLIS = 10_000;

    private final ArrayDeque<Answer> answers = new ArrayDeque<>();
    private final Set<String> ids = new HashSet<>();

    void add(String id, long requestOffset, long at) {
        if (ids.add(id)) {
            answers.addLast(new Answer(id, requestOffset, at));
        }
    }

    boolean has(String id) {
        return ids.contains(id);
    }

    /** Forgets, oldest first, what lies before the oldest request that waits. */
    void forget(long oldestWaiting, long now) {
        Answer oldest = answers.peekFirst();
        while (oldest != null && oldest.requestOffset < oldestWaiting && oldest.at + KEEP_MILLIS <= now) {
            ids.remove(oldest.id);
            answers.removeFirst();
            oldest = answers.peekFirst();
        }
    }

    private record Answer(String id, long requestOffset, long at) {}
}
