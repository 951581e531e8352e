package dev.assay.scorer;

import dev.assay.scorer.fold.Counted;
import dev.assay.scorer.fold.StateInput;
import dev.assay.scorer.fold.StateOutput;
import dev.assay.scorer.fold.WindowTally;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * This task's share of the windows of the fallback rate: the store is written with every change, under the window's
 * start, so that the oldest come first. A window that lies a day behind the newest is forgotten; what comes for it later
 * is no longer counted, because the window could not be told from an empty one.
 */
final class Windows {
    static final Duration KEPT = Duration.ofDays(1);
    private static final int KEPT_IN_MEMORY = 8;

    private final KeyValueStore<byte[], byte[]> store;
    private final TreeMap<Long, WindowTally> recent = new TreeMap<>();
    private final TreeSet<Long> untold = new TreeSet<>();
    private long newest = Long.MIN_VALUE;

    Windows(KeyValueStore<byte[], byte[]> store) {
        this.store = store;
    }

    /** Finds what a task before this one changed and did not hand on. */
    void open() {
        try (KeyValueIterator<byte[], byte[]> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<byte[], byte[]> entry = all.next();
                newest = startOf(entry.key);
                if (new StateInput(entry.value).flag()) {
                    untold.add(newest);
                }
            }
        }
    }

    /**
     * Counts a job in its window.
     *
     * @param replaced the state of what was counted for the job before, which is taken back; null for nothing
     */
    void count(@Nullable Counted replaced, Counted counted) {
        if (replaced != null && isIn(replaced)) {
            long start = WindowTally.startOf(replaced.atMillis());
            of(start).subtract(replaced);
            put(start, true);
        }
        if (isIn(counted)) {
            long start = WindowTally.startOf(counted.atMillis());
            if (start > newest) {
                newest = start;
                forget();
            }
            of(start).add(counted);
            put(start, true);
        }
    }

    private boolean isIn(Counted counted) {
        return WindowTally.counts(counted)
                && (newest == Long.MIN_VALUE || WindowTally.startOf(counted.atMillis()) >= oldest());
    }

    /** Hands on every window that changed since the last time, with its start. */
    void handOn(BiConsumer<Long, WindowTally> next) {
        for (long start : List.copyOf(untold)) {
            next.accept(start, of(start));
            put(start, false);
        }
    }

    private long oldest() {
        return newest - KEPT.toMillis();
    }

    private void forget() {
        List<byte[]> old = new ArrayList<>();
        try (KeyValueIterator<byte[], byte[]> entries = store.range(null, key(oldest() - 1))) {
            entries.forEachRemaining(entry -> old.add(entry.key));
        }
        for (byte[] key : old) {
            store.delete(key);
            recent.remove(startOf(key));
            untold.remove(startOf(key));
        }
    }

    private WindowTally of(long start) {
        WindowTally tally = recent.get(start);
        if (tally == null) {
            byte[] stored = store.get(key(start));
            tally = stored == null ? new WindowTally() : read(stored);
            recent.put(start, tally);
            if (recent.size() > KEPT_IN_MEMORY) {
                Map.Entry<Long, WindowTally> oldest = recent.firstEntry();
                recent.remove(oldest.getKey() == start ? recent.lastKey() : oldest.getKey());
            }
        }
        return tally;
    }

    private void put(long start, boolean isUntold) {
        StateOutput out = new StateOutput();
        out.flag(isUntold);
        of(start).write(out);
        store.put(key(start), out.toBytes());
        if (isUntold) {
            untold.add(start);
        } else {
            untold.remove(start);
        }
    }

    private static WindowTally read(byte[] stored) {
        StateInput in = new StateInput(stored);
        in.flag();
        return WindowTally.read(in);
    }

    /** A time as bytes whose order is that of the times, for all since 1970. */
    static byte[] key(long start) {
        return ByteBuffer.allocate(Long.BYTES).putLong(Math.max(0, start)).array();
    }

    static long startOf(byte[] key) {
        return ByteBuffer.wrap(key).getLong();
    }
}
