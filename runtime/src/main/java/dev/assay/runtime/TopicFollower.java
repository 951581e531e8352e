package dev.assay.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows a small compacted topic on a thread of its own: all that stands in it, from the beginning, and then what is
 * added. A cluster that is away for a while is waited for.
 */
public final class TopicFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TopicFollower.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final long CLOSE_SECONDS = 10;

    private final String topic;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Reader reader;
    private final Consumer<Throwable> onFailure;
    private final CountDownLatch caughtUp = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile boolean closing;

    /** Takes the records, in the order of each partition, on the follower's thread. */
    @FunctionalInterface
    public interface Reader {
        /**
         * @param isLive whether it was added after the follower began
         */
        void take(ConsumerRecord<byte[], byte[]> record, boolean isLive);
    }

    private TopicFollower(
            KafkaClients clients, String topic, String name, Reader reader, Consumer<Throwable> onFailure) {
        this.topic = topic;
        this.reader = reader;
        this.onFailure = onFailure;
        this.consumer = clients.consumer(name, Map.of());
    }

    /**
     * Starts it.
     *
     * @param name of its thread and its client
     * @param onFailure called with what ended it unasked
     */
    public static TopicFollower start(
            KafkaClients clients, String topic, String name, Reader reader, Consumer<Throwable> onFailure) {
        TopicFollower follower = new TopicFollower(clients, topic, name, reader, onFailure);
        Thread.ofPlatform().name(name).daemon().start(follower::run);
        return follower;
    }

    /** Waits until everything that was there at the start is read, or the follower has failed. */
    public boolean awaitCaughtUp(Duration patience) throws InterruptedException {
        return caughtUp.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        closing = true;
        consumer.wakeup();
        try {
            if (!stopped.await(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.atWarn().addKeyValue("topic", topic).log("follower does not stop");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (consumer) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (!closing) {
                poll(ends);
            }
        } catch (RuntimeException | Error e) {
            if (!closing) {
                onFailure.accept(e);
            }
        } finally {
            stopped.countDown();
            caughtUp.countDown();
        }
    }

    private void poll(Map<TopicPartition, Long> ends) {
        try {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                long end = ends.getOrDefault(new TopicPartition(record.topic(), record.partition()), 0L);
                reader.take(record, record.offset() >= end);
            }
            if (caughtUp.getCount() > 0
                    && ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue())) {
                caughtUp.countDown();
            }
        } catch (RetriableException e) {
            LOG.atWarn()
                    .addKeyValue("topic", topic)
                    .addKeyValue("error", e.getMessage())
                    .log("topic cannot be read now");
        }
    }
}
