package dev.assay.worker.intake;

import static java.util.Objects.requireNonNull;

import dev.assay.schemas.topics.HeaderNames;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** A fetched job on its way through this intake. It is used by the poll thread only, but for its delivery. */
final class Work {
    final LanePartition partition;
    final ConsumerRecord<byte[], byte[]> record;
    final String tenant;

    /** When it is due, in epoch milliseconds; 0 where it is not parked, or its header is not to be read. */
    final long dueMillis;

    /** The blocked account that it waits for; empty when it waits for a time only. */
    final Optional<String> heldBy;

    /** Size of its value and headers, which is what it takes in memory while it waits. */
    final long bytes;

    Treatment treatment;

    /** How often its handling was put back or broke off in this worker. */
    int putBacks;

    int breakages;

    @Nullable
    Throwable breakage;

    /** How much of its output is written; smaller once the cluster refused it as too large. */
    Fit fit = Fit.WHOLE;

    /** Whether it is settled in a transaction of its own, to find out whether a failure was its records' fault. */
    boolean settleApart;

    private @Nullable Delivery delivery;
    private Slots.@Nullable Place place;
    private @Nullable Output output;

    Work(LanePartition partition, ConsumerRecord<byte[], byte[]> record) {
        this.partition = partition;
        this.record = record;
        this.tenant = Delivery.header(record, HeaderNames.TENANT).orElse("");
        this.dueMillis = partition.isParked ? dueMillis(record) : 0;
        this.heldBy = partition.isParked ? Delivery.header(record, HeaderNames.PARKED_HELD_BY) : Optional.empty();
        this.bytes = bytes(record);
        this.treatment = Treatment.of(partition.tracker.history(record.offset()));
    }

    long offset() {
        return record.offset();
    }

    void start(Delivery started, Slots.Place taken) {
        delivery = started;
        place = taken;
        output = null;
        fit = Fit.WHOLE;
        settleApart = false;
    }

    Delivery delivery() {
        return requireNonNull(delivery, "not in hand");
    }

    void finish(Output made) {
        output = made;
    }

    Output output() {
        return requireNonNull(output, "not finished");
    }

    /** Gives its place back, if it has one still. */
    void release() {
        if (place != null) {
            place.release();
            place = null;
        }
    }

    private static long dueMillis(ConsumerRecord<byte[], byte[]> record) {
        try {
            return Long.parseLong(
                    Delivery.header(record, HeaderNames.PARKED_DUE).orElse("0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static long bytes(ConsumerRecord<byte[], byte[]> record) {
        long bytes = Math.max(record.serializedValueSize(), 0);
        for (Header header : record.headers()) {
            bytes += header.value() == null ? 0 : header.value().length;
        }
        return bytes;
    }

    @Override
    public String toString() {
        return partition.name + "@" + offset();
    }
}
