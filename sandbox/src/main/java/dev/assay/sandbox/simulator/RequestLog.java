package dev.assay.sandbox.simulator;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Every physical call that reached the provider, the latest ones in memory and all of them in a file where one is
 * named. Counts go over all calls, also those that memory has let go.
 */
public final class RequestLog implements AutoCloseable {
    private final int capacity;
    private final @Nullable LogFile file;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<CallRecord> calls = new ArrayDeque<>();
    private final Map<Integer, Long> byStatus = new TreeMap<>();
    private final Map<String, Long> byFault = new TreeMap<>();
    private long arrived;
    private long ended;
    private long dropped;
    private long disconnects;
    private int peakInFlight;

    RequestLog(int capacity, @Nullable LogFile file) {
        this.capacity = capacity;
        this.file = file;
    }

    /**
     * Counts over all calls so far.
     *
     * @param arrived calls that arrived
     * @param ended of them, those whose answer has ended one way or the other
     * @param inFlight the others
     * @param peakInFlight the most at one time
     * @param disconnects calls whose client hung up before the end
     * @param byStatus ended calls by status; 0 for none sent
     * @param byFault calls that a fault struck, by its name
     */
    public record Counts(
            long arrived,
            long ended,
            long inFlight,
            int peakInFlight,
            long disconnects,
            Map<Integer, Long> byStatus,
            Map<String, Long> byFault) {}

    /**
     * Calls that have ended, in order of their end.
     *
     * @throws IllegalStateException when memory has let some go
     */
    public List<CallRecord> calls() {
        lock.lock();
        try {
            if (dropped > 0) {
                throw new IllegalStateException("the log has let go of " + dropped + " of " + ended
                        + " calls (raise log.capacity, or read its file)");
            }
            return List.copyOf(calls);
        } finally {
            lock.unlock();
        }
    }

    /** The latest calls that have ended, as many as memory holds. */
    public List<CallRecord> latest() {
        lock.lock();
        try {
            return List.copyOf(calls);
        } finally {
            lock.unlock();
        }
    }

    public Counts counts() {
        lock.lock();
        try {
            return new Counts(
                    arrived,
                    ended,
                    arrived - ended,
                    peakInFlight,
                    disconnects,
                    Map.copyOf(byStatus),
                    Map.copyOf(byFault));
        } finally {
            lock.unlock();
        }
    }

    /** How many calls arrived, ended or not. */
    public long arrived() {
        return counts().arrived();
    }

    /** How many clients hung up before the end of their answer. */
    public long disconnects() {
        return counts().disconnects();
    }

    /** The fullest 60 s of the calls that the limits let through. */
    public SlidingPeaks peaks() {
        return SlidingPeaks.of(
                calls().stream().filter(call -> call.status() != 429).toList());
    }

    /** Physical calls of each job, see {@link JobCalls}. */
    public Map<String, Integer> callsPerJob() {
        return JobCalls.of(calls());
    }

    /**
     * Waits until the counts are as wanted.
     *
     * @return whether they were in time
     */
    public boolean await(Predicate<Counts> wanted, Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (!wanted.test(counts())) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the calls that have ended and starts counting anew. */
    public void clear() {
        lock.lock();
        try {
            arrived -= ended;
            ended = 0;
            dropped = 0;
            disconnects = 0;
            peakInFlight = (int) arrived;
            calls.clear();
            byStatus.clear();
            byFault.clear();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
    }

    void arrive() {
        lock.lock();
        try {
            arrived++;
            peakInFlight = (int) Math.max(peakInFlight, arrived - ended);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void end(CallRecord call) {
        lock.lock();
        try {
            ended++;
            disconnects += call.disconnected() ? 1 : 0;
            byStatus.merge(call.status(), 1L, Long::sum);
            if (call.fault() != null) {
                byFault.merge(call.fault(), 1L, Long::sum);
            }
            if (calls.size() == capacity) {
                calls.removeFirst();
                dropped++;
            }
            calls.addLast(call);
            if (file != null) {
                file.write(call);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
