package dev.assay.pipeline;

import dev.assay.runtime.KafkaClients;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** The records of a topic as bytes. */
final class RawTopic {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private RawTopic() {}

    /** Every committed record that a topic holds now. */
    static List<ConsumerRecord<byte[], byte[]>> read(KafkaClients clients, String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("raw-reader", Map.of())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                if (System.nanoTime() - deadline > 0) {
                    throw new AssertionError(topic + " was not read within " + PATIENCE);
                }
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }

    /**
     * Writes records outside any transaction, as a program that is none of ours would.
     *
     * @return where they lie, in their order
     */
    static List<RecordMetadata> write(KafkaClients clients, List<ProducerRecord<byte[], byte[]>> records)
            throws Exception {
        List<RecordMetadata> places = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer =
                clients.producer("raw-writer", Map.of("max.request.size", 8 << 20))) {
            for (ProducerRecord<byte[], byte[]> record : records) {
                places.add(producer.send(record).get());
            }
        }
        return places;
    }

    static String text(byte @Nullable [] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }

    static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "" : text(header.value());
    }
}
