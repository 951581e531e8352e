package dev.assay.worker.simulation;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Virtual time: what is due is done in order, and between two events no time passes. */
final class EventLoop {
    private record Event(long at, long order, Runnable what) {}

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
    private long now;
    private long order;

    long now() {
        return now;
    }

    /** Seconds since the start. */
    double seconds() {
        return now / 1e9;
    }

    void after(Duration wait, Runnable what) {
        events.add(new Event(now + wait.toNanos(), order++, what));
    }

    void run() {
        for (Event event = events.poll(); event != null; event = events.poll()) {
            now = event.at();
            event.what().run();
        }
    }
}
