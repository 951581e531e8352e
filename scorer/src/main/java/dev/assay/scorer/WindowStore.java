package dev.assay.scorer;

import dev.assay.scorer.fold.StateInput;
import dev.assay.scorer.fold.StateOutput;
import dev.assay.scorer.fold.WindowTally;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The windows that this task folds: under the window's start what was written of it last, and behind it, under start and
 * partition, the share that each partition of the results sent last. They are kept for as long as the topic of the
 * windows keeps its records, since partitions may lie days apart after an outage.
 */
final class WindowStore {
    static final Duration KEPT = Duration.ofDays(7);

    private final KeyValueStore<byte[], byte[]> store;
    private final TreeSet<Long> untold = new TreeSet<>();
    private long newest = Long.MIN_VALUE;

    /** Is given a window that changed. */
    interface Teller {
        /**
         * @param told what was written of the window last
         * @param sum what there is to say now
         */
        void tell(long start, WindowTally told, WindowTally sum);
    }

    WindowStore(KeyValueStore<byte[], byte[]> store) {
        this.store = store;
    }

    /** Finds what a task before this one owed. */
    void open() {
        try (KeyValueIterator<byte[], byte[]> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<byte[], byte[]> entry = all.next();
                if (entry.key.length == Long.BYTES) {
                    newest = Windows.startOf(entry.key);
                    if (new StateInput(entry.value).flag()) {
                        untold.add(newest);
                    }
                }
            }
        }
    }

    /** Keeps a share; one of a window that is forgotten is passed over, for the others' shares of it are gone. */
    void put(long start, WindowShare share) {
        if (start > newest) {
            newest = start;
            forget();
        } else if (start < oldest()) {
            return;
        }
        store.put(shareKey(start, share.partition()), share.toBytes());
        if (untold.add(start)) {
            putTold(start, true, told(start));
        }
    }

    /** Tells of every window that changed since the last time. */
    void tell(Teller teller) {
        for (long start : untold) {
            WindowTally sum = sum(start);
            teller.tell(start, told(start), sum);
            putTold(start, false, sum);
        }
        untold.clear();
    }

    private WindowTally sum(long start) {
        WindowTally sum = new WindowTally();
        try (KeyValueIterator<byte[], byte[]> entries =
                store.prefixScan(Windows.key(start), new ByteArraySerializer())) {
            while (entries.hasNext()) {
                KeyValue<byte[], byte[]> entry = entries.next();
                if (entry.key.length > Long.BYTES) {
                    sum.merge(WindowShare.of(entry.value).tally());
                }
            }
        }
        return sum;
    }

    private WindowTally told(long start) {
        byte[] stored = store.get(Windows.key(start));
        if (stored == null) {
            return new WindowTally();
        }
        StateInput in = new StateInput(stored);
        in.flag();
        return WindowTally.read(in);
    }

    private void putTold(long start, boolean isUntold, WindowTally told) {
        StateOutput out = new StateOutput();
        out.flag(isUntold);
        told.write(out);
        store.put(Windows.key(start), out.toBytes());
    }

    private long oldest() {
        return newest - KEPT.toMillis();
    }

    private void forget() {
        List<byte[]> old = new ArrayList<>();
        try (KeyValueIterator<byte[], byte[]> entries = store.range(null, Windows.key(oldest() - 1))) {
            entries.forEachRemaining(entry -> old.add(entry.key));
        }
        for (byte[] key : old) {
            store.delete(key);
            untold.remove(Windows.startOf(key));
        }
    }

    private static byte[] shareKey(long start, int partition) {
        return ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                .put(Windows.key(start))
                .putInt(partition)
                .array();
    }
}
