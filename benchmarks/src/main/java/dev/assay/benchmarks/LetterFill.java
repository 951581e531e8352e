package dev.assay.benchmarks;

import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.Account;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.DeadLetterMark;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Job;
import dev.assay.schemas.MarkAction;
import dev.assay.schemas.deadletter.DeadLetterHeaders;
import dev.assay.schemas.topics.HeaderNames;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Dead letters of a bad week, written as fast as a plain producer can: jobs of 1 KB of 20 tenants in 50 runs, mostly of
 * common kinds and a few of a rare one, some damaged, some discarded. Which is which follows from a letter's number.
 */
final class LetterFill {
    static final FailureKind RARE = FailureKind.NEVER_FITS;
    private static final int RARE_EVERY = 2_500;
    private static final int DAMAGED_EVERY = 10_000;
    private static final int DISCARDED_EVERY = 50;
    private static final int TENANTS = 20;
    private static final int RUNS = 50;
    private static final int STEP_EVERY = 100_000;
    private static final Duration WEEK = Duration.ofDays(7);
    private static final List<FailureKind> KINDS = List.of(
            FailureKind.TIMEOUT,
            FailureKind.TIMEOUT,
            FailureKind.TRANSIENT,
            FailureKind.OVERLOADED,
            FailureKind.RATE_LIMITED,
            FailureKind.BAD_REQUEST,
            FailureKind.DEADLINE_EXCEEDED);

    private final Bench bench;
    private final KafkaClients clients;
    private final int letters;
    private final AtomicReference<@Nullable Exception> trouble = new AtomicReference<>();
    private final Queue<RecordMetadata> discarded = new ConcurrentLinkedQueue<>();

    LetterFill(Bench bench, KafkaClients clients, int letters) {
        this.bench = bench;
        this.clients = clients;
        this.letters = letters;
    }

    static String tenant(int number) {
        return "tenant-" + number % TENANTS;
    }

    static String run(int number) {
        return "nightly-" + number / 7 % RUNS;
    }

    /** How many are open in the end. */
    long open() {
        return letters - countOfDiscarded();
    }

    /** How many of a tenant are open and of the rare kind. */
    long rareOf(String tenant) {
        long count = 0;
        for (int i = 0; i < letters; i += RARE_EVERY) {
            count += tenant(i / RARE_EVERY).equals(tenant) ? 1 : 0;
        }
        return count;
    }

    private long countOfDiscarded() {
        long count = 0;
        for (int i = 2; i < letters; i += DISCARDED_EVERY) {
            count++;
        }
        return count;
    }

    void write() throws InterruptedException {
        Topics topics = clients.settings().topics();
        Instant begin = bench.clock().now().minus(WEEK);
        long step = WEEK.toMillis() / letters;
        Map<String, Object> settings = Map.of("linger.ms", 20, "batch.size", 256 << 10, "buffer.memory", 64L << 20);
        try (KafkaProducer<byte[], byte[]> producer = clients.producer("assay-bench-letters", settings);
                Serializer<SpecificRecord> serializer = clients.valueSerializer()) {
            for (int i = 0; i < letters; i++) {
                Instant at = begin.plusMillis(i * step);
                boolean isDiscarded = i % DISCARDED_EVERY == 2;
                Future<?> unused = producer.send(letter(topics, serializer, i, at), (stored, e) -> {
                    if (e != null) {
                        trouble.set(e);
                    } else if (isDiscarded) {
                        discarded.add(stored);
                    }
                });
                if (i % STEP_EVERY == STEP_EVERY - 1) {
                    bench.step((i + 1) + " of " + letters + " dead letters written");
                }
            }
            producer.flush();
            discarded.forEach(stored -> mark(topics, producer, serializer, stored));
            producer.flush();
        }
        Exception seen = trouble.get();
        NotRightException.when(seen != null, "the dead letters cannot be written: " + seen);
    }

    private ProducerRecord<byte[], byte[]> letter(
            Topics topics, Serializer<SpecificRecord> serializer, int number, Instant at) {
        String tenant = number % RARE_EVERY == 0 ? tenant(number / RARE_EVERY) : tenant(number);
        Job job = job(number, tenant, at);
        FailureKind kind = number % RARE_EVERY == 0 ? RARE : KINDS.get(number % KINDS.size());
        Headers original = new RecordHeaders();
        original.add(HeaderNames.TENANT, utf8(tenant));
        original.add(HeaderNames.RUN_ID, utf8(job.getRunId()));
        original.add(HeaderNames.JOB_ID, utf8(job.getJobId()));
        Headers headers = DeadLetterHeaders.write(
                told(topics, kind, job, number, at),
                original,
                new DeadLetterHeaders.Reader(topics.workerGroup("batch"), TimestampType.CREATE_TIME, null));
        if (number % DAMAGED_EVERY == 1) {
            headers.remove("assay.error.kind");
        }
        return new ProducerRecord<>(
                topics.deadLetterJobs(),
                null,
                at.toEpochMilli(),
                utf8(Keys.job(job.getRunId(), job.getJobId())),
                serializer.serialize(topics.deadLetterJobs(), job),
                headers);
    }

    private static DeadLetter told(Topics topics, FailureKind kind, Job job, int number, Instant at) {
        String evidence = "[{\"number\":1,\"provider\":\"openai\",\"model\":\"gpt-4o\",\"startedAt\":\"" + at
                + "\",\"durationMillis\":30000,\"status\":503,\"kind\":\"" + kind
                + "\",\"message\":\"upstream connect error or disconnect\"}]";
        return DeadLetter.newBuilder()
                .setKind(kind)
                .setDisposition(kind == FailureKind.BAD_REQUEST ? Disposition.UNRECOVERABLE : Disposition.EXHAUSTED)
                .setMessage("the provider answered " + kind + " to call " + number % 4)
                .setOriginalTopic(topics.jobs("batch"))
                .setOriginalPartition(number % 8)
                .setOriginalOffset(number)
                .setOriginalTimestamp(at)
                .setAttempts(1 + number % 4)
                .setDeliveries(1)
                .setGeneration(0)
                .setWorker("worker-" + number % 3)
                .setRunId(job.getRunId())
                .setJobId(job.getJobId())
                .setTenant(job.getTenant())
                .setModel("openai/gpt-4o" + (number % 3 == 0 ? "-mini" : ""))
                .setEvidence(evidence)
                .build();
    }

    private static Job job(int number, String tenant, Instant at) {
        return Job.newBuilder()
                .setRunId(run(number))
                .setJobId("case-" + number)
                .setOrdinal(number)
                .setTenant(tenant)
                .setLane("batch")
                .setRoute("main")
                .setAccount(Account.EVAL)
                .setBody("{\"messages\":[{\"role\":\"user\",\"content\":\"" + "Tell the sum of these. ".repeat(38)
                        + number + "\"}],\"temperature\":0}")
                .setExpectation(Expecting.of(List.of()))
                .setMaxTokens(400)
                .setEstimatedInputTokens(240)
                .setEnqueuedAt(at)
                .setDeadline(at.plusSeconds(3_600))
                .setTags(Map.of("suite", number % 2 == 0 ? "sums" : "words"))
                .build();
    }

    private void mark(
            Topics topics,
            KafkaProducer<byte[], byte[]> producer,
            Serializer<SpecificRecord> serializer,
            RecordMetadata stored) {
        String id = "jobs-" + stored.partition() + "-" + stored.offset();
        DeadLetterMark mark = DeadLetterMark.newBuilder()
                .setLetter(id)
                .setAction(MarkAction.DISCARDED)
                .setBy("bench")
                .setAt(bench.clock().now())
                .setReason("seen")
                .build();
        Future<?> unused = producer.send(
                new ProducerRecord<>(
                        topics.deadLetterMarks(),
                        stored.partition(),
                        utf8(id),
                        serializer.serialize(topics.deadLetterMarks(), mark)),
                (done, e) -> {
                    if (e != null) {
                        trouble.set(e);
                    }
                });
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
