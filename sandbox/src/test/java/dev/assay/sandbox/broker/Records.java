package dev.assay.sandbox.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.assay.runtime.KafkaClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;

/** Writes and reads text records through Assay's own clients. */
final class Records {
    private Records() {}

    static void createTopic(KafkaClients clients, String topic, int partitions) {
        try (Admin admin = clients.admin("test")) {
            admin.createTopics(List.of(new NewTopic(topic, Optional.of(partitions), Optional.empty())))
                    .all()
                    .get(30, TimeUnit.SECONDS);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() ->
                            admin
                                    .describeTopics(List.of(topic))
                                    .allTopicNames()
                                    .get(30, TimeUnit.SECONDS)
                                    .values()
                                    .stream()
                                    .flatMap(description -> description.partitions().stream())
                                    .allMatch(partition -> partition.leader() != null));
        } catch (Exception e) {
            throw new AssertionError("cannot create " + topic, e);
        }
    }

    static void writeInTransaction(KafkaClients clients, String topic, String... values) {
        try (var producer = clients.transactionalProducer("test-writer")) {
            producer.initTransactions();
            producer.beginTransaction();
            for (String value : values) {
                var unused = producer.send(new ProducerRecord<>(topic, value.getBytes(UTF_8)));
            }
            producer.commitTransaction();
        }
    }

    static List<String> read(KafkaClients clients, String topic, int count) {
        List<String> values = new ArrayList<>();
        try (var consumer = clients.consumer("test-reader", Map.of())) {
            var partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new org.apache.kafka.common.TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                consumer.poll(Duration.ofMillis(200)).forEach(found -> values.add(new String(found.value(), UTF_8)));
                return values.size() >= count;
            });
        }
        return values;
    }

    static void awaitInSync(KafkaClients clients, String topic, int replicas) {
        try (Admin admin = clients.admin("test")) {
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> inSync(admin, topic, replicas));
        }
    }

    private static boolean inSync(Admin admin, String topic, int replicas)
            throws InterruptedException, ExecutionException, java.util.concurrent.TimeoutException {
        var description = admin.describeTopics(List.of(topic))
                .allTopicNames()
                .get(30, TimeUnit.SECONDS)
                .get(topic);
        return requireNonNull(description).partitions().stream()
                .allMatch(partition -> partition.isr().size() == replicas);
    }
}
