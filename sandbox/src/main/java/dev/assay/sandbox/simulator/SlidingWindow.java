package dev.assay.sandbox.simulator;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What was let through in the last minute, to the nanosecond: the arithmetic of a rate limit on requests and tokens.
 * Times are monotonic and never go back from call to call.
 */
final class SlidingWindow {
    static final Duration LENGTH = Duration.ofMinutes(1);

    private static final class Entry {
        private final long nanos;
        private long tokens;

        Entry(long nanos, long tokens) {
            this.nanos = nanos;
            this.tokens = tokens;
        }
    }

    /** A place in the window, to be corrected when the call's real use is known. */
    interface Taken {
        void correct(long tokens);
    }

    private final Deque<Entry> entries = new ArrayDeque<>();
    private long tokens;

    /** How many requests are in the window that ends now. */
    long requests(long now) {
        slide(now);
        return entries.size();
    }

    /** How many tokens are in the window that ends now. */
    long tokens(long now) {
        slide(now);
        return tokens;
    }

    Taken take(long now, long asked) {
        slide(now);
        Entry entry = new Entry(now, asked);
        entries.add(entry);
        tokens += asked;
        return actual -> {
            boolean inWindow = !entries.isEmpty() && entries.getFirst().nanos - entry.nanos <= 0;
            tokens += inWindow ? actual - entry.tokens : 0;
            entry.tokens = actual;
        };
    }

    /** How long until at most that many requests are left. */
    Duration untilRequests(long now, long most) {
        slide(now);
        long tooMany = entries.size() - most;
        long seen = 0;
        for (Entry entry : entries) {
            if (++seen == tooMany) {
                return left(entry, now);
            }
        }
        return Duration.ZERO;
    }

    /** How long until at most that many tokens are left. */
    Duration untilTokens(long now, long most) {
        slide(now);
        long left = tokens;
        for (Entry entry : entries) {
            if (left <= most) {
                break;
            }
            left -= entry.tokens;
            if (left <= most) {
                return left(entry, now);
            }
        }
        return Duration.ZERO;
    }

    /** How long until nothing of what was taken counts any more. */
    Duration untilEmpty(long now) {
        slide(now);
        return entries.isEmpty() ? Duration.ZERO : left(entries.getLast(), now);
    }

    private static Duration left(Entry entry, long now) {
        return Duration.ofNanos(entry.nanos + LENGTH.toNanos() - now);
    }

    private void slide(long now) {
        while (!entries.isEmpty() && now - entries.getFirst().nanos >= LENGTH.toNanos()) {
            tokens -= entries.removeFirst().tokens;
        }
    }
}
