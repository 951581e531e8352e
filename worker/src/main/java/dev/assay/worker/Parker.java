package dev.assay.worker;

import dev.assay.runtime.Clock;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.EliminatedCandidate;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Job;
import dev.assay.schemas.Parking;
import dev.assay.schemas.topics.HeaderNames;
import dev.assay.schemas.topics.Horizon;
import dev.assay.schemas.topics.Topics;
import dev.assay.worker.intake.Delivery;
import dev.assay.worker.intake.Fit;
import dev.assay.worker.intake.Verdict;
import dev.assay.worker.meters.WorkerMeters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Parks jobs: settles them into a topic of their lane where they wait for a time without holding a slot. The record
 * stays as it came, and what the job went through travels along in headers.
 */
final class Parker {
    /** A header longer than this is written without what providers said, whatever room there is. */
    static final int LONG_HEADER_BYTES = 64 << 10;
    /** As long as a text is that was shortened. */
    private static final int SHORT_CHARS = 80;

    private final Topics topics;
    private final int maxRecordBytes;
    private final SerdePool<Serializer<SpecificRecord>> serializers;
    private final Journeys journeys;
    private final WorkerMeters meters;
    private final Clock clock;

    /**
     * @param maxRecordBytes size of a record above which its evidence is shortened without asking the cluster
     */
    Parker(
            Topics topics,
            int maxRecordBytes,
            SerdePool<Serializer<SpecificRecord>> serializers,
            Journeys journeys,
            WorkerMeters meters,
            Clock clock) {
        this.topics = topics;
        this.maxRecordBytes = maxRecordBytes;
        this.serializers = serializers;
        this.journeys = journeys;
        this.meters = meters;
        this.clock = clock;
    }

    /**
     * Ends a delivery by parking its job.
     *
     * @param due when it is to be handed out again; at its deadline where that is sooner, to expire
     * @param reason what it waits for
     * @param message the same in words, bounded and redacted
     * @param heldBy the blocked account or closed gate that it waits for: it is due, too, when that is free
     * @param attempts every physical call made for it so far, those before an earlier parking included
     * @param eliminated candidates that are out
     */
    Verdict park(
            Job job,
            Delivery delivery,
            Instant due,
            FailureKind reason,
            String message,
            Optional<String> heldBy,
            List<Attempt> attempts,
            List<EliminatedCandidate> eliminated) {
        Optional<Parking> before = journey(delivery);
        ConsumerRecord<byte[], byte[]> record = delivery.record();
        Instant now = clock.now();
        Instant sooner = due.isBefore(job.getDeadline()) ? due : job.getDeadline();
        Parking parking = Parking.newBuilder()
                .setDue(sooner)
                .setReason(reason)
                .setMessage(message)
                .setHeldBy(heldBy.orElse(null))
                .setAttempts(attempts)
                .setEliminated(eliminated)
                .setDeliveries(deliveries(delivery))
                .setTimes(before.map(Parking::getTimes).orElse(0) + 1)
                .setOriginalTopic(before.map(Parking::getOriginalTopic).orElse(record.topic()))
                .setOriginalPartition(before.map(Parking::getOriginalPartition).orElse(record.partition()))
                .setOriginalOffset(before.map(Parking::getOriginalOffset).orElse(record.offset()))
                .setAt(now)
                .build();
        String topic = topics.parked(delivery.lane(), Horizon.of(Duration.between(now, sooner)));
        ProducerRecord<byte[], byte[]> whole = whole(topic, delivery, parking);
        meters.parked(delivery.lane(), reason);
        return new Verdict.Settle(fit -> List.of(
                switch (fit) {
                    case WHOLE -> whole;
                    case WITHOUT_RESPONSE, BARE -> record(topic, delivery, bounded(parking, fit));
                }));
    }

    /** Makes the schema of parkings known to the registry for a lane's topics, so that parking cannot fail for it. */
    void warmUp(String lane) {
        Parking sample = Parking.newBuilder()
                .setDue(clock.now())
                .setReason(FailureKind.UNKNOWN)
                .setMessage("")
                .setAttempts(List.of())
                .setEliminated(List.of())
                .setDeliveries(0)
                .setTimes(0)
                .setOriginalTopic("")
                .setOriginalPartition(0)
                .setOriginalOffset(0)
                .setAt(clock.now())
                .build();
        for (Horizon horizon : Horizon.values()) {
            byte[] unused = serialize(topics.parked(lane, horizon), sample);
        }
    }

    /** The last parking of a job; empty when it was never parked, or its header cannot be read. */
    Optional<Parking> journey(Delivery delivery) {
        return journeys.of(delivery);
    }

    /** How often the job was handed to a worker in all, this delivery included; no two of a job's are alike. */
    int deliveries(Delivery delivery) {
        return journeys.deliveries(delivery);
    }

    private ProducerRecord<byte[], byte[]> whole(String topic, Delivery delivery, Parking parking) {
        byte[] header = serialize(topic, parking);
        boolean fits = header.length <= LONG_HEADER_BYTES && header.length + size(delivery.record()) <= maxRecordBytes;
        return record(topic, delivery, fits ? parking : bounded(parking, Fit.WITHOUT_RESPONSE));
    }

    private ProducerRecord<byte[], byte[]> record(String topic, Delivery delivery, Parking parking) {
        ConsumerRecord<byte[], byte[]> original = delivery.record();
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topic,
                null,
                original.timestamp() < 0 ? null : original.timestamp(),
                original.key(),
                original.value(),
                ParkedHeaders.without(original.headers()));
        record.headers().add(HeaderNames.PARKED, serialize(topic, parking));
        record.headers()
                .add(
                        HeaderNames.PARKED_DUE,
                        utf8(String.valueOf(parking.getDue().toEpochMilli())));
        if (parking.getHeldBy() != null) {
            record.headers().add(HeaderNames.PARKED_HELD_BY, utf8(parking.getHeldBy()));
        }
        return record;
    }

    /** The same with shorter words, or none. No attempt is left out: they are what the job has cost so far. */
    private static Parking bounded(Parking parking, Fit fit) {
        int chars = fit == Fit.BARE ? 0 : SHORT_CHARS;
        return Parking.newBuilder(parking)
                .setMessage(shortened(parking.getMessage(), SHORT_CHARS))
                .setAttempts(parking.getAttempts().stream()
                        .map(attempt -> shortened(attempt, chars))
                        .toList())
                .setEliminated(parking.getEliminated().stream()
                        .map(out -> new EliminatedCandidate(out.getCandidate(), shortened(out.getReason(), chars)))
                        .toList())
                .build();
    }

    private static Attempt shortened(Attempt attempt, int chars) {
        String message = attempt.getFailureMessage();
        return message == null
                ? attempt
                : Attempt.newBuilder(attempt)
                        .setFailureMessage(shortened(message, chars))
                        .build();
    }

    private static String shortened(String text, int chars) {
        if (text.length() <= chars) {
            return text;
        }
        int end = chars > 0 && Character.isHighSurrogate(text.charAt(chars - 1)) ? chars - 1 : chars;
        return text.substring(0, end);
    }

    private static int size(ConsumerRecord<byte[], byte[]> record) {
        int size =
                (record.key() == null ? 0 : record.key().length) + (record.value() == null ? 0 : record.value().length);
        for (Header header : ParkedHeaders.without(record.headers())) {
            size += header.key().length() + (header.value() == null ? 0 : header.value().length);
        }
        return size;
    }

    private byte[] serialize(String topic, Parking parking) {
        return serializers.use(serializer -> serializer.serialize(topic, parking));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
