package dev.assay.sandbox.simulator;

import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * How full windows of a length were on average, over all windows that end within a stretch of time. A provider that
 * counts by sliding windows gives away what these means lack to the limit.
 *
 * @param requests mean of arrivals in a window
 * @param tokens mean of tokens in a window
 */
public record SlidingUse(double requests, double tokens) {
    /**
     * Means of 60 s windows that lie within a stretch, by the tokens that were used.
     *
     * @param fromNanos beginning of the first window, monotonic time of the log
     * @param toNanos end of the last one
     */
    public static SlidingUse of(List<CallRecord> calls, long fromNanos, long toNanos) {
        return of(calls, Duration.ofMinutes(1), fromNanos, toNanos, CallRecord::windowTokens);
    }

    /** The same for windows of another length; zero where the stretch is no longer than one. */
    public static SlidingUse of(
            List<CallRecord> calls,
            Duration window,
            long fromNanos,
            long toNanos,
            ToLongFunction<CallRecord> tokensOf) {
        long length = toNanos - fromNanos - window.toNanos();
        if (length <= 0) {
            return new SlidingUse(0, 0);
        }
        double requests = 0;
        double tokens = 0;
        for (CallRecord call : calls) {
            // A call is in all windows that end from its arrival on until it has slid out again.
            long from = Math.max(call.arrivedNanos() - fromNanos, window.toNanos());
            long to = Math.min(call.arrivedNanos() - fromNanos + window.toNanos(), length + window.toNanos());
            if (to > from && call.arrivedNanos() - fromNanos >= 0) {
                double share = (double) (to - from) / length;
                requests += share;
                tokens += share * tokensOf.applyAsLong(call);
            }
        }
        return new SlidingUse(requests, tokens);
    }
}
