package dev.assay.sandbox.simulator;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The most requests and tokens in any window of a length. Every window that could be the fullest ends at an arrival,
 * so only those are looked at.
 *
 * @param requests most arrivals in one window
 * @param tokens most tokens in one window; not necessarily the same one
 */
public record SlidingPeaks(long requests, long tokens) {
    private record Entry(long nanos, long tokens) {}

    /** Peaks of 60 s windows, by the tokens that were used. */
    public static SlidingPeaks of(List<CallRecord> calls) {
        return of(calls, Duration.ofMinutes(1), CallRecord::windowTokens);
    }

    /** Peaks of windows of that length, a call's tokens counted at its arrival. */
    public static SlidingPeaks of(List<CallRecord> calls, Duration window, ToLongFunction<CallRecord> tokens) {
        Deque<Entry> inside = new ArrayDeque<>();
        long sum = 0;
        long mostRequests = 0;
        long mostTokens = 0;
        List<CallRecord> ordered = calls.stream()
                .sorted(Comparator.comparingLong(CallRecord::arrivedNanos))
                .toList();
        for (CallRecord call : ordered) {
            Entry entry = new Entry(call.arrivedNanos(), tokens.applyAsLong(call));
            inside.add(entry);
            sum += entry.tokens();
            while (entry.nanos() - inside.getFirst().nanos() >= window.toNanos()) {
                sum -= inside.removeFirst().tokens();
            }
            mostRequests = Math.max(mostRequests, inside.size());
            mostTokens = Math.max(mostTokens, sum);
        }
        return new SlidingPeaks(mostRequests, mostTokens);
    }
}
