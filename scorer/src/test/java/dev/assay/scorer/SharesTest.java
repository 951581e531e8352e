package dev.assay.scorer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.scorer.fold.Counted;
import dev.assay.scorer.fold.CountedState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SharesTest {
    private static final long LONG_AGO = 1_000;
    private static final long NOW = 1_000_000;

    private KeyValueStore<byte[], byte[]> shareStore = store("shares");
    private KeyValueStore<byte[], byte[]> jobs = store("jobs");
    private Shares shares = new Shares(shareStore, jobs);

    @BeforeEach
    void open() {
        MockProcessorContext<Object, Object> context = new MockProcessorContext<>();
        shareStore.init(context.getStateStoreContext(), shareStore);
        jobs.init(context.getStateStoreContext(), jobs);
        shares.open();
    }

    @Test
    void handsOnWhatChangedAndOnlyOnce() {
        change("a", NOW);
        change("b", NOW);
        assertThat(handedOn(shares)).containsExactly("a", "b");
        change("b", NOW);
        assertThat(handedOn(shares)).containsExactly("b");
        assertThat(handedOn(shares)).isEmpty();
    }

    @Test
    void aSuccessorHandsOnWhatWasLeft() {
        change("a", NOW);
        handedOn(shares);
        change("b", NOW);

        Shares successor = new Shares(shareStore, jobs);
        successor.open();
        assertThat(handedOn(successor)).containsExactly("b");
    }

    @Test
    void forgetsIdleRunsBitByBitAndLeavesOthersAlone() {
        change("idle", LONG_AGO);
        change("idle-2", LONG_AGO);
        change("live", NOW);
        handedOn(shares);
        jobs("idle", 5_000);
        jobs("idle-2", 10);
        jobs("live", 10);

        int before = count();
        shares.sweep(NOW - 1);
        assertThat(before - count()).isBetween(1, 2_000);
        assertThat(shares.of("idle").isClosed()).isTrue();
        for (int i = 0; i < 4; i++) {
            shares.sweep(NOW - 1);
        }

        assertThat(count()).isEqualTo(10);
        assertThat(shares.of("idle").isEmptied()).isTrue();
        assertThat(shares.of("idle-2").isEmptied()).isTrue();
        assertThat(shares.of("live").isClosed()).isFalse();
        assertThat(shareStore.get("idle".getBytes(StandardCharsets.UTF_8))).hasSizeLessThan(20);
    }

    @Test
    void aRunThatOwesItsShareIsNotForgotten() {
        change("run", LONG_AGO);
        shares.sweep(NOW);
        assertThat(shares.of("run").isClosed()).isFalse();
    }

    @Test
    void remembersMoreRunsThanItKeepsInMemory() {
        for (int i = 0; i < 200; i++) {
            change("run-" + i, NOW);
        }
        for (int i = 0; i < 200; i++) {
            assertThat(shares.of("run-" + i).tally().finished()).isEqualTo(1);
        }
        assertThat(handedOn(shares)).hasSize(200);
    }

    private void change(String runId, long when) {
        RunShare share = shares.of(runId);
        share.add(COUNTED, CountedState.write(COUNTED));
        shares.changed(runId, share, when);
    }

    private static final Counted COUNTED = new Counted(
            0,
            dev.assay.schemas.Outcome.EXPIRED,
            dev.assay.schemas.JobStatus.EXPIRED,
            null,
            null,
            false,
            List.of(),
            null,
            null,
            null,
            false,
            0,
            0,
            5,
            null,
            null,
            1,
            null);

    private void jobs(String runId, int count) {
        for (int i = 0; i < count; i++) {
            jobs.put((runId + "/job-" + i).getBytes(StandardCharsets.UTF_8), new byte[] {1});
        }
    }

    private int count() {
        int count = 0;
        try (KeyValueIterator<byte[], byte[]> all = jobs.all()) {
            while (all.hasNext()) {
                all.next();
                count++;
            }
        }
        return count;
    }

    private static List<String> handedOn(Shares from) {
        List<String> runs = new ArrayList<>();
        from.handOn((runId, share) -> runs.add(runId));
        return runs;
    }

    private static KeyValueStore<byte[], byte[]> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.ByteArray(), Serdes.ByteArray())
                .withLoggingDisabled()
                .build();
    }
}
