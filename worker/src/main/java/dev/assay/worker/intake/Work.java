package dev.assay.worker.intake;

import static java.util.Objects.requireNonNull;

import dev.assay.schemas.topics.HeaderNames;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** A fetched job on its way through this intake. It is used by the poll thread only, but for its delivery. */
final class Work {
    final LanePartition partition;
    final ConsumerRecord<byte[], byte[]> record;
    final String tenant;

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
    private Slots.@Nullable Slot slot;
    private @Nullable Output output;

    Work(LanePartition partition, ConsumerRecord<byte[], byte[]> record) {
        this.partition = partition;
        this.record = record;
        this.tenant = Delivery.header(record, HeaderNames.TENANT).orElse("");
        this.treatment = Treatment.of(partition.tracker.history(record.offset()));
    }

    long offset() {
        return record.offset();
    }

    void start(Delivery started, Slots.Slot taken) {
        delivery = started;
        slot = taken;
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

    /**
     * Gives its slot back.
     *
     * @return whether it had one
     */
    boolean release() {
        if (slot == null) {
            return false;
        }
        slot.release();
        slot = null;
        return true;
    }

    @Override
    public String toString() {
        return partition.name + "@" + offset();
    }
}
