package dev.assay.worker.intake;

import dev.assay.runtime.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop of the one thread that owns a lane's consumers and all state of its partitions. It never waits for a call,
 * and no call waits for it while jobs stand ready: they run on threads of their own and report to it. While anything is
 * in hand or paused it waits on those reports and polls without waiting, because a poll that waits while a partition is
 * paused spins inside the consumer (Kafka 4.4).
 */
final class PollLoop implements ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(PollLoop.class);
    private static final Duration IDLE = Duration.ofMillis(100);
    private static final long BUSY_MILLIS = 20;
    private static final long SETTLING_MILLIS = 10;
    /** From one look for parked jobs to the next while busy; those that come there wait for longer. */
    private static final Duration PARKED_INTERVAL = Duration.ofMillis(100);
    /** How long jobs that were cut may take to come back. */
    private static final Duration CUT_PATIENCE = Duration.ofSeconds(5);

    private final IntakeSettings settings;
    private final LaneConsumers consumers;
    private final Partitions partitions;
    private final Waiting waiting;
    private final Hands hands;
    private final Starter starter;
    private final Finisher finisher;
    private final Rotation rotation;
    private final Clock clock;

    /** When the grace of a drain is over, in monotonic nanoseconds; null while none was asked for. */
    private final AtomicReference<@Nullable Long> drainEnd = new AtomicReference<>();

    private volatile boolean isMember;
    private OptionalLong cutEnd = OptionalLong.empty();
    private long parkedFetchedNanos;

    PollLoop(
            IntakeSettings settings,
            LaneConsumers consumers,
            Partitions partitions,
            Waiting waiting,
            Hands hands,
            Starter starter,
            Finisher finisher,
            Rotation rotation,
            Clock clock) {
        this.settings = settings;
        this.consumers = consumers;
        this.partitions = partitions;
        this.waiting = waiting;
        this.hands = hands;
        this.starter = starter;
        this.finisher = finisher;
        this.rotation = rotation;
        this.clock = clock;
        this.parkedFetchedNanos = clock.nanos();
    }

    /** Works until a drain is over. */
    void run() {
        consumers.subscribe(this);
        while (!isDrained()) {
            turn();
        }
        starter.close();
        finisher.giveUpRefused(partitions.all());
        commitChanges(partitions.all());
    }

    /** Asks the loop to start nothing more, to end in peace within the grace, and to cut what is left then. */
    void drain(Duration grace) {
        drainEnd.compareAndSet(null, clock.nanos() + grace.toNanos());
    }

    /** Whether this worker is a member of the group and takes jobs; any thread may ask. */
    boolean takesJobs() {
        return isMember && drainEnd.get() == null;
    }

    /** Cuts everything that runs, because the loop broke off. */
    void abandon() {
        starter.takeBack(work -> true);
        hands.given().forEach(work -> work.delivery().cut(Cut.PUT_BACK));
        starter.close();
    }

    private void turn() {
        starter.attend();
        boolean draining = drainEnd.get() != null;
        boolean busy = draining || !hands.given().isEmpty() || !finisher.isEmpty() || partitions.anyPaused();
        if (busy) {
            take();
        }
        fetch(consumers.lane(), busy ? Duration.ZERO : IDLE);
        if (!busy || clock.nanos() - parkedFetchedNanos >= PARKED_INTERVAL.toNanos()) {
            parkedFetchedNanos = clock.nanos();
            fetch(consumers.parked(), Duration.ZERO);
        }
        isMember = consumers.areMembers();
        finisher.settleIfDue(hands.given().isEmpty());
        if (draining) {
            endDrain();
        } else if (!finisher.isInDoubt()) {
            starter.start();
            rotation.turn();
        }
        partitions.pauseAndResume(!draining && !finisher.isInDoubt());
    }

    private void take() {
        boolean again = drainEnd.get() == null;
        long millis = finisher.isEmpty() ? BUSY_MILLIS : SETTLING_MILLIS;
        hands.await(millis, finisher.missing()).forEach(done -> finisher.take(done, again));
    }

    private void fetch(Consumer<byte[], byte[]> consumer, Duration wait) {
        ConsumerRecords<byte[], byte[]> records;
        try {
            records = consumer.poll(wait);
        } catch (RetriableException e) {
            LOG.atWarn()
                    .addKeyValue("lane", settings.lane())
                    .addKeyValue("error", e.getMessage())
                    .log("poll failed");
            return;
        }
        partitions.read();
        Instant now = clock.now();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            LanePartition partition = partitions.get(new TopicPartition(record.topic(), record.partition()));
            if (partition != null && partition.tracker.fetched(record.offset())) {
                waiting.fetched(new Work(partition, record), now);
            }
        }
        records.nextOffsets().forEach((name, next) -> {
            LanePartition partition = partitions.get(name);
            if (partition != null) {
                partition.tracker.skipTo(next.offset());
            }
        });
    }

    private void endDrain() {
        starter.takeBack(work -> true);
        finisher.settleNow();
        Long end = drainEnd.get();
        if (end != null && clock.nanos() - end >= 0 && cutEnd.isEmpty()) {
            cut(partitions.all());
            cutEnd = OptionalLong.of(clock.nanos() + CUT_PATIENCE.toNanos());
        }
    }

    private boolean isDrained() {
        if (drainEnd.get() == null) {
            return false;
        }
        boolean isPatienceOver = cutEnd.isPresent() && clock.nanos() - cutEnd.getAsLong() >= 0;
        return isPatienceOver || (hands.given().isEmpty() && finisher.isEmpty());
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
        LOG.atInfo()
                .addKeyValue("lane", settings.lane())
                .addKeyValue("partitions", assigned)
                .log("assigned");
        partitions.assigned(assigned);
    }

    /**
     * Lets partitions go in peace: nothing further of them starts, what is in hand may end within the grace, and is
     * settled; the rest is cut and put back. The other partitions are served meanwhile, from what was fetched.
     */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
        LOG.atInfo()
                .addKeyValue("lane", settings.lane())
                .addKeyValue("partitions", revoked)
                .log("revoked");
        List<LanePartition> leaving = partitions.of(revoked);
        for (LanePartition partition : leaving) {
            partition.leaving = true;
            waiting.remove(partition);
        }
        starter.takeBack(work -> work.partition.leaving);
        starter.forgetAlone();
        serveUntilEmpty(leaving, settings.drainGrace());
        cut(leaving);
        serveUntilEmpty(leaving, CUT_PATIENCE);
        finisher.giveUpRefused(leaving);
        commitChanges(leaving);
        forget(revoked, leaving);
    }

    /** Drops partitions that others own by now: nothing of them can be settled any more. */
    @Override
    public void onPartitionsLost(Collection<TopicPartition> lost) {
        LOG.atWarn()
                .addKeyValue("lane", settings.lane())
                .addKeyValue("partitions", lost)
                .log("lost: the group gave them to others; jobs in hand are cut and run elsewhere");
        List<LanePartition> gone = partitions.of(lost);
        gone.forEach(waiting::remove);
        starter.takeBack(work -> gone.contains(work.partition));
        starter.forgetAlone();
        cut(gone);
        forget(lost, gone);
    }

    private void serveUntilEmpty(List<LanePartition> leaving, Duration grace) {
        long end = clock.nanos() + grace.toNanos();
        Long drain = drainEnd.get();
        if (drain != null && drain - end < 0) {
            end = drain;
        }
        while ((finisher.holdsAnyOf(leaving) || hands.holdAnyOf(leaving)) && clock.nanos() - end < 0) {
            starter.attend();
            take();
            finisher.settleNow();
            if (drainEnd.get() != null) {
                starter.takeBack(work -> true);
            } else if (!finisher.isInDoubt()) {
                starter.start();
            }
        }
    }

    private void cut(Collection<LanePartition> of) {
        for (Work work : hands.given()) {
            if (of.contains(work.partition)) {
                work.delivery().cut(Cut.PUT_BACK);
            }
        }
    }

    /** Takes the start marks of put-back jobs away again. */
    private void commitChanges(Collection<LanePartition> of) {
        if (!finisher.isInDoubt()) {
            List<LanePartition> changed = Partitions.changed(of);
            if (!changed.isEmpty()) {
                partitions.commit(changed);
            }
        }
    }

    private void forget(Collection<TopicPartition> names, List<LanePartition> gone) {
        partitions.remove(names);
        finisher.drop(gone);
    }
}
