package dev.assay.worker;

import dev.assay.runtime.Clock;
import dev.assay.schemas.Job;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Judging;
import dev.assay.schemas.Result;
import dev.assay.schemas.topics.HeaderNames;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.Names;
import dev.assay.worker.intake.Delivery;
import dev.assay.worker.intake.Output;
import dev.assay.worker.intake.Verdict;
import dev.assay.worker.meters.WorkerMeters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the records that settle a job: its result, and a dead letter where it becomes one. They are made on the job's
 * own thread and written by the intake in the transaction that settles it.
 */
final class ResultPublisher {
    private final String topic;
    private final IntSupplier partitions;
    private final int maxRecordBytes;
    private final SerdePool<Serializer<SpecificRecord>> serializers;
    private final ResultMaker results;
    private final DeadLetterMaker deadLetters;
    private final WorkerMeters meters;
    private final Clock clock;

    /**
     * @param topic where results go
     * @param partitions how many partitions that topic has
     * @param maxRecordBytes size of a result above which its response is left out without asking the cluster
     */
    ResultPublisher(
            String topic,
            IntSupplier partitions,
            int maxRecordBytes,
            SerdePool<Serializer<SpecificRecord>> serializers,
            ResultMaker results,
            DeadLetterMaker deadLetters,
            WorkerMeters meters,
            Clock clock) {
        this.topic = topic;
        this.partitions = partitions;
        this.maxRecordBytes = maxRecordBytes;
        this.serializers = serializers;
        this.results = results;
        this.deadLetters = deadLetters;
        this.meters = meters;
        this.clock = clock;
    }

    /** The end of a job that could be read. */
    Verdict ended(Job job, Delivery delivery, Ending ending) {
        count(delivery, ending);
        Result result = results.of(job, delivery, ending, clock.now());
        return settle(job, delivery, ending, result);
    }

    /** The end of a record that could not: a dead letter, and a result where its headers name the job. */
    Verdict unread(Delivery delivery, Ending ending) {
        count(delivery, ending);
        Optional<String> runId = delivery.header(HeaderNames.RUN_ID).filter(Names::isName);
        Optional<String> jobId = delivery.header(HeaderNames.JOB_ID).filter(id -> !id.isEmpty());
        if (runId.isEmpty() || jobId.isEmpty()) {
            ProducerRecord<byte[], byte[]> letter = deadLetters.of(null, delivery, ending, true);
            return new Verdict.Settle(fit -> List.of(letter));
        }
        Result result = results.ofUnread(
                runId.get(),
                jobId.get(),
                delivery.header(HeaderNames.TENANT).orElse(""),
                delivery,
                ending,
                clock.now());
        return settle(null, delivery, ending, result);
    }

    private Verdict settle(@Nullable Job job, Delivery delivery, Ending ending, Result result) {
        List<ProducerRecord<byte[], byte[]>> whole = whole(job, delivery, ending, result);
        Output output = fit -> switch (fit) {
            case WHOLE -> whole;
            case WITHOUT_RESPONSE ->
                records(job, delivery, ending, record(result, ResultMaker.withoutResponse(result)), true);
            case BARE -> bare(job, delivery, ending, result);
        };
        return new Verdict.Settle(output);
    }

    private List<ProducerRecord<byte[], byte[]>> whole(
            @Nullable Job job, Delivery delivery, Ending ending, Result result) {
        ProducerRecord<byte[], byte[]> record = record(result, result);
        if (record.value().length > maxRecordBytes) {
            record = record(result, ResultMaker.withoutResponse(result));
        }
        if (record.value().length > maxRecordBytes) {
            return bare(job, delivery, ending, result);
        }
        return records(job, delivery, ending, record, true);
    }

    /** An answer that does not fit cannot be scored, so without it the job is dead-lettered. */
    private List<ProducerRecord<byte[], byte[]>> bare(
            @Nullable Job job, Delivery delivery, Ending ending, Result result) {
        boolean losesAnswer = ending.status() == JobStatus.SUCCEEDED || ending.status() == JobStatus.FALLBACK;
        if (job == null || !losesAnswer) {
            return records(job, delivery, ending, record(result, ResultMaker.bare(result)), false);
        }
        Ending tooLarge = ending.tooLarge("the answer is larger than a record may be");
        Result without = ResultMaker.bare(results.of(job, delivery, tooLarge, result.getFinishedAt()));
        return records(job, delivery, tooLarge, record(result, without), false);
    }

    private List<ProducerRecord<byte[], byte[]>> records(
            @Nullable Job job,
            Delivery delivery,
            Ending ending,
            ProducerRecord<byte[], byte[]> result,
            boolean withEvidence) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        records.add(result);
        if (ending.isDeadLetter()) {
            records.add(deadLetters.of(job, delivery, ending, withEvidence));
        }
        return List.copyOf(records);
    }

    private ProducerRecord<byte[], byte[]> record(Result named, Result result) {
        byte[] value = serializers.use(serializer -> serializer.serialize(topic, result));
        byte[] key = Keys.job(named.getRunId(), named.getJobId()).getBytes(StandardCharsets.UTF_8);
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, partition(named), key, value);
        Headers headers = record.headers();
        header(headers, HeaderNames.TENANT, named.getTenant());
        header(headers, HeaderNames.RUN_ID, named.getRunId());
        header(headers, HeaderNames.JOB_ID, named.getJobId());
        if (named.getTraceparent() != null) {
            header(headers, HeaderNames.TRACEPARENT, named.getTraceparent());
        }
        return record;
    }

    /**
     * A judge's result goes where the judged one is, so that the scorer's task that asked reads it; every other one
     * where its key belongs. A partition that is not there is nobody's: the record then goes by its key, too.
     */
    private @Nullable Integer partition(Result result) {
        Judging judging = result.getJudging();
        return judging != null && judging.getPartition() >= 0 && judging.getPartition() < partitions.getAsInt()
                ? judging.getPartition()
                : null;
    }

    private void count(Delivery delivery, Ending ending) {
        meters.ended(delivery.lane(), ending.status());
        if (ending.disposition() != null && ending.kind() != null) {
            meters.deadLettered(ending.kind(), ending.disposition());
        }
    }

    private static void header(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
