package dev.assay.producer;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How fast a lane has been finishing jobs of late, from readings of how many it has finished in all. Readings older
 * than the window are forgotten, but for the last one before it, so that the rate spans the window. Shared by the
 * submits of a lane.
 */
final class DrainRate {
    static final Duration WINDOW = Duration.ofSeconds(60);
    /** Two readings closer than this say nothing: workers settle several times a second, all at once. */
    static final Duration SHORTEST_SPAN = Duration.ofMillis(800);

    private static final Duration SOONEST = Duration.ofSeconds(1);
    private static final Duration LATEST = Duration.ofMinutes(5);
    private static final Duration UNKNOWN = Duration.ofSeconds(30);

    private final Deque<Reading> readings = new ArrayDeque<>();

    private record Reading(long nanos, long finished) {}

    /**
     * Notes a reading.
     *
     * @param nanos monotonic time of it
     * @param finished jobs that the lane has finished in all
     */
    synchronized void note(long nanos, long finished) {
        Reading last = readings.peekLast();
        if (last != null && finished < last.finished / 2) {
            // Another lane of the same name: its topic was created anew. (A little lower it may be read while jobs
            // are being parked.)
            readings.clear();
        }
        readings.addLast(new Reading(nanos, finished));
        while (readings.size() > 2 && nanos - second().nanos >= WINDOW.toNanos()) {
            readings.removeFirst();
        }
    }

    /** Whether the readings span enough time to tell a rate. */
    synchronized boolean isKnown() {
        return readings.size() > 1 && span() >= SHORTEST_SPAN.toNanos();
    }

    /** Jobs a second; 0 while it is not known. */
    synchronized double perSecond() {
        if (!isKnown()) {
            return 0;
        }
        long finished = readings.getLast().finished - readings.getFirst().finished;
        return finished / (span() / 1e9);
    }

    /**
     * How long until so many jobs are finished, as things go; between one second and five minutes, and half a minute
     * where it cannot be told because nothing was finished.
     */
    synchronized Duration until(long jobs) {
        double perSecond = perSecond();
        if (perSecond <= 0) {
            return UNKNOWN;
        }
        long millis = (long) Math.ceil(jobs / perSecond * 1000);
        return Duration.ofMillis(Math.clamp(millis, SOONEST.toMillis(), LATEST.toMillis()));
    }

    private long span() {
        return readings.getLast().nanos - readings.getFirst().nanos;
    }

    private Reading second() {
        var inOrder = readings.iterator();
        inOrder.next();
        return inOrder.next();
    }
}
