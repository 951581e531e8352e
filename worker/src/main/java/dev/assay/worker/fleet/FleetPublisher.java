package dev.assay.worker.fleet;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.AccountUnblock;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.GateClosed;
import dev.assay.schemas.topics.Keys;
import dev.assay.worker.gate.Announcer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes this worker's findings to the fleet topic, on a thread of its own: a broker that is down holds up no call. Of
 * findings under one key that wait only the newest is written; each is tried until it is, or stands for nothing more.
 */
public final class FleetPublisher implements Announcer, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FleetPublisher.class);
    private static final int CAPACITY = 10_000;
    private static final Duration RETRY_PAUSE = Duration.ofMillis(500);
    private static final long CLOSE_MILLIS = 5_000;
    private static final Map<String, ?> IMPATIENT = Map.of(
            "linger.ms", 0,
            "max.block.ms", 2_000,
            "request.timeout.ms", 3_000,
            "delivery.timeout.ms", 5_000);

    private final String topic;
    private final Clock clock;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Serializer<SpecificRecord> serializer;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, FleetEntry> waiting = new LinkedHashMap<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private boolean closing;

    private FleetPublisher(String topic, KafkaClients clients, String worker, Clock clock) {
        this.topic = topic;
        this.clock = clock;
        this.producer = clients.producer(worker + "-fleet", IMPATIENT);
        this.serializer = clients.valueSerializer();
    }

    public static FleetPublisher start(String topic, KafkaClients clients, String worker, Clock clock) {
        FleetPublisher publisher = new FleetPublisher(topic, clients, worker, clock);
        Thread.ofPlatform().name("fleet-publisher").daemon().start(publisher::run);
        return publisher;
    }

    @Override
    public void blocked(AccountBlock block) {
        offer(Keys.block(block.getAccount()), entry(block));
    }

    @Override
    public void unblocked(AccountUnblock unblock) {
        offer(Keys.block(unblock.getAccount()), entry(unblock));
    }

    @Override
    public void closed(GateClosed gate) {
        offer(Keys.gate(gate.getAccount(), gate.getModel() == null ? "" : gate.getModel()), entry(gate));
    }

    /** How many findings are not written yet. */
    public int waiting() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** Tries once more to write what waits, and stops. */
    @Override
    public void close() {
        lock.lock();
        try {
            closing = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            if (!stopped.await(CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
                LOG.atWarn().log("fleet publisher does not stop");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close(Duration.ZERO);
        serializer.close();
    }

    private void offer(String key, FleetEntry entry) {
        lock.lock();
        try {
            if (waiting.size() >= CAPACITY && !waiting.containsKey(key)) {
                LOG.atError().addKeyValue("key", key).log("too many findings wait; one is not told to the fleet");
                return;
            }
            waiting.put(key, entry);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            warmUp();
            Map.@Nullable Entry<String, FleetEntry> next = next();
            while (next != null) {
                boolean done = isOver(next.getValue()) || write(next.getKey(), next.getValue());
                settle(next.getKey(), next.getValue(), done);
                if (!done && !pause()) {
                    return;
                }
                next = next();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            stopped.countDown();
        }
    }

    /** The first finding must not wait until the broker is found and the schema is known. */
    private void warmUp() {
        GateClosed sample = GateClosed.newBuilder()
                .setAccount("")
                .setUntil(clock.now())
                .setMessage("")
                .setBy("")
                .setAt(clock.now())
                .build();
        try {
            var bytes = serializer.serialize(topic, entry(sample));
            var partitions = producer.partitionsFor(topic);
            LOG.atDebug().addKeyValue("partitions", partitions.size()).log("fleet publisher ready, " + bytes.length);
        } catch (KafkaException e) {
            LOG.atWarn().addKeyValue("error", e.getMessage()).log("fleet topic cannot be written now");
        }
    }

    /** What is to be written next; null when there is nothing more, ever. */
    private Map.@Nullable Entry<String, FleetEntry> next() throws InterruptedException {
        lock.lock();
        try {
            while (waiting.isEmpty() && !closing) {
                changed.await();
            }
            return waiting.isEmpty()
                    ? null
                    : Map.Entry.copyOf(waiting.entrySet().iterator().next());
        } finally {
            lock.unlock();
        }
    }

    private boolean write(String key, FleetEntry entry) throws InterruptedException {
        try {
            byte[] value = serializer.serialize(topic, entry);
            producer.send(new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), value))
                    .get();
            return true;
        } catch (InterruptException e) {
            throw new InterruptedException();
        } catch (ExecutionException | KafkaException e) {
            LOG.atWarn()
                    .addKeyValue("key", key)
                    .addKeyValue("error", String.valueOf(e.getMessage()))
                    .log("finding not told to the fleet yet");
            return false;
        }
    }

    /** Takes it off where nothing newer came meanwhile; what was not written goes behind the others. */
    private void settle(String key, FleetEntry entry, boolean done) {
        lock.lock();
        try {
            FleetEntry latest = waiting.get(key);
            if (latest == null || (done && latest.equals(entry))) {
                waiting.remove(key);
            } else if (!done) {
                waiting.remove(key);
                waiting.put(key, latest);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits before the next try; not while closing, when there is none. */
    private boolean pause() throws InterruptedException {
        lock.lock();
        try {
            if (closing) {
                return false;
            }
        } finally {
            lock.unlock();
        }
        clock.pause(RETRY_PAUSE);
        return true;
    }

    private boolean isOver(FleetEntry entry) {
        return entry.getEntry() instanceof GateClosed gate && !gate.getUntil().isAfter(clock.now());
    }

    private static FleetEntry entry(SpecificRecord branch) {
        return FleetEntry.newBuilder().setEntry(branch).build();
    }
}
