package dev.assay.sandbox.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import org.junit.jupiter.api.Test;

final class BrokerProcessIT {
    @Test
    void comesBackAfterKill9OnItsDataAndPort() {
        try (BrokerProcess broker =
                BrokerProcess.start(EmbeddedKafkaSettings.temporary()).awaitReady()) {
            String bootstrap = broker.bootstrap();
            long firstPid = broker.pid();
            var clients = new KafkaClients(KafkaSettings.of(bootstrap));
            Records.createTopic(clients, "survivors", 1);
            Records.writeInTransaction(clients, "survivors", "before the kill");

            broker.kill9();
            assertThat(broker.isAlive()).isFalse();
            broker.restart();
            broker.awaitReady();

            assertThat(broker.bootstrap()).isEqualTo(bootstrap);
            assertThat(broker.pid()).isNotEqualTo(firstPid);
            Records.writeInTransaction(clients, "survivors", "after it");
            assertThat(Records.read(clients, "survivors", 2)).containsExactly("before the kill", "after it");
        }
    }
}
