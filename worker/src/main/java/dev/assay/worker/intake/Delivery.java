package dev.assay.worker.intake;

import static java.util.Objects.requireNonNull;

import dev.assay.schemas.settlement.Starts;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** A job in hand: the record as it came, and the handling that is under way. */
public final class Delivery {
    private final String lane;
    private final boolean isParked;
    private final ConsumerRecord<byte[], byte[]> record;
    private final Treatment treatment;
    private final Starts starts;
    private final @Nullable Throwable breakage;

    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Thread thread;
    private Instant startedAt;
    private @Nullable Cut cut;

    /**
     * @param isParked whether it comes from a parked topic
     * @param starts starts of the job, this one included
     * @param startedAt when it was taken in hand, until its handling begins
     * @param breakage the unexpected exception that the job's handling last ended with in this worker
     */
    public Delivery(
            String lane,
            boolean isParked,
            ConsumerRecord<byte[], byte[]> record,
            Treatment treatment,
            Starts starts,
            Instant startedAt,
            @Nullable Throwable breakage) {
        this.lane = lane;
        this.isParked = isParked;
        this.record = record;
        this.treatment = treatment;
        this.starts = starts;
        this.startedAt = startedAt;
        this.breakage = breakage;
    }

    public String lane() {
        return lane;
    }

    /** Whether it comes from a parked topic, so that its headers tell what it went through before. */
    public boolean isParked() {
        return isParked;
    }

    /** The record as it came. */
    public ConsumerRecord<byte[], byte[]> record() {
        return record;
    }

    /** The record's value; null where somebody wrote a tombstone. */
    public byte @Nullable [] value() {
        return record.value();
    }

    public Treatment treatment() {
        return treatment;
    }

    /** How often this record was handed to a worker, this delivery included; starts before it was parked are not. */
    public int deliveries() {
        return starts.total();
    }

    /** When its handling began. */
    public Instant startedAt() {
        lock.lock();
        try {
            return startedAt;
        } finally {
            lock.unlock();
        }
    }

    /** The unexpected exception that the job's handling last ended with in this worker. */
    public Optional<Throwable> breakage() {
        return Optional.ofNullable(breakage);
    }

    /** Text of a record header; empty when there is none. */
    public Optional<String> header(String name) {
        return header(record, name);
    }

    static Optional<String> header(ConsumerRecord<?, ?> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null || header.value() == null
                ? Optional.empty()
                : Optional.of(new String(header.value(), StandardCharsets.UTF_8));
    }

    /** Cuts the handling short: its thread is interrupted, and a call that it waits for loses its socket. */
    public void cut(Cut reason) {
        lock.lock();
        try {
            if (cut == null) {
                cut = reason;
                if (thread != null) {
                    thread.interrupt();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Why the handling is to end early; empty when it is not. */
    public Optional<Cut> cutFor() {
        lock.lock();
        try {
            return Optional.ofNullable(cut);
        } finally {
            lock.unlock();
        }
    }

    /** Says that the thread works it from now on; it is interrupted at once when the delivery was cut before. */
    void enter(Thread worker, Instant now) {
        lock.lock();
        try {
            startedAt = now;
            thread = requireNonNull(worker);
            if (cut != null) {
                worker.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Says that nobody works it any more, so that a later cut interrupts nobody. */
    void leave() {
        lock.lock();
        try {
            thread = null;
        } finally {
            lock.unlock();
        }
    }
}
