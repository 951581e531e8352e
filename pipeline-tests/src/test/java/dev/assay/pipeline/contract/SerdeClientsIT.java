package dev.assay.pipeline.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.TokenUsage;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.ObjectName;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What serdes leave behind in their process; counted in all of it, so nothing else may run. */
@Isolated
class SerdeClientsIT {
    @Test
    void closingTheLastSerdeLeavesNoClientBehind() throws Exception {
        Topics topics = Topics.standard();
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary())) {
            KafkaClients clients =
                    new KafkaClients(new KafkaSettings(Map.of("bootstrap.servers", kafka.bootstrap()), topics));
            try (Admin admin = clients.admin("test")) {
                TopicSizes sizes = new TopicSizes(1, 1, 1, 1, 1, 1);
                new TopicAdmin(admin).apply(TopicCatalogue.of(topics, List.of(), sizes), (short) 1);
            }
            TokenUsage usage = TokenUsage.newBuilder().setInput(17).setOutput(3).build();
            Set<ObjectName> before = kafkaClients();
            Serializer<SpecificRecord> serializer = clients.valueSerializer();
            Deserializer<SpecificRecord> first = clients.valueDeserializer();
            Deserializer<SpecificRecord> second = clients.valueDeserializer();
            byte[] value = serializer.serialize("t", usage);
            first.deserialize("t", value);
            second.deserialize("t", value);
            serializer.close();
            first.close();
            first.close();
            assertThat(kafkaClients()).hasSize(before.size() + 1);
            assertThat(second.deserialize("t", value)).isEqualTo(usage);

            second.close();

            assertThat(kafkaClients()).isEqualTo(before);
        }
    }

    private static Set<ObjectName> kafkaClients() throws Exception {
        Set<ObjectName> clients = new HashSet<>();
        for (String kind : List.of("consumer", "producer")) {
            clients.addAll(ManagementFactory.getPlatformMBeanServer()
                    .queryNames(new ObjectName("kafka." + kind + ":type=app-info,id=*"), null));
        }
        return clients;
    }
}
