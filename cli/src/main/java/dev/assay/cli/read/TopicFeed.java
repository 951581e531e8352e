package dev.assay.cli.read;

import dev.assay.runtime.KafkaClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Follows topics from their beginning, on a thread of its own, and hands every record to one taker as soon as it is
 * committed. What the taker keeps is read and awaited under the feed's lock. A broker that is away for a while only
 * delays it.
 */
public final class TopicFeed implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Consumer<ConsumerRecord<byte[], byte[]>> taker;
    private final List<TopicPartition> partitions = new ArrayList<>();
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long rounds;
    private @Nullable RuntimeException failure;
    private volatile boolean stopped;

    private TopicFeed(KafkaClients clients, String clientId, Consumer<ConsumerRecord<byte[], byte[]>> taker) {
        this.taker = taker;
        consumer = clients.consumer(clientId, Map.of());
        thread = Thread.ofPlatform().daemon().name(clientId).unstarted(this::read);
    }

    /**
     * Starts it.
     *
     * @param clientId shows in the broker's logs, and names the thread
     * @param topics which exist
     * @param taker is called with one record at a time, under the lock; an exception of it ends the feed, and is
     *     thrown by everything that reads or waits
     */
    public static TopicFeed start(
            KafkaClients clients,
            String clientId,
            List<String> topics,
            Consumer<ConsumerRecord<byte[], byte[]>> taker) {
        TopicFeed feed = new TopicFeed(clients, clientId, taker);
        for (String topic : topics) {
            feed.consumer
                    .partitionsFor(topic)
                    .forEach(info -> feed.partitions.add(new TopicPartition(topic, info.partition())));
        }
        feed.consumer.assign(feed.partitions);
        feed.consumer.seekToBeginning(feed.partitions);
        feed.thread.start();
        return feed;
    }

    /** Looks at what the taker keeps. */
    public <T> T read(Supplier<T> what) {
        lock.lock();
        try {
            check();
            return what.get();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the taker has what is wanted.
     *
     * @return whether it had in time
     */
    public boolean await(BooleanSupplier wanted, Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (!wanted.getAsBoolean()) {
                check();
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until everything is taken that was committed before. */
    public boolean awaitCaughtUp(Duration patience) throws InterruptedException {
        lock.lock();
        try {
            // The round that runs may have asked for the ends before; the one after it asks later.
            long wanted = rounds + 2;
            return await(() -> rounds >= wanted, patience);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        stopped = true;
        consumer.wakeup();
        try {
            thread.join(STOP_PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void check() {
        if (failure != null) {
            throw new IllegalStateException("records cannot be read: " + failure, failure);
        }
    }

    private void read() {
        try {
            while (!stopped) {
                round();
            }
        } catch (WakeupException e) {
            // Asked to stop.
        } catch (RuntimeException e) {
            signal(() -> failure = e);
        } finally {
            consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
        }
    }

    /** Reads up to where the topics end at its beginning, and waits a little for more. */
    private void round() {
        try {
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            do {
                ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
                signal(() -> records.forEach(taker));
            } while (!stopped
                    && ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue()));
        } catch (RetriableException e) {
            // The broker is away; the next round asks again.
            return;
        }
        signal(() -> rounds++);
    }

    private void signal(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
