package dev.assay.cli.view;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;

/** How fast a count grows, over the last seconds rather than since the start, so that a standstill shows. */
public final class Pace {
    private final long windowNanos;
    private final ArrayDeque<Sample> samples = new ArrayDeque<>();

    private record Sample(long nanos, long count) {}

    /** @param window how far back it looks */
    public Pace(Duration window) {
        this.windowNanos = window.toNanos();
    }

    /**
     * Takes a reading.
     *
     * @param nanos monotonic time, never before that of the reading before
     */
    public void add(long nanos, long count) {
        samples.addLast(new Sample(nanos, count));
        // One sample beyond the window stays, or a slow reader would never span it.
        while (samples.size() > 2 && nanos - second().nanos() >= windowNanos) {
            samples.removeFirst();
        }
    }

    /** Growth per second; 0 before the second reading. */
    public double perSecond() {
        if (samples.size() < 2) {
            return 0;
        }
        Sample first = samples.getFirst();
        Sample last = samples.getLast();
        long nanos = last.nanos() - first.nanos();
        return nanos <= 0 ? 0 : Math.max(0, last.count() - first.count()) * 1e9 / nanos;
    }

    /** How long what is left takes at this pace; empty when nothing moves. */
    public Optional<Duration> timeFor(long left) {
        double perSecond = perSecond();
        return perSecond <= 0 ? Optional.empty() : Optional.of(Duration.ofMillis((long) (left * 1000 / perSecond)));
    }

    private Sample second() {
        var iterator = samples.iterator();
        iterator.next();
        return iterator.next();
    }
}
