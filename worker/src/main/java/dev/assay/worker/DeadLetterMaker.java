package dev.assay.worker;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Job;
import dev.assay.schemas.Parking;
import dev.assay.schemas.deadletter.DeadLetterHeaders;
import dev.assay.schemas.deadletter.Lineage;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.intake.Delivery;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Makes dead letters: the original key and bytes untouched, and headers that say what went wrong. It uses no
 * serializer, because the one that failed may be the reason.
 */
final class DeadLetterMaker {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final String topic;
    private final String worker;
    private final UnaryOperator<String> groupOfLane;
    private final Journeys journeys;

    DeadLetterMaker(String topic, String worker, UnaryOperator<String> groupOfLane, Journeys journeys) {
        this.topic = topic;
        this.worker = worker;
        this.groupOfLane = groupOfLane;
        this.journeys = journeys;
    }

    /**
     * @param job null where the record could not be read
     * @param withEvidence whether the attempts are told, or left out because the record is too large with them
     */
    ProducerRecord<byte[], byte[]> of(@Nullable Job job, Delivery delivery, Ending ending, boolean withEvidence) {
        ConsumerRecord<byte[], byte[]> record = delivery.record();
        Optional<Parking> parking = journeys.of(delivery);
        DeadLetter letter = DeadLetter.newBuilder()
                .setKind(requireNonNull(ending.kind()))
                .setDisposition(requireNonNull(ending.disposition()))
                .setMessage(ending.message() == null ? "" : ending.message())
                .setOriginalTopic(parking.map(Parking::getOriginalTopic).orElse(record.topic()))
                .setOriginalPartition(parking.map(Parking::getOriginalPartition).orElse(record.partition()))
                .setOriginalOffset(parking.map(Parking::getOriginalOffset).orElse(record.offset()))
                .setOriginalTimestamp(Instant.ofEpochMilli(Math.max(record.timestamp(), 0)))
                .setAttempts(ending.way().attempts().size())
                .setDeliveries(journeys.deliveries(delivery))
                .setGeneration(job == null ? Lineage.read(record.headers()).size() : job.getGeneration())
                .setWorker(worker)
                .setRunId(job == null ? null : job.getRunId())
                .setJobId(job == null ? null : job.getJobId())
                .setTenant(job == null ? null : job.getTenant())
                .setModel(ending.way().candidate().map(Candidate::toString).orElse(null))
                .setEvidence(
                        withEvidence && !ending.way().attempts().isEmpty()
                                ? evidence(ending.way().attempts(), ending.excerpt())
                                : null)
                .build();
        DeadLetterHeaders.Reader reader = new DeadLetterHeaders.Reader(
                groupOfLane.apply(delivery.lane()), record.timestampType(), ending.exception());
        return new ProducerRecord<>(
                topic,
                null,
                record.key(),
                record.value(),
                DeadLetterHeaders.write(letter, ParkedHeaders.without(record.headers()), reader));
    }

    /** The attempts as JSON; the provider's words belong to the last one. */
    private static String evidence(List<Attempt> attempts, String excerpt) {
        ArrayNode array = MAPPER.createArrayNode();
        for (int i = 0; i < attempts.size(); i++) {
            Attempt attempt = attempts.get(i);
            ObjectNode node = array.addObject();
            node.put("number", attempt.getNumber());
            node.put("provider", attempt.getProvider());
            node.put("model", attempt.getRequestModel());
            node.put("startedAt", attempt.getStartedAt().toString());
            node.put("durationMillis", attempt.getDurationMillis());
            node.put("status", attempt.getHttpStatus());
            node.put(
                    "kind",
                    attempt.getFailureKind() == null
                            ? null
                            : attempt.getFailureKind().name());
            node.put("message", attempt.getFailureMessage());
            if (i == attempts.size() - 1 && !excerpt.isEmpty()) {
                node.put("body", excerpt);
            }
        }
        return array.toString();
    }
}
