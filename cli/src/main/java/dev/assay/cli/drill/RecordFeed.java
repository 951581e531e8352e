package dev.assay.cli.drill;

import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.schemas.deadletter.DeadLetterHeaders;
import dev.assay.schemas.topics.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads results, scores and dead letters of all runs as they are committed, once for all rows: thirty readers of the
 * same topics would take the machine from what is measured.
 */
final class RecordFeed implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

    /** What a run has brought so far. */
    static final class Yield {
        private final List<Result> results = new ArrayList<>();
        private final List<Score> scores = new ArrayList<>();
        private final List<DeadLetter> letters = new ArrayList<>();
    }

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Deserializer<SpecificRecord> deserializer;
    private final Topics topics;
    private final List<TopicPartition> partitions = new ArrayList<>();
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, Yield> yields = new HashMap<>();
    private long rounds;
    private @Nullable RuntimeException failure;
    private volatile boolean stopped;

    private RecordFeed(KafkaClients clients) {
        consumer = clients.consumer("assay-drill-feed", Map.of());
        deserializer = clients.valueDeserializer();
        topics = clients.settings().topics();
        thread = Thread.ofPlatform().daemon().name("assay-drill-feed").unstarted(this::read);
    }

    static RecordFeed start(KafkaClients clients) {
        RecordFeed feed = new RecordFeed(clients);
        for (String topic : List.of(feed.topics.results(), feed.topics.scores(), feed.topics.deadLetterJobs())) {
            feed.consumer
                    .partitionsFor(topic)
                    .forEach(info -> feed.partitions.add(new TopicPartition(topic, info.partition())));
        }
        feed.consumer.assign(feed.partitions);
        feed.consumer.seekToBeginning(feed.partitions);
        feed.thread.start();
        return feed;
    }

    List<Result> results(String run) {
        return read(run, yield -> List.copyOf(yield.results));
    }

    List<Score> scores(String run) {
        return read(run, yield -> List.copyOf(yield.scores));
    }

    List<DeadLetter> letters(String run) {
        return read(run, yield -> List.copyOf(yield.letters));
    }

    /**
     * Waits until a run has brought what is wanted.
     *
     * @return whether it did in time
     */
    boolean await(java.util.function.BooleanSupplier wanted, Duration patience) throws InterruptedException {
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

    /** Waits until everything is read that was committed before. */
    boolean awaitCaughtUp(Duration patience) throws InterruptedException {
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
        deserializer.close();
    }

    private <T> List<T> read(String run, Function<Yield, List<T>> which) {
        lock.lock();
        try {
            check();
            return which.apply(yields.getOrDefault(run, new Yield()));
        } finally {
            lock.unlock();
        }
    }

    private void check() {
        if (failure != null) {
            throw new IllegalStateException("results cannot be read: " + failure, failure);
        }
    }

    private void read() {
        try {
            while (!stopped) {
                round();
            }
        } catch (org.apache.kafka.common.errors.WakeupException e) {
            // Asked to stop.
        } catch (RuntimeException e) {
            signal(() -> failure = e);
        } finally {
            consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ofSeconds(1)));
        }
    }

    /** Reads up to where the topics end at its beginning, and waits a little for more. */
    private void round() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        do {
            consumer.poll(POLL).forEach(this::take);
        } while (!stopped
                && ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue()));
        signal(() -> rounds++);
    }

    private void take(ConsumerRecord<byte[], byte[]> consumed) {
        if (consumed.topic().equals(topics.deadLetterJobs())) {
            if (DeadLetterHeaders.read(consumed.headers())
                    instanceof DeadLetterHeaders.Reading.Intact(DeadLetter letter)) {
                signal(() -> of(String.valueOf(letter.getRunId())).letters.add(letter));
            }
            return;
        }
        switch (deserializer.deserialize(consumed.topic(), consumed.headers(), consumed.value())) {
            case Result result -> signal(() -> of(result.getRunId()).results.add(result));
            case Score score -> signal(() -> of(score.getRunId()).scores.add(score));
            case SpecificRecord other -> throw new IllegalStateException("in " + consumed.topic() + ": " + other);
        }
    }

    private Yield of(String run) {
        return yields.computeIfAbsent(run, name -> new Yield());
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
