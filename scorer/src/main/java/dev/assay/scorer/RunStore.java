package dev.assay.scorer;

import dev.assay.scorer.fold.RunTally;
import dev.assay.scorer.fold.TallyState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The runs that this task folds: a {@link RunState} under the run's id, and behind it, as {@code runId/partition}, the
 * share that each partition of the results sent last. A run id holds no slash, so the two never meet.
 */
final class RunStore {
    private final KeyValueStore<byte[], byte[]> store;

    RunStore(KeyValueStore<byte[], byte[]> store) {
        this.store = store;
    }

    Optional<RunState> find(String runId) {
        return Optional.ofNullable(store.get(bytes(runId))).map(RunState::of);
    }

    void put(String runId, RunState state) {
        store.put(bytes(runId), state.toBytes());
    }

    void putShare(String runId, int partition, RunTally tally) {
        store.put(bytes(runId + "/" + partition), TallyState.write(tally));
    }

    /** All shares of a run together. */
    RunTally sum(String runId) {
        RunTally sum = new RunTally();
        try (KeyValueIterator<byte[], byte[]> shares = shares(runId)) {
            shares.forEachRemaining(share -> sum.merge(TallyState.read(share.value)));
        }
        return sum;
    }

    void deleteShares(String runId) {
        List<byte[]> keys = new ArrayList<>();
        try (KeyValueIterator<byte[], byte[]> shares = shares(runId)) {
            shares.forEachRemaining(share -> keys.add(share.key));
        }
        keys.forEach(store::delete);
    }

    /**
     * Goes through the runs in the order of their ids.
     *
     * @param after where the last walk ended; empty for the start
     * @param limit most store entries looked at
     * @return where this walk ended; empty when it came to the end
     */
    String walk(String after, int limit, BiConsumer<String, RunState> each) {
        try (KeyValueIterator<byte[], byte[]> entries = store.range(bytes(after), null)) {
            String last = after;
            for (int seen = 0; entries.hasNext() && seen < limit; seen++) {
                KeyValue<byte[], byte[]> entry = entries.next();
                String key = text(entry.key);
                if (key.indexOf('/') < 0) {
                    each.accept(key, RunState.of(entry.value));
                }
                last = key + '\u0000';
            }
            return entries.hasNext() ? last : "";
        }
    }

    private KeyValueIterator<byte[], byte[]> shares(String runId) {
        return store.prefixScan(bytes(runId + "/"), new ByteArraySerializer());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
