package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.runtime.Answers;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.settlement.OffsetRange;
import dev.assay.schemas.settlement.Settlement;
import dev.assay.schemas.settlement.Starts;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lanes and their bounds by hand, against a broker and no worker. */
class LanesCommandIT {
    private static final Topics TOPICS = Topics.standard();

    private static EmbeddedKafka broker;
    private static Admin admin;

    @TempDir
    Path directory;

    @BeforeAll
    static void start() {
        broker = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
        admin = new KafkaClients(KafkaSettings.of(broker.bootstrap())).admin("test");
        TopicCatalogue catalogue =
                TopicCatalogue.of(TOPICS, List.of("batch", "judge", "shadow"), new TopicSizes(1, 1, 1, 1, 1, 1));
        new TopicAdmin(admin).apply(catalogue, (short) 1);
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    @Test
    void whatALaneHoldsIsListed() throws IOException {
        Instant before = Instant.now();
        assertThat(submit("listed", 20, "--lane", "batch").code()).isZero();
        // 4 jobs are finished, 2 of them out of turn, and 3 are in hand.
        TreeMap<Long, Starts> started = new TreeMap<>();
        List.of(2L, 3L, 6L).forEach(offset -> started.put(offset, Starts.NONE.plusCrowded()));
        commit("batch", new Settlement(2, List.of(new OffsetRange(4, 6)), started));

        JsonNode lane = lane("batch");

        // The transaction's marker counts as a job until it is worked past.
        assertThat(lane.path("unfinished").asInt()).isEqualTo(17);
        assertThat(lane.path("inFlight").asInt()).isEqualTo(3);
        assertThat(lane.path("queued").asInt()).isEqualTo(14);
        assertThat(lane.path("parked").asInt()).isZero();
        assertThat(lane.path("workers").asInt()).isZero();
        assertThat(Instant.parse(lane.path("oldestEnqueuedAt").asText()))
                .isBetween(before.minusMillis(1), Instant.now());
        assertThat(lane.path("boundFrom").asText()).isEqualTo("default");
        assertThat(lane.path("bound").asLong()).isEqualTo(100_000);
        assertThat(lane.has("drainPerSecond")).isFalse();
        Call people = assay("lanes", "list", "--over", "200ms");
        assertThat(people.out())
                .containsPattern("batch +100,000 +17 +14 +0 +3 +[0-9.]+ (ms|s) +0/s +0\n")
                .contains("bound of batch: the default");
    }

    @Test
    void aLanesBoundIsSetFollowedAndTakenBack() throws IOException {
        Call set = assay("lanes", "bound", "judge", "10", "--reason", "the provider\nis slow");
        assertThat(set.code()).as(set.err()).isZero();
        assertThat(set.out()).contains("lane judge may hold 10 unfinished jobs: submits follow within 3 seconds");
        assertThat(assay("lanes", "list").out())
                .containsPattern("bound of judge: set by .+@.+ at .+Z: the provider is slow\n");

        Call full = submit("bounded", 30, "--lane", "judge", "--when-full", "fail");
        assertThat(full.code()).isEqualTo(4);
        assertThat(full.err())
                .contains("10 may be (9 of run bounded are enqueued)")
                .contains("submit the same again after 30.0 s");
        assertThat(submit("bounded", 30, "--lane", "judge", "--when-full", "fail", "--bound", "50")
                        .code())
                .isEqualTo(4);
        assertThat(assay("lanes", "bound", "judge", "0", "--reason", "closed").out())
                .contains("lane judge lets nothing in");

        Call reset = assay("lanes", "bound", "judge", "--reset", "--json");
        assertThat(reset.code()).as(reset.err()).isZero();
        assertThat(new JsonMapper().readTree(reset.out()).path("boundFrom").asText())
                .isEqualTo("default");
        assertThat(submit("bounded", 30, "--lane", "judge", "--when-full", "fail")
                        .code())
                .isZero();
        assertThat(lane("judge").path("boundFrom").asText()).isEqualTo("default");
    }

    @Test
    void aTenantMayHaveABoundOfItsOwn() throws IOException {
        Call ofTenant = assay("lanes", "bound", "judge", "12", "--tenant", "acme", "--reason", "a few at a time");
        assertThat(ofTenant.out())
                .isEqualTo("lane judge, tenant acme, may hold 12 unfinished jobs: submits follow within 3 seconds\n");
        assertThat(lane("judge").path("tenantBounds").path(0).path("bound").asLong())
                .isEqualTo(12);
        assertThat(assay("lanes", "list").out())
                .containsPattern("bound of tenant acme in judge: 12, set by .+: a few at a time\n");
        assertThat(assay("lanes", "bound", "judge", "--tenant", "acme", "--reset")
                        .out())
                .startsWith("lane judge, tenant acme, has no bound of its own any more:");
        assertThat(lane("judge").path("tenantBounds")).isEmpty();
    }

    @Test
    void whatCannotBeIsRefused() {
        Call unknown = assay("lanes", "bound", "batsch", "10", "--reason", "x");
        assertThat(unknown.code()).isEqualTo(8);
        assertThat(unknown.err()).contains("no lane batsch on this cluster (lanes: batch, judge, shadow)");
        Call nothing = assay("lanes", "bound", "shadow", "--reset");
        assertThat(nothing.code()).isEqualTo(5);
        assertThat(nothing.err()).contains("lane shadow has no bound of its own; there is nothing to reset");
        refused("bound: neither a number nor --reset (expected: one of them)", "lanes", "bound", "shadow");
        refused("bound: a number and --reset (expected: one of them)", "lanes", "bound", "shadow", "5", "--reset");
        refused("bound: 1 (expected: 0 to let nothing in, or >= 2)", "lanes", "bound", "shadow", "1");
        refused("bound: -5 (expected: 0 to let nothing in, or >= 2)", "lanes", "bound", "shadow", "--", "-5");
        refused("--reason: missing (expected: why the bound is changed)", "lanes", "bound", "shadow", "5");
        refused("--over: PT0S (expected: > 0)", "lanes", "list", "--over", "0s");
        refused("lanes: say which: list or bound", "lanes");
        assertThat(Call.of("lanes", "bound", "--help").out())
                .contains("--reset")
                .contains("Examples:");
    }

    private static void refused(String complaint, String... args) {
        List<String> all = new ArrayList<>(List.of("--bootstrap", broker.bootstrap()));
        all.addAll(List.of(args));
        Call call = Call.of(all.toArray(String[]::new));
        assertThat(call.code()).as(call.err()).isEqualTo(2);
        assertThat(call.err()).contains(complaint);
    }

    private static JsonNode lane(String name) throws IOException {
        Call list = assay("lanes", "list", "--json");
        assertThat(list.code()).as(list.err()).isZero();
        for (JsonNode lane : new JsonMapper().readTree(list.out()).path("lanes")) {
            if (lane.path("lane").asText().equals(name)) {
                return lane;
            }
        }
        throw new AssertionError("no " + name + " in " + list.out());
    }

    private static void commit(String lane, Settlement settlement) {
        OffsetAndMetadata offset = new OffsetAndMetadata(settlement.lowWater(), settlement.encode());
        Answers.await(admin.alterConsumerGroupOffsets(
                        TOPICS.workerGroup(lane), Map.of(new TopicPartition(TOPICS.jobs(lane), 0), offset))
                .all());
    }

    private Call submit(String run, int jobs, String... options) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < jobs; i++) {
            lines.append("{\"prompt\":\"question ").append(i).append("\",\"ideal\":\"a\"}\n");
        }
        Path file = Files.writeString(directory.resolve(run + ".jsonl"), lines);
        List<String> args = new ArrayList<>(List.of("submit", file.toString(), "--run", run));
        args.addAll(List.of(options));
        return assay(args.toArray(String[]::new));
    }

    private static Call assay(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--bootstrap", broker.bootstrap()));
        return Call.of(all.toArray(String[]::new));
    }
}
