package dev.assay.benchmarks;

import dev.assay.runtime.KafkaClients;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads a topic from its beginning to its present end, committed records only. */
final class Topic {
    private static final Duration POLL = Duration.ofMillis(100);

    private Topic() {}

    static void read(KafkaClients clients, String topic, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("assay-bench-reader", Map.of())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(POLL).forEach(reader);
            }
        }
    }
}
