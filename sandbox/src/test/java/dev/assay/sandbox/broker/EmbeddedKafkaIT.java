package dev.assay.sandbox.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedKafkaIT {
    @TempDir
    Path directory;

    @Test
    void servesCommittedRecordsAndDeletesItsTemporaryData() throws Exception {
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary())) {
            var clients = new KafkaClients(KafkaSettings.of(kafka.bootstrap()));
            Records.createTopic(clients, "colours", 3);
            Records.writeInTransaction(clients, "colours", "red", "green", "blue");

            assertThat(Records.read(clients, "colours", 3)).containsExactlyInAnyOrder("red", "green", "blue");
        }
    }

    @Test
    void takesALargeJobAndAShortSession() throws Exception {
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary())) {
            var clients =
                    new KafkaClients(KafkaSettings.of(kafka.bootstrap()).with("producer.max.request.size", "8000000"));
            Records.createTopic(clients, "large", 1);
            String large = "x".repeat(4_500_000);
            Records.writeInTransaction(clients, "large", large);
            assertThat(Records.read(clients, "large", 1)).containsExactly(large);

            try (Admin admin = clients.admin("groups")) {
                var group = new ConfigResource(ConfigResource.Type.GROUP, "workers");
                var session = new AlterConfigOp(
                        new ConfigEntry("consumer.session.timeout.ms", "3000"), AlterConfigOp.OpType.SET);
                admin.incrementalAlterConfigs(Map.of(group, List.of(session)))
                        .all()
                        .get(30, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void keepsItsDataAndItsPortOverARestart() {
        EmbeddedKafkaSettings settings = EmbeddedKafkaSettings.keptIn(directory);
        int port;
        try (EmbeddedKafka kafka = EmbeddedKafka.start(settings)) {
            port = kafka.port();
            var clients = new KafkaClients(KafkaSettings.of(kafka.bootstrap()));
            Records.createTopic(clients, "kept", 1);
            Records.writeInTransaction(clients, "kept", "before");
        }
        try (EmbeddedKafka kafka = EmbeddedKafka.start(settings.withPort(port))) {
            assertThat(kafka.port()).isEqualTo(port);
            var clients = new KafkaClients(KafkaSettings.of(kafka.bootstrap()));
            Records.writeInTransaction(clients, "kept", "after");

            assertThat(Records.read(clients, "kept", 2)).containsExactly("before", "after");
        }
    }

    @Test
    void refusesADirectoryThatAnotherBrokerUses() {
        EmbeddedKafkaSettings settings = EmbeddedKafkaSettings.keptIn(directory);
        try (EmbeddedKafka first = EmbeddedKafka.start(settings)) {
            assertThatThrownBy(() -> EmbeddedKafka.start(settings))
                    .hasMessageContaining("state directory " + directory)
                    .hasMessageContaining("in use by another broker");
            assertThatThrownBy(() -> EmbeddedKafka.start(
                            EmbeddedKafkaSettings.temporary().withPort(first.port())))
                    .hasMessageContaining("port: " + first.port() + " is taken");
        }
        assertThatThrownBy(() -> EmbeddedKafka.start(settings.withNodes(3)))
                .hasMessageContaining("belongs to a cluster of 1 nodes");
        assertThat(Files.exists(directory.resolve("cluster.properties"))).isTrue();
    }

    @Test
    void servesWithOneOfThreeNodesDownAndTakesItBack() {
        EmbeddedKafkaSettings settings = EmbeddedKafkaSettings.temporary().withNodes(3);
        try (EmbeddedKafka kafka = EmbeddedKafka.start(settings)) {
            assertThat(kafka.bootstrap().split(",", -1)).hasSize(3);
            var clients = new KafkaClients(KafkaSettings.of(kafka.bootstrap()));
            Records.createTopic(clients, "replicated", 3);
            Records.writeInTransaction(clients, "replicated", "all up");
            for (int node = 1; node <= 3; node++) {
                kafka.stopNode(node);
                Records.writeInTransaction(clients, "replicated", "without " + node);
                kafka.startNode(node);
                Records.awaitInSync(clients, "replicated", 3);
            }

            assertThat(Records.read(clients, "replicated", 4))
                    .containsExactlyInAnyOrder("all up", "without 1", "without 2", "without 3");
        }
    }
}
