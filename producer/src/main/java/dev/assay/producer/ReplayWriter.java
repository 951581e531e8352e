package dev.assay.producer;

import dev.assay.producer.TransactionWriter.Sent;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Writes jobs that were made before under a transactional id of the caller's, let into their lanes as the jobs of a
 * submit are: up to the same bound, to the shortest partition of their tenant. What belongs to a job, such as a mark that
 * it was sent, is written in the same transaction. Slots of a lane are taken under that id, so those of a writer that was
 * killed come free. Opening one ends every other writer under the id and whatever it had not committed. For one thread.
 */
public final class ReplayWriter implements AutoCloseable {
    private static final String MAX_REQUEST = "max.request.size";
    private static final int CHUNK_JOBS = 500;
    private static final int CHUNK_BYTES = 4_000_000;

    private final Topics topics;
    private final String transactionalId;
    private final SendSettings sending;
    private final SubmitListener listener;
    private final Function<String, SubmitTools> toolsOfLane;
    private final TransactionWriter writer;
    private final Map<String, SubmitTools> tools = new HashMap<>();
    private final Map<Door, Admission> admissions = new HashMap<>();

    private record Door(String lane, String tenant) {}

    private ReplayWriter(
            Topics topics,
            String transactionalId,
            SendSettings sending,
            SubmitListener listener,
            Function<String, SubmitTools> toolsOfLane,
            TransactionWriter writer) {
        this.topics = topics;
        this.transactionalId = transactionalId;
        this.sending = sending;
        this.listener = listener;
        this.toolsOfLane = toolsOfLane;
        this.writer = writer;
    }

    static ReplayWriter open(
            KafkaSettings settings,
            String transactionalId,
            WhenFull whenFull,
            SubmitListener listener,
            Function<String, SubmitTools> toolsOfLane,
            Clock clock) {
        SendSettings sending = new SendSettings(null, whenFull, CHUNK_JOBS, CHUNK_BYTES, null);
        return new ReplayWriter(
                settings.topics(),
                transactionalId,
                sending,
                listener,
                toolsOfLane,
                TransactionWriter.open(new KafkaClients(withLargeRecords(settings)), transactionalId, clock));
    }

    /**
     * A job to be written, as bytes, and what is written with it.
     *
     * @param key the record's key
     * @param value the record's value
     * @param headers the record's headers
     * @param beside records of other topics in the same transaction
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Entry(
            byte @Nullable [] key,
            byte @Nullable [] value,
            Headers headers,
            List<ProducerRecord<byte[], byte[]>> beside) {
        public Entry {
            beside = List.copyOf(beside);
        }
    }

    /** What became of records that were to be written. */
    public sealed interface Written {
        /**
         * The first so many are there, all of them or as many as the lane had room for.
         *
         * @param entries how many
         */
        record Committed(int entries) implements Written {}

        /** None is there: another writer under the id took over. */
        record Fenced() implements Written {}

        /** They may be there or not; only a new writer, and then a look at what was written, can tell. */
        record Lost(String reason) implements Written {}

        /** None is there: the lane is full, and stayed so for as long as was to be waited. */
        record Full(String lane, long depth, long bound, Duration retryAfter) implements Written {}

        /** None is there: the producer was closed. */
        record Closed() implements Written {}
    }

    /**
     * Writes jobs of one tenant to one lane in one transaction, as many as are let in, after waiting where that was asked
     * for.
     *
     * @param wanted how many there are, at least 1
     * @param made makes the first so many of them; called once they are let in, so that times in them are right
     * @throws KafkaException when trying again would not help: not authorised, a record too large
     */
    public Written write(String lane, String tenant, int wanted, IntFunction<List<Entry>> made) {
        Admission admission = admission(new Door(lane, tenant));
        return switch (admission.admit(wanted, 0)) {
            case Admission.Decision.Room room -> {
                Sent sent = writer.send(() -> records(topics.jobs(lane), room.partition(), made.apply(room.jobs())));
                if (sent instanceof Sent.Committed) {
                    room.sent();
                }
                yield written(sent, room.jobs(), admission);
            }
            case Admission.Decision.Full(long depth, long bound, Duration retryAfter) ->
                new Written.Full(lane, depth, bound, retryAfter);
            case Admission.Decision.Closed() -> new Written.Closed();
        };
    }

    /**
     * Writes records that no lane bounds in one transaction.
     *
     * @param entries how many entries they are, for the answer
     * @throws KafkaException as {@link #write}
     */
    public Written writeUnbounded(int entries, Supplier<List<ProducerRecord<byte[], byte[]>>> made) {
        return written(writer.send(made), entries, null);
    }

    @Override
    public void close() {
        admissions.values().forEach(Admission::close);
        tools.values().forEach(SubmitTools::close);
        writer.close();
    }

    private static Written written(Sent sent, int entries, @Nullable Admission admission) {
        return switch (sent) {
            case Sent.Committed() -> new Written.Committed(entries);
            case Sent.Fenced() ->
                admission != null && admission.wasFencedByKeeper()
                        ? new Written.Lost(Admission.REVOKED)
                        : new Written.Fenced();
            case Sent.Unknown(String reason) -> new Written.Lost(reason);
        };
    }

    private static List<ProducerRecord<byte[], byte[]>> records(String topic, int partition, List<Entry> entries) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (Entry entry : entries) {
            records.add(new ProducerRecord<>(topic, partition, entry.key(), entry.value(), entry.headers()));
            records.addAll(entry.beside());
        }
        return records;
    }

    private Admission admission(Door door) {
        return admissions.computeIfAbsent(
                door,
                there -> tools.computeIfAbsent(there.lane(), toolsOfLane)
                        .admission(there.tenant(), sending, transactionalId, listener));
    }

    /** A dead letter may be larger than what producers send by default. */
    private static KafkaSettings withLargeRecords(KafkaSettings settings) {
        boolean isStated =
                settings.client().containsKey(MAX_REQUEST) || settings.client().containsKey("producer." + MAX_REQUEST);
        return isStated
                ? settings
                : settings.with("producer." + MAX_REQUEST, String.valueOf(TopicSizes.MAX_RECORD_BYTES));
    }
}
