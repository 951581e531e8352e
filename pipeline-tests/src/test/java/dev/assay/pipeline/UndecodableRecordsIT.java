package dev.assay.pipeline;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.KafkaClients;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.testkit.Evidence;
import dev.assay.testkit.World;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that are no jobs lie among the jobs of a run. */
class UndecodableRecordsIT extends Scenario {
    @Test
    void recordsThatAreNoJobsBecomeDeadLettersByteForByteAndHarmNoNeighbour(@TempDir Path directory) throws Exception {
        World world = world(directory, SimulatorSettings.standard(), 16);
        world.startWorker("worker-1");
        submitAll(world, "among", 300);
        Map<String, byte @Nullable []> damaged = damagedValues();
        write(world.clients(), damaged);
        submitAll(world, "behind", 300);

        world.awaitOver("among", PATIENCE);
        world.awaitOver("behind", PATIENCE);
        Map<String, ConsumerRecord<byte[], byte[]>> deadLetters = deadLetters(world.clients(), damaged.size());

        assertThat(deadLetters.keySet()).isEqualTo(damaged.keySet());
        damaged.forEach((key, bytes) -> {
            ConsumerRecord<byte[], byte[]> letter = requireNonNull(deadLetters.get(key), key);
            assertThat(letter.value()).as(key).isEqualTo(bytes);
            assertThat(header(letter, "assay.error.disposition")).as(key).isEqualTo("UNDECODABLE");
            assertThat(header(letter, "assay.original.topic"))
                    .as(key)
                    .isEqualTo(world.clients().settings().topics().jobs(World.LANE));
        });
        Evidence evidence = world.evidence("among");
        checkEveryGuarantee(evidence);
    }

    private static Map<String, byte @Nullable []> damagedValues() {
        byte[] ones = new byte[64];
        Arrays.fill(ones, (byte) 0xFF);
        byte[] unknownSchema =
                ByteBuffer.allocate(9).put((byte) 0).putInt(99_999).putInt(7).array();
        byte[] cutShort =
                ByteBuffer.allocate(3).put((byte) 0).putShort((short) 0).array();
        Map<String, byte @Nullable []> values = new LinkedHashMap<>();
        values.put("empty", new byte[0]);
        values.put("null", null);
        values.put("ones", ones);
        values.put("json", "{\"not\":\"a job\"}".getBytes(StandardCharsets.UTF_8));
        values.put("unknown-schema", unknownSchema);
        values.put("cut-short", cutShort);
        return values;
    }

    private static void write(KafkaClients clients, Map<String, byte @Nullable []> values) throws Exception {
        String topic = clients.settings().topics().jobs(World.LANE);
        try (KafkaProducer<byte[], byte[]> producer = clients.producer("vandal")) {
            for (Map.Entry<String, byte @Nullable []> value : values.entrySet()) {
                byte[] key = value.getKey().getBytes(StandardCharsets.UTF_8);
                producer.send(new ProducerRecord<>(topic, key, value.getValue()))
                        .get();
            }
        }
    }

    private static Map<String, ConsumerRecord<byte[], byte[]>> deadLetters(KafkaClients clients, int expected) {
        String topic = clients.settings().topics().deadLetterJobs();
        Map<String, ConsumerRecord<byte[], byte[]>> found = new LinkedHashMap<>();
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("dead-letter-reader", Map.of())) {
            List<TopicPartition> partitions = new ArrayList<>();
            consumer.partitionsFor(topic).forEach(info -> partitions.add(new TopicPartition(topic, info.partition())));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (found.size() < expected && System.nanoTime() - end < 0) {
                consumer.poll(Duration.ofMillis(200))
                        .forEach(record -> found.put(new String(record.key(), StandardCharsets.UTF_8), record));
            }
        }
        return found;
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
