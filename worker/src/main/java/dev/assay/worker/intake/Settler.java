package dev.assay.worker.intake;

import static java.util.Objects.requireNonNull;

import dev.assay.worker.intake.LaneConsumers.GroupOffsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes settlements: results, dead letters and offsets in one transaction. The answer to each is certain, or it is in
 * doubt and stays so until {@link #resolve} knows; nothing else may be committed for the group meanwhile, because a
 * plain commit could outrank the offsets of a transaction that turns out to have succeeded.
 */
final class Settler implements AutoCloseable {
    /** What became of a settlement. */
    sealed interface Answer {
        record Committed() implements Answer {}

        /**
         * Nothing of it was written.
         *
         * @param doubted jobs whose records failed with an exception that may be the records' own fault; the producer
         *     gives it to every record that it had not sent yet, too
         */
        record Aborted(String why, Map<Work, Exception> doubted) implements Answer {}

        record InDoubt() implements Answer {}
    }

    private static final Logger LOG = LoggerFactory.getLogger(Settler.class);
    private static final Answer COMMITTED = new Answer.Committed();
    private static final Answer IN_DOUBT = new Answer.InDoubt();

    private final Supplier<Producer<byte[], byte[]>> producers;
    private final Function<Set<TopicPartition>, Map<TopicPartition, OffsetAndMetadata>> committed;

    private @Nullable Producer<byte[], byte[]> producer;
    private @Nullable Map<TopicPartition, OffsetAndMetadata> doubtful;

    /**
     * @param producers makes a transactional producer, always of the same transactional id
     * @param committed reads the groups' offsets, waiting for transactions that are being completed
     */
    Settler(
            Supplier<Producer<byte[], byte[]>> producers,
            Function<Set<TopicPartition>, Map<TopicPartition, OffsetAndMetadata>> committed) {
        this.producers = producers;
        this.committed = committed;
    }

    /** Makes the first producer, so that what would refuse it (rights, an unreachable cluster) shows at start. */
    void open() {
        producer();
    }

    boolean isInDoubt() {
        return doubtful != null;
    }

    /** Writes a settlement: the records of each job, and the offsets in their groups. */
    Answer settle(List<Work> batch, List<GroupOffsets> groups) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        groups.forEach(group -> offsets.putAll(group.offsets()));
        Map<Work, Exception> doubted = new ConcurrentHashMap<>();
        Producer<byte[], byte[]> writer;
        try {
            writer = producer();
        } catch (TimeoutException e) {
            return new Answer.Aborted("no transactional producer: " + e.getMessage(), Map.of());
        }
        try {
            writer.beginTransaction();
            for (Work work : batch) {
                for (ProducerRecord<byte[], byte[]> record : work.output().records(work.fit)) {
                    Future<RecordMetadata> unused = writer.send(record, (metadata, e) -> {
                        if (e != null && isOfRecord(e)) {
                            doubted.put(work, e);
                        }
                    });
                }
            }
            for (GroupOffsets group : groups) {
                writer.sendOffsetsToTransaction(group.offsets(), group.group());
            }
        } catch (KafkaException e) {
            return abort(writer, e, doubted);
        }
        return commit(writer, offsets, doubted);
    }

    /** Finds out what became of the settlement in doubt. */
    Answer resolve() {
        Map<TopicPartition, OffsetAndMetadata> offsets = requireNonNull(doubtful, "nothing is in doubt");
        try {
            // A new producer of the same transactional id completes or aborts what the old one left open.
            discard();
            producer();
            Map<TopicPartition, OffsetAndMetadata> found = committed.apply(offsets.keySet());
            boolean written = offsets.entrySet().stream()
                    .anyMatch(wanted -> isSame(wanted.getValue(), found.get(wanted.getKey())));
            doubtful = null;
            LOG.atWarn().addKeyValue("committed", written).log("settlement in doubt is resolved");
            return written ? COMMITTED : new Answer.Aborted("its outcome was in doubt, and it was aborted", Map.of());
        } catch (TimeoutException e) {
            LOG.atWarn()
                    .addKeyValue("error", e.getMessage())
                    .log("settlement still in doubt; where this goes on for minutes, a transaction hangs in the cluster"
                            + " (kafka-transactions.sh find-hanging)");
            return IN_DOUBT;
        }
    }

    @Override
    public void close() {
        discard();
    }

    private Answer commit(
            Producer<byte[], byte[]> writer,
            Map<TopicPartition, OffsetAndMetadata> offsets,
            Map<Work, Exception> doubted) {
        try {
            try {
                writer.commitTransaction();
            } catch (TimeoutException e) {
                LOG.atWarn().addKeyValue("error", e.getMessage()).log("commit of a settlement timed out, tried again");
                writer.commitTransaction();
            }
            return COMMITTED;
        } catch (TimeoutException | InterruptException e) {
            return doubt(offsets, e);
        } catch (KafkaException e) {
            requireRights(e);
            // A send that failed: the commit was refused by the producer itself, and the abort succeeds. Where the
            // abort fails as well (fenced, timed out by the coordinator), only the group's offsets can tell.
            try {
                writer.abortTransaction();
                return aborted(e, doubted);
            } catch (KafkaException | IllegalStateException inAbort) {
                return doubt(offsets, e);
            }
        }
    }

    private Answer doubt(Map<TopicPartition, OffsetAndMetadata> offsets, KafkaException e) {
        LOG.atWarn().addKeyValue("error", e.toString()).log("outcome of a settlement is in doubt");
        doubtful = Map.copyOf(offsets);
        return IN_DOUBT;
    }

    /** Aborts where no commit was tried, so that nothing can have been written whether the abort succeeds or not. */
    private Answer abort(Producer<byte[], byte[]> writer, KafkaException cause, Map<Work, Exception> doubted) {
        requireRights(cause);
        try {
            writer.abortTransaction();
        } catch (KafkaException | IllegalStateException e) {
            discard();
        }
        return aborted(cause, doubted);
    }

    private static Answer aborted(KafkaException cause, Map<Work, Exception> doubted) {
        Throwable reason = cause.getCause() == null ? cause : cause.getCause();
        return new Answer.Aborted(reason.getClass().getSimpleName() + ": " + reason.getMessage(), Map.copyOf(doubted));
    }

    /** Whether an exception may say something of the record, and not of the cluster or this producer only. */
    private static boolean isOfRecord(Exception e) {
        return e instanceof RecordTooLargeException
                || e instanceof RecordBatchTooLargeException
                || e instanceof InvalidRecordException
                || e instanceof InvalidTimestampException
                || e instanceof OutOfOrderSequenceException;
    }

    /** A missing right does not come back by trying again: the intake stops and says so. */
    private static void requireRights(KafkaException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof AuthorizationException || cause instanceof AuthenticationException) {
                throw e;
            }
        }
    }

    private static boolean isSame(OffsetAndMetadata wanted, @Nullable OffsetAndMetadata found) {
        return found != null
                && wanted.offset() == found.offset()
                && wanted.metadata().equals(found.metadata());
    }

    private Producer<byte[], byte[]> producer() {
        Producer<byte[], byte[]> ready = producer;
        if (ready == null) {
            Producer<byte[], byte[]> made = producers.get();
            try {
                made.initTransactions();
            } catch (KafkaException e) {
                made.close(Duration.ZERO);
                throw e;
            }
            ready = made;
            producer = made;
        }
        return ready;
    }

    private void discard() {
        if (producer != null) {
            producer.close(Duration.ZERO);
            producer = null;
        }
    }
}
