package dev.assay.benchmarks;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.sandbox.process.ParentWatch;
import dev.assay.schemas.Job;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * The simplest competent program that asks a model for each record of a topic: polls a batch, asks for all of it on
 * virtual threads, so many at a time, writes the answers with an idempotent producer and commits when the batch is done.
 * It knows no retry, no deadline, no transaction: a crash asks for the whole batch again and doubles its answers.
 *
 * <p>Arguments: bootstrap, topic of jobs, topic of answers, provider, model, calls at a time. SIGTERM ends it behind a
 * batch.
 */
final class PlainConsumerMain {
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaProducer<byte[], byte[]> producer;
    private final Deserializer<SpecificRecord> deserializer;
    private final String answers;
    private final ChatClient client;
    private final Semaphore calls;
    private final AtomicReference<@Nullable Throwable> trouble = new AtomicReference<>();

    private PlainConsumerMain(KafkaClients clients, String answers, ChatClient client, int calls) {
        this.producer = clients.producer("plain-consumer");
        this.deserializer = clients.valueDeserializer();
        this.answers = answers;
        this.client = client;
        this.calls = new Semaphore(calls);
    }

    public static void main(String[] args) throws Exception {
        ParentWatch.start();
        KafkaClients clients = new KafkaClients(KafkaSettings.of(args[0]));
        ChatClient client = new ChatClient(args[3], args[4]);
        PlainConsumerMain program = new PlainConsumerMain(clients, args[2], client, Integer.parseInt(args[5]));
        AtomicBoolean stopping = new AtomicBoolean();
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            stopping.set(true);
            try {
                ended.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
        Map<String, ?> group = Map.of("group.id", "plain-consumer", "group.protocol", "consumer");
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("plain-consumer", group);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            consumer.subscribe(List.of(args[1]));
            while (!stopping.get()) {
                program.batch(consumer.poll(POLL), threads);
                consumer.commitSync();
            }
        } finally {
            program.producer.close();
            ended.countDown();
        }
    }

    /** Returns when every answer is stored. */
    private void batch(ConsumerRecords<byte[], byte[]> records, ExecutorService threads) throws Exception {
        CountDownLatch left = new CountDownLatch(records.count());
        for (ConsumerRecord<byte[], byte[]> record : records) {
            calls.acquire();
            threads.execute(() -> {
                try {
                    work(record);
                } catch (Exception e) {
                    trouble.set(e);
                } finally {
                    calls.release();
                    left.countDown();
                }
            });
        }
        left.await();
        producer.flush();
        Throwable seen = trouble.get();
        if (seen != null) {
            throw new IllegalStateException("a record could not be worked", seen);
        }
    }

    private void work(ConsumerRecord<byte[], byte[]> record) throws Exception {
        Job job = (Job) deserializer.deserialize(record.topic(), record.value());
        String answer = client.ask(BenchJobs.request(job.getBody(), client.model()));
        Future<?> unused = producer.send(
                new ProducerRecord<>(answers, record.key(), answer.getBytes(StandardCharsets.UTF_8)), (stored, e) -> {
                    if (e != null) {
                        trouble.set(e);
                    }
                });
    }
}
