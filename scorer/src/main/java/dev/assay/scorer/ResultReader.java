package dev.assay.scorer;

import dev.assay.schemas.Result;
import dev.assay.schemas.topics.Names;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads result records. Bytes that are no result are an answer; a registry that cannot be asked is an exception,
 * because the same bytes may be read later and must not become a dead letter.
 */
final class ResultReader implements AutoCloseable {
    private final Deserializer<SpecificRecord> deserializer;

    ResultReader(Deserializer<SpecificRecord> deserializer) {
        this.deserializer = deserializer;
    }

    /** What a record turned out to be. */
    sealed interface Reading {
        record Usable(Result result) implements Reading {}

        /** The scorer can do nothing with it, and why; {@code cause} is what reading it threw, if anything. */
        record Unusable(String why, @Nullable Throwable cause) implements Reading {}
    }

    Reading read(String topic, byte @Nullable [] value) {
        if (value == null) {
            return new Reading.Unusable("the record has no value", null);
        }
        try {
            SpecificRecord record = deserializer.deserialize(topic, value);
            if (!(record instanceof Result result)) {
                String what =
                        record == null ? "nothing" : "a " + record.getSchema().getName();
                return new Reading.Unusable("the record is " + what + " (expected: a Result)", null);
            }
            return Names.isName(result.getRunId())
                    ? new Reading.Usable(result)
                    : new Reading.Unusable("the result's run id is none: '" + result.getRunId() + "'", null);
        } catch (RuntimeException e) {
            if (isOutOfReach(e)) {
                throw e;
            }
            return new Reading.Unusable(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage(), e);
        }
    }

    /**
     * Whether a deserializer failed because of its registry and not because of the bytes. Assay's own says so by a
     * retriable exception; of others only the network's exceptions tell.
     */
    private static boolean isOutOfReach(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof RetriableException
                    || cause instanceof SocketException
                    || cause instanceof SocketTimeoutException
                    || cause instanceof UnknownHostException
                    || cause instanceof HttpTimeoutException) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        deserializer.close();
    }
}
