package dev.assay.producer;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.Job;
import dev.assay.schemas.RunEntry;
import dev.assay.schemas.SubmitChunk;
import dev.assay.schemas.topics.HeaderNames;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.Topics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Writes the chunks of one run, each in one transaction: jobs, the run's progress, the chunk's fingerprints, and with
 * the first one the run's manifest. Opening it ends every other publisher of the run and whatever it had not committed.
 * A transaction is open only while a chunk is sent.
 */
final class JobPublisher implements AutoCloseable {
    private static final int COMMIT_TRIES = 3;
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);

    private final KafkaProducer<byte[], byte[]> producer;
    private final Serializer<SpecificRecord> serializer;
    private final Topics topics;
    private final String runId;
    private final JobMaker jobs;
    private final Clock clock;
    private final int runsPartitions;
    private final int submitsPartitions;

    private JobPublisher(
            KafkaProducer<byte[], byte[]> producer,
            Serializer<SpecificRecord> serializer,
            Topics topics,
            String runId,
            JobMaker jobs,
            Clock clock) {
        this.producer = producer;
        this.serializer = serializer;
        this.topics = topics;
        this.runId = runId;
        this.jobs = jobs;
        this.clock = clock;
        this.runsPartitions = producer.partitionsFor(topics.runs()).size();
        this.submitsPartitions = producer.partitionsFor(topics.submits()).size();
    }

    /** Opens it and fences every other one of the run. */
    static JobPublisher open(
            KafkaClients clients, Serializer<SpecificRecord> serializer, String runId, JobMaker jobs, Clock clock) {
        Topics topics = clients.settings().topics();
        KafkaProducer<byte[], byte[]> producer = clients.transactionalProducer(topics.submitTransactionalId(runId));
        try {
            producer.initTransactions();
            return new JobPublisher(producer, serializer, topics, runId, jobs, clock);
        } catch (RuntimeException e) {
            producer.close(CLOSE_PATIENCE);
            throw e;
        }
    }

    /** What became of a chunk. */
    sealed interface Sent {
        /** All of it is there. */
        record Committed() implements Sent {}

        /** None of it is there: another submit of the run took over. */
        record Fenced() implements Sent {}

        /** It may be there or not; only a new publisher and a look at the run's progress can tell. */
        record Unknown(String reason) implements Sent {}
    }

    /**
     * Sends a chunk.
     *
     * @throws KafkaException when trying again would not help: not authorised, a record too large
     */
    Sent send(Chunk chunk) {
        long began = clock.nanos();
        try {
            List<ProducerRecord<byte[], byte[]>> records = records(chunk);
            producer.beginTransaction();
            for (ProducerRecord<byte[], byte[]> record : records) {
                // What goes wrong with a record makes the commit fail.
                Future<?> unused = producer.send(record);
            }
            commit();
            return new Sent.Committed();
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            return verdict(e, Duration.ofNanos(clock.nanos() - began));
        }
    }

    /** An interrupt that ended the submit must not end the closing too, or the transaction would stay open. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            producer.close(CLOSE_PATIENCE);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A commit that timed out may be asked for again; the coordinator answers the same. */
    private void commit() {
        for (int tries = 1; ; tries++) {
            try {
                producer.commitTransaction();
                return;
            } catch (TimeoutException e) {
                if (tries == COMMIT_TRIES) {
                    throw e;
                }
            }
        }
    }

    /**
     * The coordinator fences a publisher for two reasons that look alike from here: another one was opened, or this
     * one's transaction went past its timeout, as it does in a process that was frozen. Only one that is younger than
     * the timeout is certain to have been taken over.
     */
    static Sent verdict(KafkaException e, Duration age) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProducerFencedException || cause instanceof InvalidProducerEpochException) {
                return age.toMillis() < KafkaClients.TRANSACTION_TIMEOUT_MILLIS
                        ? new Sent.Fenced()
                        : new Sent.Unknown("the transaction took longer than its timeout");
            }
            if (cause instanceof AuthorizationException
                    || cause instanceof AuthenticationException
                    || cause instanceof RecordTooLargeException
                    || cause instanceof SerializationException) {
                throw e;
            }
        }
        return new Sent.Unknown(reason(e));
    }

    /** What went wrong, as the innermost exception says it. */
    static String reason(Throwable e) {
        Throwable innermost = e;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        return innermost.getClass().getSimpleName() + ": " + innermost.getMessage();
    }

    private List<ProducerRecord<byte[], byte[]>> records(Chunk chunk) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(jobRecords(chunk, clock.now()));
        List<Long> lines = new ArrayList<>();
        ByteBuffer fingerprints = ByteBuffer.allocate(chunk.jobs().size() * Long.BYTES);
        for (ValidJob valid : chunk.jobs()) {
            lines.add(valid.line());
            fingerprints.putLong(valid.fingerprint().first8());
        }
        if (!lines.isEmpty()) {
            SubmitChunk prints =
                    new SubmitChunk(runId, chunk.index(), chunk.firstOrdinal(), lines, fingerprints.flip());
            records.add(record(topics.submits(), submitsPartitions, Keys.submitChunk(runId, chunk.index()), prints));
        }
        if (chunk.manifest() != null) {
            RunEntry manifest = new RunEntry(runId, chunk.manifest());
            records.add(record(topics.runs(), runsPartitions, Keys.manifest(runId), manifest));
        }
        RunEntry progress = new RunEntry(runId, chunk.progress());
        records.add(record(topics.runs(), runsPartitions, Keys.progress(runId), progress));
        return records;
    }

    /** On all processors: counting tokens and writing Avro is the most of what a job costs here. */
    private List<ProducerRecord<byte[], byte[]>> jobRecords(Chunk chunk, Instant now) {
        List<ValidJob> valid = chunk.jobs();
        return IntStream.range(0, valid.size())
                .parallel()
                .mapToObj(i -> record(jobs.make(valid.get(i), chunk.firstOrdinal() + i, now), chunk.partition()))
                .toList();
    }

    private ProducerRecord<byte[], byte[]> record(Job job, int partition) {
        String topic = topics.jobs(job.getLane());
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topic, partition, bytes(Keys.job(runId, job.getJobId())), serializer.serialize(topic, job));
        record.headers().add(HeaderNames.TENANT, bytes(job.getTenant()));
        record.headers().add(HeaderNames.RUN_ID, bytes(runId));
        record.headers().add(HeaderNames.JOB_ID, bytes(job.getJobId()));
        if (job.getTraceparent() != null) {
            record.headers().add(HeaderNames.TRACEPARENT, bytes(job.getTraceparent()));
        }
        return record;
    }

    private ProducerRecord<byte[], byte[]> record(String topic, int partitions, String key, SpecificRecord value) {
        return new ProducerRecord<>(
                topic, RunStates.partition(key, partitions), bytes(key), serializer.serialize(topic, value));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
