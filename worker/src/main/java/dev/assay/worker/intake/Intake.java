package dev.assay.worker.intake;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.worker.meters.LaneMeters;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lane's intake: from a member of the lane's consumer groups to settled jobs. It owns its thread and clients.
 */
public final class Intake {
    private static final Logger LOG = LoggerFactory.getLogger(Intake.class);
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(10);

    private final IntakeSettings settings;
    private final LaneConsumers consumers;
    private final Settler settler;
    private final Partitions partitions;
    private final Slots.Share share;
    private final PollLoop loop;
    private final Thread thread;
    private final Runnable onStopped;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile @Nullable Throwable failure;

    /**
     * @param slots room for jobs, shared by the lanes of a worker
     * @param recall what makes a parked job due before its time
     * @param onStopped called once when the intake has stopped, drained or failed
     */
    public Intake(
            IntakeSettings settings,
            KafkaClients clients,
            Slots slots,
            DeliveryHandler handler,
            Recall recall,
            LaneMeters meters,
            Clock clock,
            Runnable onStopped) {
        this.settings = settings;
        this.onStopped = onStopped;
        consumers = LaneConsumers.open(settings, clients);
        partitions = new Partitions(consumers);
        settler = new Settler(
                () -> clients.transactionalProducer(settings.transactionalId()),
                names -> consumers.committed(names, CLOSE_PATIENCE));
        Waiting waiting = new Waiting(new NotDue(recall));
        share = slots.share(settings.maxInFlight());
        Hands hands = new Hands(handler, share, clock);
        Starter starter = new Starter(settings, share, waiting, partitions, hands, meters, clock);
        Finisher finisher = new Finisher(
                settler,
                partitions,
                waiting,
                starter,
                new SettlePace(settings.settleInterval(), settings.settleAtOnce(), clock.nanos()),
                consumers::byGroup,
                meters,
                clock);
        Rotation rotation = new Rotation(settings, consumers, partitions, waiting, finisher, clock);
        loop = new PollLoop(settings, consumers, partitions, waiting, hands, starter, finisher, rotation, clock);
        thread = Thread.ofPlatform().name("intake-" + settings.lane()).unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /** Closes what was never started. */
    public void discard() {
        if (thread.getState() == Thread.State.NEW) {
            close();
        }
    }

    /**
     * Starts nothing more; jobs in hand may end within the grace, the rest is cut and put back; all is settled and the
     * group left. It returns at once, {@link #awaitStopped} waits.
     */
    public void drain(Duration grace) {
        loop.drain(grace);
    }

    /** Waits until it has stopped. */
    public boolean awaitStopped(Duration patience) throws InterruptedException {
        return stopped.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Why it stopped without having been asked to; empty while it runs, and after a drain. */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /** Whether it is a member of its group and takes jobs. */
    public boolean isReady() {
        return loop.takesJobs() && stopped.getCount() > 0;
    }

    public String lane() {
        return settings.lane();
    }

    /** Jobs started and not settled; any thread may ask. */
    public int inHand() {
        return share.inHand();
    }

    /** Committed low-water marks of the partitions owned; any thread may ask. */
    Map<TopicPartition, Long> lowWaters() {
        return partitions.lowWaters();
    }

    private void run() {
        try {
            settler.open();
            loop.run();
        } catch (RuntimeException | Error e) {
            failure = e;
            LOG.atError().addKeyValue("lane", settings.lane()).setCause(e).log("intake stops");
            loop.abandon();
        } finally {
            close();
            stopped.countDown();
            onStopped.run();
        }
    }

    private void close() {
        try (settler) {
            consumers.close(CLOSE_PATIENCE);
        } catch (RuntimeException e) {
            LOG.atWarn().addKeyValue("lane", settings.lane()).setCause(e).log("consumer not closed in peace");
        }
    }
}
