package dev.assay.deadletters;

import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.DeadLetterMark;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Job;
import dev.assay.schemas.MarkAction;
import dev.assay.schemas.deadletter.Ancestor;
import dev.assay.schemas.deadletter.DeadLetterHeaders;
import dev.assay.schemas.deadletter.Lineage;
import dev.assay.schemas.topics.HeaderNames;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Makes what is written when a letter is dealt with: the record that is sent again, with its lineage, and the mark that
 * says so.
 */
final class ReplayRecords {
    /** What a lane's topic takes by default, without what a batch adds. */
    private static final int LANE_RECORD_BYTES = 1_048_000;

    private static final int OVERHEAD_BYTES = 500;
    /** What a submit lets stand beside a job's body, and the names. */
    private static final int MOST_BESIDE_BODY_BYTES = 50_000;

    private static final String UNKNOWN_TENANT = "unknown";

    private final Topics topics;
    private final Serializer<SpecificRecord> serializer;
    private final Signature signature;

    ReplayRecords(Topics topics, Serializer<SpecificRecord> serializer, Signature signature) {
        this.topics = topics;
        this.serializer = serializer;
        this.signature = signature;
    }

    /** A job to its lane. */
    Step ofJob(Letter letter, int generation, Edited edited) {
        Job job = Job.newBuilder(edited.job()).setGeneration(generation).build();
        String topic = topics.jobs(job.getLane());
        byte[] key = letter.key() != null ? letter.key() : utf8(Keys.job(job.getRunId(), job.getJobId()));
        long beside = sizeOf(headers(letter, edited.edits(), Instant.EPOCH)) + key.length + OVERHEAD_BYTES;
        // Few jobs are so large that it has to be known exactly.
        if (utf8(job.getBody()).length + beside + MOST_BESIDE_BODY_BYTES > LANE_RECORD_BYTES) {
            long size = serializer.serialize(topic, job).length + beside;
            if (size > LANE_RECORD_BYTES) {
                return tooLarge(size, LANE_RECORD_BYTES);
            }
        }
        return new Step.Write(
                topic,
                job.getLane(),
                job.getTenant(),
                generation,
                job.getEstimatedInputTokens(),
                job.getMaxTokens() == null ? 0 : job.getMaxTokens(),
                edited.edits(),
                now -> {
                    Job sent = Job.newBuilder(job)
                            .setEnqueuedAt(now)
                            .setDeadline(edited.deadlineFrom(now))
                            .build();
                    Headers headers = headers(letter, edited.edits(), now);
                    put(headers, HeaderNames.TENANT, sent.getTenant());
                    put(headers, HeaderNames.RUN_ID, sent.getRunId());
                    put(headers, HeaderNames.JOB_ID, sent.getJobId());
                    return List.of(
                            new ProducerRecord<>(topic, null, key, serializer.serialize(topic, sent), headers),
                            mark(
                                    letter,
                                    mark(letter, MarkAction.REPLAYED, now)
                                            .setRunId(sent.getRunId())
                                            .setJobId(sent.getJobId())
                                            .setOrdinal(sent.getOrdinal())
                                            .setGeneration(generation)
                                            .setTopic(topic)
                                            .setEdits(json(edited.edits()))
                                            .build()));
                });
    }

    /**
     * Bytes as they are.
     *
     * @param lane the topic's lane; null for the results topic
     */
    Step ofBytes(
            Letter letter,
            int generation,
            String topic,
            @Nullable String lane,
            byte @Nullable [] value,
            List<Ancestor.Edit> edits) {
        int most = lane == null ? TopicSizes.MAX_RECORD_BYTES : LANE_RECORD_BYTES;
        long size = (value == null ? 0 : value.length)
                + (letter.key() == null ? 0 : letter.key().length)
                + sizeOf(headers(letter, edits, Instant.EPOCH));
        if (size + OVERHEAD_BYTES > most) {
            return tooLarge(size, most);
        }
        // A result's partition is where the scorer keeps what it knows of the job.
        Integer partition = lane == null
                ? letter.told().map(DeadLetter::getOriginalPartition).orElse(null)
                : null;
        return new Step.Write(
                topic,
                lane,
                tenant(letter),
                generation,
                0,
                0,
                edits,
                now -> List.of(
                        new ProducerRecord<>(topic, partition, letter.key(), value, headers(letter, edits, now)),
                        mark(
                                letter,
                                mark(letter, MarkAction.REPLAYED, now)
                                        .setGeneration(generation)
                                        .setTopic(topic)
                                        .setEdits(json(edits))
                                        .build())));
    }

    /** Nothing but the mark. */
    Step discarded(Letter letter) {
        return new Step.Write(
                topics.deadLetterMarks(),
                null,
                "",
                letter.generation(),
                0,
                0,
                List.of(),
                now -> List.of(mark(
                        letter,
                        mark(letter, MarkAction.DISCARDED, now)
                                .setGeneration(letter.generation())
                                .build())));
    }

    private ProducerRecord<byte[], byte[]> mark(Letter letter, DeadLetterMark mark) {
        String topic = topics.deadLetterMarks();
        return new ProducerRecord<>(
                topic,
                Marks.partitionOf(topics, letter.id().partition()).partition(),
                utf8(letter.id().toString()),
                serializer.serialize(topic, mark));
    }

    private DeadLetterMark.Builder mark(Letter letter, MarkAction action, Instant now) {
        return DeadLetterMark.newBuilder()
                .setLetter(letter.id().toString())
                .setAction(action)
                .setRunId(letter.told().map(DeadLetter::getRunId).orElse(null))
                .setJobId(letter.told().map(DeadLetter::getJobId).orElse(null))
                .setBy(signature.by())
                .setAt(now)
                .setReason(signature.reason());
    }

    /** The original headers, with this life added to the lineage. */
    private Headers headers(Letter letter, List<Ancestor.Edit> edits, Instant now) {
        Headers headers = DeadLetterHeaders.original(letter.headers());
        headers.remove(HeaderNames.RESTORED);
        List<Ancestor> lives = new ArrayList<>(letter.lineage());
        lives.add(life(letter, edits, now));
        Lineage.write(lives, headers);
        return headers;
    }

    private Ancestor life(Letter letter, List<Ancestor.Edit> edits, Instant now) {
        String id = letter.id().toString();
        DeadLetter told = letter.told().orElse(null);
        if (told != null) {
            return Ancestor.of(id, told, letter.at(), signature.by(), now, signature.reason(), edits);
        }
        return new Ancestor(
                id,
                letter.generation(),
                FailureKind.UNKNOWN.name(),
                Disposition.UNDECODABLE.name(),
                String.join("; ", letter.problems()),
                null,
                0,
                letter.at(),
                signature.by(),
                now,
                signature.reason(),
                edits);
    }

    private static String tenant(Letter letter) {
        String told = letter.told().map(DeadLetter::getTenant).orElse(null);
        Header header = letter.headers().lastHeader(HeaderNames.TENANT);
        if (told == null && header != null && header.value() != null) {
            told = new String(header.value(), StandardCharsets.UTF_8);
        }
        return told == null || told.isBlank() ? UNKNOWN_TENANT : told;
    }

    private static Step.Refused tooLarge(long size, int most) {
        return ReplayPlanner.refused(
                Refusal.TOO_LARGE, size + " bytes with its headers (its topic takes " + most + ")");
    }

    private static long sizeOf(Headers headers) {
        long size = 0;
        for (Header header : headers) {
            size += header.key().length() + (header.value() == null ? 0 : header.value().length) + 10;
        }
        return size;
    }

    private static void put(Headers headers, String name, String value) {
        headers.remove(name);
        headers.add(name, utf8(value));
    }

    private static @Nullable String json(List<Ancestor.Edit> edits) {
        return edits.isEmpty() ? null : Lineage.json(edits).toString();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
