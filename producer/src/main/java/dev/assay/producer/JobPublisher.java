package dev.assay.producer;

import dev.assay.producer.TransactionWriter.Sent;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Writes the chunks of one run, each in one transaction: jobs, the run's progress, the chunk's fingerprints, and with
 * the first one the run's manifest. Opening it ends every other publisher of the run and whatever it had not committed.
 */
final class JobPublisher implements AutoCloseable {
    private final TransactionWriter writer;
    private final Serializer<SpecificRecord> serializer;
    private final Topics topics;
    private final String runId;
    private final JobMaker jobs;
    private final Clock clock;
    private final int runsPartitions;
    private final int submitsPartitions;

    private JobPublisher(
            TransactionWriter writer,
            Serializer<SpecificRecord> serializer,
            Topics topics,
            String runId,
            JobMaker jobs,
            Clock clock) {
        this.writer = writer;
        this.serializer = serializer;
        this.topics = topics;
        this.runId = runId;
        this.jobs = jobs;
        this.clock = clock;
        this.runsPartitions = writer.partitionsOf(topics.runs());
        this.submitsPartitions = writer.partitionsOf(topics.submits());
    }

    /** Opens it and fences every other one of the run. */
    static JobPublisher open(
            KafkaClients clients, Serializer<SpecificRecord> serializer, String runId, JobMaker jobs, Clock clock) {
        Topics topics = clients.settings().topics();
        TransactionWriter writer = TransactionWriter.open(clients, topics.submitTransactionalId(runId), clock);
        try {
            return new JobPublisher(writer, serializer, topics, runId, jobs, clock);
        } catch (RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    /**
     * Sends a chunk.
     *
     * @throws KafkaException when trying again would not help: not authorised, a record too large
     */
    Sent send(Chunk chunk) {
        return writer.send(() -> records(chunk));
    }

    @Override
    public void close() {
        writer.close();
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
