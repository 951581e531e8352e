package dev.assay.scorer;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * This task's shares of runs: the store is written with every change, so that a commit at any time holds them; the
 * runs of the moment are kept in memory too, which spares reading them back.
 */
final class Shares {
    private static final int KEPT_IN_MEMORY = 64;
    /** Store entries looked at or deleted in one sweep, so that a sweep never holds up the task. */
    private static final int SWEEP_LIMIT = 2_000;

    private final KeyValueStore<byte[], byte[]> store;
    private final KeyValueStore<byte[], byte[]> jobs;
    private final Set<String> untold = new LinkedHashSet<>();
    private final Map<String, RunShare> recent = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, RunShare> eldest) {
            return size() > KEPT_IN_MEMORY;
        }
    };
    private String sweptTo = "";

    Shares(KeyValueStore<byte[], byte[]> store, KeyValueStore<byte[], byte[]> jobs) {
        this.store = store;
        this.jobs = jobs;
    }

    /** Finds what a task before this one changed and did not hand on. */
    void open() {
        try (KeyValueIterator<byte[], byte[]> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<byte[], byte[]> entry = all.next();
                if (RunShare.of(entry.value).isUntold()) {
                    untold.add(text(entry.key));
                }
            }
        }
    }

    RunShare of(String runId) {
        RunShare share = recent.get(runId);
        if (share == null) {
            byte[] stored = store.get(bytes(runId));
            share = stored == null ? new RunShare() : RunShare.of(stored);
            recent.put(runId, share);
        }
        return share;
    }

    void changed(String runId, RunShare share, long now) {
        share.changed(now);
        untold.add(runId);
        put(runId, share);
    }

    /** Hands on every share that changed since the last time. */
    void handOn(BiConsumer<String, RunShare> next) {
        for (String runId : untold) {
            RunShare share = of(runId);
            next.accept(runId, share);
            share.told();
            put(runId, share);
        }
        untold.clear();
    }

    /**
     * Forgets the jobs of runs that nothing happened to since {@code before}; what comes for such a run later is no
     * longer counted, because it could not be told from what was counted already.
     */
    void sweep(long before) {
        List<KeyValue<String, RunShare>> idle = new ArrayList<>();
        int seen = 0;
        try (KeyValueIterator<byte[], byte[]> shares = store.range(bytes(sweptTo), null)) {
            while (shares.hasNext() && seen < SWEEP_LIMIT) {
                KeyValue<byte[], byte[]> entry = shares.next();
                RunShare share = RunShare.of(entry.value);
                if (!share.isEmptied() && (share.isClosed() || share.isIdleSince(before))) {
                    idle.add(KeyValue.pair(text(entry.key), share));
                }
                sweptTo = text(entry.key) + '\u0000';
                seen++;
            }
            if (!shares.hasNext()) {
                sweptTo = "";
            }
        }
        int left = SWEEP_LIMIT;
        for (KeyValue<String, RunShare> run : idle) {
            left -= forget(run.key, run.value, left);
        }
    }

    private int forget(String runId, RunShare share, int limit) {
        share.close();
        int forgotten = forgetJobs(runId, limit);
        if (forgotten < limit) {
            share.emptied();
        }
        put(runId, share);
        recent.put(runId, share);
        return forgotten;
    }

    private int forgetJobs(String runId, int limit) {
        List<byte[]> keys = new ArrayList<>();
        try (KeyValueIterator<byte[], byte[]> entries =
                jobs.prefixScan(bytes(runId + "/"), new ByteArraySerializer())) {
            while (entries.hasNext() && keys.size() < limit) {
                keys.add(entries.next().key);
            }
        }
        keys.forEach(jobs::delete);
        return keys.size();
    }

    private void put(String runId, RunShare share) {
        store.put(bytes(runId), share.toBytes());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
