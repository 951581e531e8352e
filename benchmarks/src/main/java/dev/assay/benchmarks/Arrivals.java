package dev.assay.benchmarks;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/** Notes when a reader of committed records gets to see each record of a topic, from when this is opened on. */
final class Arrivals implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Clock clock;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Map<String, Instant> byKey = new HashMap<>();
    private long records;

    private final boolean byStamp;

    private Arrivals(KafkaClients clients, String topic, Clock clock, boolean byStamp) {
        this.clock = clock;
        this.byStamp = byStamp;
        consumer = clients.consumer("assay-bench-arrivals", Map.of());
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
        thread = Thread.ofPlatform().name("arrivals-" + topic).daemon().start(this::watch);
    }

    static Arrivals of(KafkaClients clients, String topic, Clock clock) {
        return new Arrivals(clients, topic, clock, false);
    }

    /** The same with the timestamp of each record for when it was seen: when it was sent. */
    static Arrivals stamped(KafkaClients clients, String topic, Clock clock) {
        return new Arrivals(clients, topic, clock, true);
    }

    /**
     * Waits until so many records have been seen.
     *
     * @return when each was seen first, by key
     */
    Map<String, Instant> await(long wanted, Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (records < wanted && left > 0) {
                left = arrived.awaitNanos(left);
            }
            NotRightException.when(
                    records != wanted || byKey.size() != wanted,
                    "records seen: " + records + " of " + byKey.size() + " jobs (expected: " + wanted + ")");
            return Map.copyOf(byKey);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        try (consumer) {
            while (true) {
                var polled = consumer.poll(POLL);
                note(clock.now(), polled);
            }
        } catch (WakeupException e) {
            // Closed.
        }
    }

    private void note(Instant now, Iterable<ConsumerRecord<byte[], byte[]>> polled) {
        lock.lock();
        try {
            for (ConsumerRecord<byte[], byte[]> record : polled) {
                records++;
                byKey.putIfAbsent(
                        new String(record.key(), StandardCharsets.UTF_8),
                        byStamp ? Instant.ofEpochMilli(record.timestamp()) : now);
            }
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
