package dev.assay.schemas.serde;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * The embedded registry: an append-only topic of one partition, read by the rules of {@link SchemaLog}. Its reader is
 * opened at the first question and kept, for then a question about an id costs one round trip; a producer lives only
 * while a schema is appended.
 */
final class TopicSchemaRegistry implements SchemaRegistry {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LAG = Duration.ofSeconds(1);
    private static final Duration POLL = Duration.ofMillis(100);
    /** An id this far beyond the log's end is rubbish, not a schema that a follower does not have yet. */
    private static final int NEAR = 32;

    private final TopicPartition log;
    private final Map<String, Object> clients;
    private final ReentrantLock lock = new ReentrantLock();
    private final SchemaLog schemas = new SchemaLog();
    private final UnknownIds unknown = new UnknownIds();
    private @Nullable KafkaConsumer<byte[], byte[]> reader;
    private boolean closed;

    TopicSchemaRegistry(String topic, Map<String, Object> clients) {
        this.log = new TopicPartition(topic, 0);
        this.clients = clients;
    }

    @Override
    public int idOf(String subject, Schema schema, boolean register) {
        return locked(() -> {
            String text = SchemaText.of(schema);
            OptionalInt known = schemas.idOf(text);
            if (known.isEmpty()) {
                readUpTo(end());
                known = schemas.idOf(text);
            }
            if (known.isPresent()) {
                return known.getAsInt();
            }
            refuseIfIncompatible(schema);
            if (!register) {
                throw new SerializationException("subject " + subject + ": the schema of " + schema.getFullName()
                        + " is not in topic " + log.topic() + " and auto.register.schemas is false");
            }
            readUpTo(append(text) + 1);
            return schemas.idOf(text).orElseThrow(() -> refused(schema));
        });
    }

    @Override
    public Optional<Schema> schema(int id) {
        return locked(() -> {
            Optional<Schema> known = schemas.schema(id);
            if (known.isPresent() || id < 1 || unknown.recently(id, System.nanoTime())) {
                return known;
            }
            long deadline = System.nanoTime() + LAG.toNanos();
            long end = end();
            readUpTo(end);
            // A broker that has just become leader may not show the newest records for a moment.
            while (schemas.schema(id).isEmpty() && id <= end + NEAR && System.nanoTime() < deadline) {
                take(POLL);
            }
            if (schemas.schema(id).isEmpty()) {
                unknown.note(id, System.nanoTime());
            }
            return schemas.schema(id);
        });
    }

    private void refuseIfIncompatible(Schema schema) {
        if (schemas.refusal(schema).isPresent()) {
            throw refused(schema);
        }
    }

    private SerializationException refused(Schema schema) {
        return new SerializationException("topic " + log.topic() + ": the schema of " + schema.getFullName()
                + " is refused: " + schemas.refusal(schema).orElse("it was not accepted"));
    }

    private KafkaConsumer<byte[], byte[]> reader() {
        if (reader != null) {
            return reader;
        }
        Map<String, Object> config = clientConfig();
        config.put("default.api.timeout.ms", (int) PATIENCE.toMillis());
        config.put("allow.auto.create.topics", false);
        config.put("enable.auto.commit", false);
        config.put("auto.offset.reset", "none");
        KafkaConsumer<byte[], byte[]> opened =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        try {
            List<PartitionInfo> partitions = opened.partitionsFor(log.topic());
            if (partitions == null || partitions.isEmpty()) {
                throw new RegistryUnavailableException("topic " + log.topic()
                        + " is missing (create it with: assay topics" + " apply; or set schema.registry.url)");
            }
            if (partitions.size() != 1) {
                throw new RegistryUnavailableException("topic " + log.topic() + " has " + partitions.size()
                        + " partitions (expected: 1, because its offsets are the schemas' ids)");
            }
            opened.assign(List.of(log));
            opened.seekToBeginning(List.of(log));
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
        reader = opened;
        return opened;
    }

    private long end() {
        Long end = reader().endOffsets(List.of(log)).get(log);
        return end == null ? 0 : end;
    }

    private void readUpTo(long end) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        long position = reader().position(log);
        if (end < position) {
            throw new RegistryUnavailableException("topic " + log.topic() + " ends at " + end + " but was read up to "
                    + position + ": it was made anew, and its old ids mean nothing now; restart this process");
        }
        while (position < end) {
            if (System.nanoTime() > deadline) {
                throw new RegistryUnavailableException("topic " + log.topic() + ": read up to " + position + " of "
                        + end + " in " + PATIENCE.toSeconds() + " s");
            }
            take(POLL);
            position = reader().position(log);
        }
    }

    private void take(Duration wait) {
        for (ConsumerRecord<byte[], byte[]> entry : reader().poll(wait)) {
            if (entry.value() != null) {
                schemas.append(entry.offset(), entry.value());
            }
        }
    }

    private long append(String text) {
        Map<String, Object> config = clientConfig();
        config.put("acks", "all");
        config.put("enable.idempotence", true);
        config.put("linger.ms", 0);
        config.put("max.block.ms", PATIENCE.toMillis());
        config.put("delivery.timeout.ms", (int) PATIENCE.toMillis());
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
        try {
            byte[] value = text.getBytes(StandardCharsets.UTF_8);
            return producer.send(new ProducerRecord<>(log.topic(), 0, null, value))
                    .get(2 * PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .offset();
        } catch (ExecutionException | TimeoutException e) {
            throw new RegistryUnavailableException("topic " + log.topic() + ": a schema could not be appended", e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } finally {
            producer.close(Duration.ofSeconds(1));
        }
    }

    private Map<String, Object> clientConfig() {
        Map<String, Object> config = new HashMap<>(clients);
        config.put("request.timeout.ms", (int) PATIENCE.toMillis() / 2);
        config.put("enable.metrics.push", false);
        return config;
    }

    /** One question at a time: the reader belongs to one thread. The wait for it is bounded like the questions. */
    private <T> T locked(Supplier<T> question) {
        try {
            if (!lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new RegistryUnavailableException(
                        "topic " + log.topic() + ": other threads have been asking for " + PATIENCE.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
        try {
            if (closed) {
                throw new IllegalStateException("the schema registry is closed");
            }
            return question.get();
        } catch (RegistryUnavailableException | SerializationException | InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            throw new RegistryUnavailableException("topic " + log.topic() + ": " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            if (reader != null) {
                reader.close();
                reader = null;
            }
        } finally {
            lock.unlock();
        }
    }
}
