package dev.assay.worker;

import dev.assay.schemas.Job;
import dev.assay.schemas.topics.Names;
import dev.assay.worker.intake.Delivery;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Reads job records. Bytes that are no job are an answer, and so is a registry that cannot be asked. */
final class JobReader {
    /** What a record turned out to be. */
    sealed interface Reading {
        record Read(Job job) implements Reading {}

        record Undecodable(String why, @Nullable Throwable cause) implements Reading {}

        /** Nothing is known about the record: what would read it is out of reach. */
        record Unavailable(String why) implements Reading {}
    }

    private final SerdePool<Deserializer<SpecificRecord>> deserializers;
    private final Journeys journeys;

    JobReader(SerdePool<Deserializer<SpecificRecord>> deserializers, Journeys journeys) {
        this.deserializers = deserializers;
        this.journeys = journeys;
    }

    Reading read(Delivery delivery) {
        byte[] value = delivery.value();
        if (value == null) {
            return new Reading.Undecodable("the record has no value", null);
        }
        try {
            SpecificRecord record = deserializers.use(
                    deserializer -> deserializer.deserialize(delivery.record().topic(), value));
            if (record instanceof Job job) {
                if (!Names.isName(job.getRunId())) {
                    // No result can bear it, so nothing else could ever be said of the job.
                    return new Reading.Undecodable("the job's run id is none: '" + job.getRunId() + "'", null);
                }
                // What it went through must be within reach too, or a parked job would go on as a fresh one.
                journeys.look(delivery);
                return new Reading.Read(job);
            }
            String what = record == null ? "nothing" : "a " + record.getSchema().getName();
            return new Reading.Undecodable("the record is " + what + " (expected: a Job)", null);
        } catch (RuntimeException e) {
            String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            return isOutOfReach(e) ? new Reading.Unavailable(why) : new Reading.Undecodable(why, e);
        }
    }

    /**
     * Whether a deserializer failed because of its registry and not because of the bytes. Assay's own says so by a
     * retriable exception; of others only the network's exceptions tell.
     */
    static boolean isOutOfReach(Throwable e) {
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
}
