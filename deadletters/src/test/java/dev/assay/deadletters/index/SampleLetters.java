package dev.assay.deadletters.index;

import dev.assay.deadletters.LetterId;
import dev.assay.deadletters.LetterState;
import dev.assay.deadletters.Stage;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.DeadLetterMark;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.MarkAction;
import dev.assay.schemas.deadletter.DeadLetterHeaders;
import dev.assay.schemas.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serializer;

/** Dead letters by chance: good ones of few tenants, runs and kinds, and some that are damaged in every way. */
final class SampleLetters {
    private static final List<FailureKind> KINDS = List.of(FailureKind.values());
    private static final List<Disposition> DISPOSITIONS = List.of(Disposition.values());

    private final KafkaClients clients;
    private final Instant begin;
    private final Random random;

    /** @param begin when the first is written; not so long ago that the broker would delete it */
    SampleLetters(KafkaClients clients, Instant begin, long seed) {
        this.clients = clients;
        this.begin = begin;
        random = new Random(seed);
    }

    /** Writes so many, a second apart, and answers with their ids. */
    List<LetterId> write(int count) throws InterruptedException, ExecutionException {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        List<LetterId> ids = new ArrayList<>();
        Topics topics = clients.settings().topics();
        try (KafkaProducer<byte[], byte[]> producer = clients.producer("sample")) {
            for (int i = 0; i < count; i++) {
                Stage stage = random.nextInt(5) == 0 ? Stage.RESULTS : Stage.JOBS;
                Headers headers = random.nextInt(6) == 0 ? rubbish() : good(i);
                byte[] value = random.nextInt(10) == 0 ? null : bytes(random.nextInt(300));
                sent.add(producer.send(new ProducerRecord<>(
                        stage.topic(topics),
                        random.nextInt(2),
                        begin.plusSeconds(i).toEpochMilli(),
                        random.nextInt(10) == 0 ? null : bytes(8),
                        value,
                        headers)));
            }
        }
        for (Future<RecordMetadata> one : sent) {
            RecordMetadata where = one.get();
            Stage stage = where.topic().equals(topics.deadLetterJobs()) ? Stage.JOBS : Stage.RESULTS;
            ids.add(new LetterId(stage, where.partition(), where.offset()));
        }
        return ids;
    }

    /** Writes what was done about letters; {@code OPEN} takes it back. */
    void mark(List<LetterId> ids, LetterState state) throws InterruptedException, ExecutionException {
        String topic = clients.settings().topics().deadLetterMarks();
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer = clients.producer("sample");
                Serializer<SpecificRecord> serializer = clients.valueSerializer()) {
            for (LetterId id : ids) {
                byte[] value = switch (state) {
                    case OPEN -> null;
                    case REPLAYED -> serializer.serialize(topic, mark(id, MarkAction.REPLAYED));
                    case DISCARDED -> serializer.serialize(topic, mark(id, MarkAction.DISCARDED));
                };
                sent.add(producer.send(new ProducerRecord<>(
                        topic, id.partition(), id.toString().getBytes(StandardCharsets.UTF_8), value)));
            }
        }
        for (Future<RecordMetadata> one : sent) {
            one.get();
        }
    }

    private DeadLetterMark mark(LetterId id, MarkAction action) {
        return DeadLetterMark.newBuilder()
                .setLetter(id.toString())
                .setAction(action)
                .setBy("test")
                .setAt(begin)
                .setReason("because of " + id)
                .build();
    }

    private Headers good(int number) {
        DeadLetter letter = DeadLetter.newBuilder()
                .setKind(KINDS.get(random.nextInt(KINDS.size())))
                .setDisposition(DISPOSITIONS.get(random.nextInt(DISPOSITIONS.size())))
                .setMessage("call " + number)
                .setOriginalTopic("lane")
                .setOriginalPartition(0)
                .setOriginalOffset(number)
                .setOriginalTimestamp(begin)
                .setAttempts(random.nextInt(5))
                .setDeliveries(1)
                .setGeneration(0)
                .setWorker("w")
                .setRunId(random.nextInt(8) == 0 ? null : "run-" + random.nextInt(4))
                .setJobId("job-" + number)
                .setTenant(random.nextInt(20) == 0 ? "t".repeat(300) : "tenant-" + random.nextInt(3))
                .setModel(random.nextInt(4) == 0 ? null : "p/model-" + random.nextInt(3))
                .build();
        return DeadLetterHeaders.write(
                letter, new RecordHeaders(), new DeadLetterHeaders.Reader("group", TimestampType.CREATE_TIME, null));
    }

    /** Anything: no headers at all, some of a letter's with nonsense in them, some of nobody's. */
    private Headers rubbish() {
        Headers headers = new RecordHeaders();
        if (random.nextBoolean()) {
            good(0).forEach(header -> {
                if (random.nextInt(4) > 0) {
                    headers.add(header.key(), random.nextInt(6) == 0 ? bytes(5) : header.value());
                }
            });
            headers.remove("assay.worker");
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            headers.add("x-" + i, random.nextBoolean() ? null : bytes(20));
        }
        return headers;
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
