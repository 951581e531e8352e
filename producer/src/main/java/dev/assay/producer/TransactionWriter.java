package dev.assay.producer;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Supplier;
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

/**
 * Writes records in transactions under one transactional id. Opening it ends every other writer under that id and
 * whatever it had not committed. A transaction is open only while its records are sent.
 */
final class TransactionWriter implements AutoCloseable {
    private static final int COMMIT_TRIES = 3;
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);

    private final KafkaProducer<byte[], byte[]> producer;
    private final Clock clock;

    private TransactionWriter(KafkaProducer<byte[], byte[]> producer, Clock clock) {
        this.producer = producer;
        this.clock = clock;
    }

    /** Opens it and fences every other one under that id. */
    static TransactionWriter open(KafkaClients clients, String transactionalId, Clock clock) {
        KafkaProducer<byte[], byte[]> producer = clients.transactionalProducer(transactionalId);
        try {
            producer.initTransactions();
            return new TransactionWriter(producer, clock);
        } catch (RuntimeException e) {
            producer.close(CLOSE_PATIENCE);
            throw e;
        }
    }

    /** What became of a transaction. */
    sealed interface Sent {
        /** All of it is there. */
        record Committed() implements Sent {}

        /** None of it is there: another writer under the id took over. */
        record Fenced() implements Sent {}

        /** It may be there or not; only a new writer and a look at what was written can tell. */
        record Unknown(String reason) implements Sent {}
    }

    int partitionsOf(String topic) {
        return producer.partitionsFor(topic).size();
    }

    /**
     * Sends records in one transaction.
     *
     * @param made makes them; a cluster that does not do its part in that is told as if it had failed to send
     * @throws KafkaException when trying again would not help: not authorised, a record too large
     */
    Sent send(Supplier<List<ProducerRecord<byte[], byte[]>>> made) {
        long began = clock.nanos();
        try {
            List<ProducerRecord<byte[], byte[]>> records = made.get();
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

    /** An interrupt that ended the writing must not end the closing too, or the transaction would stay open. */
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
     * The coordinator fences a writer for two reasons that look alike from here: another one was opened, or this one's
     * transaction went past its timeout, as it does in a process that was frozen. Only one that is younger than the
     * timeout is certain to have been taken over.
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
}
