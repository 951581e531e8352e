package dev.assay.schemas.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TopicCatalogueTest {
    @Test
    void everyTopicAndItsSettingsArePinned() {
        String table =
                TopicCatalogue.of(Topics.standard(), List.of("sxs", "batch"), TopicSizes.STANDARD).specs().stream()
                        .map(TopicCatalogueTest::line)
                        .collect(Collectors.joining("\n"));

        assertThat(table).isEqualTo("""
            assay.jobs.batch 64 Job {cleanup.policy=delete, retention.bytes=-1, retention.ms=-1}
            assay.parked.batch.1m 8 Job {cleanup.policy=delete, max.message.bytes=2097152, retention.bytes=-1, retention.ms=-1}
            assay.parked.batch.10m 8 Job {cleanup.policy=delete, max.message.bytes=2097152, retention.bytes=-1, retention.ms=-1}
            assay.parked.batch.1h 8 Job {cleanup.policy=delete, max.message.bytes=2097152, retention.bytes=-1, retention.ms=-1}
            assay.parked.batch.1d 8 Job {cleanup.policy=delete, max.message.bytes=2097152, retention.bytes=-1, retention.ms=-1}
            assay.jobs.sxs 64 Job {cleanup.policy=delete, retention.bytes=-1, retention.ms=-1}
            assay.parked.sxs.1m 8 Job {cleanup.policy=delete, max.message.bytes=2097152, retention.bytes=-1, retention.ms=-1}
            assay.parked.sxs.10m 8 Job {cleanup.policy=delete, max.message.bytes=2097152, retention.bytes=-1, retention.ms=-1}
            assay.parked.sxs.1h 8 Job {cleanup.policy=delete, max.message.bytes=2097152, retention.bytes=-1, retention.ms=-1}
            assay.parked.sxs.1d 8 Job {cleanup.policy=delete, max.message.bytes=2097152, retention.bytes=-1, retention.ms=-1}
            assay.results 16 Result {cleanup.policy=delete, max.message.bytes=2097152, retention.bytes=-1, retention.ms=2592000000}
            assay.scores 16 Score {cleanup.policy=delete, retention.bytes=-1, retention.ms=2592000000}
            assay.score-sets 16 Score {cleanup.policy=compact}
            assay.fallback-rates 1 FallbackWindow {cleanup.policy=compact,delete, retention.bytes=-1, retention.ms=604800000}
            assay.runs 8 RunEntry {cleanup.policy=compact}
            assay.submits 8 SubmitChunk {cleanup.policy=delete, retention.bytes=-1, retention.ms=2592000000}
            assay.fleet 1 FleetEntry {cleanup.policy=compact}
            assay.ledger.requests 4 LedgerRequest {cleanup.policy=delete, retention.bytes=-1, retention.ms=86400000}
            assay.ledger.grants 4 LedgerEntry {cleanup.policy=delete, retention.bytes=-1, retention.ms=604800000}
            assay.ledger.state 4 LedgerSnapshot {cleanup.policy=compact, max.message.bytes=2097152, segment.ms=3600000}
            assay.slots.requests 1 LedgerRequest {cleanup.policy=delete, retention.bytes=-1, retention.ms=86400000}
            assay.slots.grants 1 LedgerEntry {cleanup.policy=delete, retention.bytes=-1, retention.ms=604800000}
            assay.slots.state 1 LedgerSnapshot {cleanup.policy=compact, max.message.bytes=2097152, segment.ms=3600000}
            assay.dead-letters.jobs 16 the original bytes {cleanup.policy=delete, max.message.bytes=2097152, retention.bytes=-1, retention.ms=7776000000}
            assay.dead-letters.results 16 the original bytes {cleanup.policy=delete, max.message.bytes=2097152, retention.bytes=-1, retention.ms=7776000000}
            assay.dead-letters.marks 16 DeadLetterMark {cleanup.policy=compact,delete, retention.bytes=-1, retention.ms=8640000000}
            assay.schemas 1 schema text {cleanup.policy=delete, retention.bytes=-1, retention.ms=-1}\
            """);
    }

    @Test
    void lanesAreSortedAndNamedOnce() {
        assertThat(TopicCatalogue.of(new Topics("t"), List.of("b", "a", "b"), TopicSizes.LAPTOP)
                        .specs())
                .extracting(TopicSpec::name)
                .startsWith(
                        "t.jobs.a",
                        "t.parked.a.1m",
                        "t.parked.a.10m",
                        "t.parked.a.1h",
                        "t.parked.a.1d",
                        "t.jobs.b",
                        "t.parked.b.1m")
                .doesNotHaveDuplicates();
    }

    @Test
    void schemasAreNeverDeletedAndHaveOnePartitionWhateverTheSizes() {
        TopicCatalogue catalogue = TopicCatalogue.of(Topics.standard(), List.of(), new TopicSizes(3, 4, 5, 7, 9, 6));

        assertThat(catalogue.specs())
                .filteredOn(spec -> spec.name().equals("assay.schemas"))
                .singleElement()
                .satisfies(spec -> {
                    assertThat(spec.partitions()).isEqualTo(1);
                    assertThat(spec.configs())
                            .isEqualTo(
                                    Map.of("cleanup.policy", "delete", "retention.ms", "-1", "retention.bytes", "-1"));
                });
        assertThat(catalogue.specs())
                .extracting(TopicSpec::partitions)
                .containsExactly(5, 5, 5, 1, 7, 7, 1, 6, 6, 6, 1, 1, 1, 9, 9, 9, 1);
    }

    @Test
    void everyTopicSaysWhoWritesAndWhoReads() {
        assertThat(TopicCatalogue.of(Topics.standard(), List.of("batch"), TopicSizes.STANDARD)
                        .specs())
                .allSatisfy(spec -> {
                    assertThat(spec.key()).isNotBlank();
                    assertThat(spec.writer()).isNotBlank();
                    assertThat(spec.readers()).isNotBlank();
                });
    }

    @Test
    void aBadLaneOrSizeIsRefused() {
        assertThatThrownBy(() -> TopicCatalogue.of(Topics.standard(), List.of("a/b"), TopicSizes.STANDARD))
                .hasMessageContaining("lane: 'a/b'");
        assertThatThrownBy(() -> TopicCatalogue.of(Topics.standard(), List.of("a"), new TopicSizes(0, 1, 1, 1, 1, 1)))
                .hasMessageContaining("partitions of assay.jobs.a: 0 (expected: >= 1)");
    }

    private static String line(TopicSpec spec) {
        return spec.name() + " " + spec.partitions() + " " + spec.value() + " " + new TreeMap<>(spec.configs());
    }
}
