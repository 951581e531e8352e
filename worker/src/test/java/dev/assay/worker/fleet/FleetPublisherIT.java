package dev.assay.worker.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.GateClosed;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.junit.jupiter.api.Test;

/** Findings while the broker is away: nobody waits for it, and what still matters is told when it is back. */
class FleetPublisherIT {
    private static final Topics TOPICS = Topics.standard();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Clock clock = Clock.system();

    @Test
    void aBrokerThatIsAwayHoldsNobodyUpAndHearsTheNewestAfterwards() throws Exception {
        int port = freePort();
        KafkaClients clients =
                new KafkaClients(new KafkaSettings(Map.of("bootstrap.servers", "127.0.0.1:" + port), TOPICS));
        try (FleetPublisher publisher = FleetPublisher.start(TOPICS.fleet(), clients, "w1", clock)) {
            long start = clock.nanos();
            for (int probes = 0; probes <= 1_000; probes++) {
                publisher.blocked(block(probes));
            }
            publisher.closed(gate("over-by-then", clock.now().plusMillis(200)));
            publisher.closed(gate("later", clock.now().plusSeconds(3_600)));
            assertThat(Duration.ofNanos(clock.nanos() - start)).isLessThan(Duration.ofSeconds(1));
            assertThat(publisher.waiting()).isEqualTo(3);

            try (EmbeddedKafka broker = EmbeddedKafka.start(
                            EmbeddedKafkaSettings.temporary().withPort(port));
                    Admin admin = clients.admin("test")) {
                assertThat(broker.bootstrap()).endsWith(":" + port);
                new TopicAdmin(admin).apply(TopicCatalogue.of(TOPICS, List.of(), TopicSizes.LAPTOP), (short) 1);
                await(publisher);

                List<FleetEntry> told = read(clients);
                assertThat(told)
                        .extracting(entry -> entry.getEntry() instanceof AccountBlock block ? block.getProbes() : -1)
                        .contains(1_000)
                        .hasSizeLessThan(6);
                assertThat(told)
                        .extracting(entry -> entry.getEntry() instanceof GateClosed gate ? gate.getAccount() : "")
                        .contains("later")
                        .doesNotContain("over-by-then");
            }
        }
    }

    private void await(FleetPublisher publisher) throws InterruptedException {
        long end = clock.nanos() + PATIENCE.toNanos();
        while (publisher.waiting() > 0) {
            assertThat(clock.nanos()).as("told within " + PATIENCE).isLessThan(end);
            clock.pause(Duration.ofMillis(20));
        }
    }

    private static List<FleetEntry> read(KafkaClients clients) {
        List<FleetEntry> entries = new ArrayList<>();
        TopicPartition partition = new TopicPartition(TOPICS.fleet(), 0);
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("test", Map.of());
                Deserializer<SpecificRecord> deserializer = clients.valueDeserializer()) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    entries.add((FleetEntry) deserializer.deserialize(TOPICS.fleet(), record.value()));
                }
            }
        }
        return entries;
    }

    private AccountBlock block(int probes) {
        return AccountBlock.newBuilder()
                .setAccount("eval")
                .setKind(FailureKind.QUOTA_EXHAUSTED)
                .setMessage("no money")
                .setBy("w1")
                .setAt(clock.now())
                .setProbeAt(clock.now())
                .setProbes(probes)
                .build();
    }

    private GateClosed gate(String account, Instant until) {
        return GateClosed.newBuilder()
                .setAccount(account)
                .setUntil(until)
                .setMessage("slow down")
                .setBy("w1")
                .setAt(clock.now())
                .build();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
