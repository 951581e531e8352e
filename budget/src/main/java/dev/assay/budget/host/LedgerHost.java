package dev.assay.budget.host;

import dev.assay.budget.journal.LedgerTopics;
import dev.assay.budget.journal.LimitsFollower;
import dev.assay.runtime.Clock;
import dev.assay.runtime.GroupConfigs;
import dev.assay.runtime.KafkaClients;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps budgets in this process: those of the partitions that the ledger's group gives it. A fleet of workers needs
 * nothing beside itself to keep its budgets, as each of them hosts a part.
 *
 * <pre>{@code
 * try (LedgerHost host = LedgerHost.start("worker-1", HostSettings.STANDARD, clients, limits, clock, this::fail)) {
 *     ...
 * }
 * }</pre>
 */
public final class LedgerHost implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerHost.class);
    private static final Duration CATCH_UP_PATIENCE = Duration.ofSeconds(60);
    private static final Duration RESTART_PAUSE = Duration.ofMillis(500);
    private static final long CLOSE_SECONDS = 20;

    private final String name;
    private final LedgerTopics topics;
    private final HostSettings settings;
    private final KafkaClients clients;
    private final LimitsFollower limits;
    private final Clock clock;
    private final Consumer<Throwable> onFailure;
    private final HostCounts counts = new HostCounts();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile boolean closing;

    private LedgerHost(
            String name,
            LedgerTopics topics,
            HostSettings settings,
            KafkaClients clients,
            LimitsFollower limits,
            Clock clock,
            Consumer<Throwable> onFailure) {
        this.name = name;
        this.topics = topics;
        this.settings = settings;
        this.clients = clients;
        this.limits = limits;
        this.clock = clock;
        this.onFailure = onFailure;
    }

    /**
     * Starts one of the budgets of calls and of tenants.
     *
     * @param name of the process, different at each start; shown as the owner of what it keeps
     * @param limits which budgets have limits; stays the caller's to close
     * @param onFailure called with what ended it unasked; a cluster that cannot be reached does not
     */
    public static LedgerHost start(
            String name,
            HostSettings settings,
            KafkaClients clients,
            LimitsFollower limits,
            Clock clock,
            Consumer<Throwable> onFailure) {
        LedgerTopics topics = LedgerTopics.ofCalls(clients.settings().topics());
        return start(new LedgerHost(name, topics, settings, clients, limits, clock, onFailure));
    }

    /**
     * Starts one of the slots of lanes: it measures lanes, and fences whoever does not give back what it was granted.
     * Otherwise as {@link #start}.
     *
     * @param limits bounds of lanes
     */
    public static LedgerHost ofSlots(
            String name,
            HostSettings settings,
            KafkaClients clients,
            LimitsFollower limits,
            Clock clock,
            Consumer<Throwable> onFailure) {
        LedgerTopics topics = LedgerTopics.ofSlots(clients.settings().topics());
        return start(new LedgerHost(name, topics, settings, clients, limits, clock, onFailure));
    }

    private static LedgerHost start(LedgerHost host) {
        Thread.ofPlatform().name(host.topics.label() + "-host").daemon().start(host::run);
        return host;
    }

    public HostStatus status() {
        return counts.status();
    }

    /** Hands over what it keeps and stops; others take over at once. */
    @Override
    public void close() {
        closing = true;
        try {
            if (!stopped.await(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.atWarn().log("host of the ledger does not stop");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        boolean keepsSlots = topics.group().equals(clients.settings().topics().slotGroup());
        try (LaneHands lanes = keepsSlots ? new LaneHands(clients, name, clock) : null) {
            if (!limits.awaitCaughtUp(CATCH_UP_PATIENCE)) {
                throw new IllegalStateException(
                        "limits of budgets were not read within " + CATCH_UP_PATIENCE.toSeconds() + " s");
            }
            shortenTimeouts();
            while (!closing) {
                serve(lanes);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            if (!closing) {
                onFailure.accept(e);
            }
        } finally {
            stopped.countDown();
        }
    }

    /** One membership, to its end. */
    private void serve(@Nullable LaneHands lanes) throws InterruptedException {
        Tenure tenure = new Tenure(name, topics, settings, clients, limits, lanes, clock, counts);
        try {
            while (!closing) {
                tenure.step();
            }
        } catch (KafkaException e) {
            tenure.discard();
            beginAnew(e);
            return;
        } catch (RuntimeException | Error e) {
            tenure.discard();
            throw e;
        }
        tenure.leave();
    }

    private void beginAnew(KafkaException cause) throws InterruptedException {
        counts.restarted();
        LOG.atWarn().addKeyValue("error", cause.getMessage()).log("gives up the budgets it keeps, and begins anew");
        clock.pause(RESTART_PAUSE);
    }

    private void shortenTimeouts() {
        Map<String, String> configs = Map.of(
                GroupConfigs.SESSION_TIMEOUT,
                String.valueOf(settings.sessionTimeout().toMillis()),
                GroupConfigs.HEARTBEAT_INTERVAL,
                String.valueOf(settings.heartbeat().toMillis()));
        try (Admin admin = clients.admin(name + "-" + topics.label())) {
            GroupConfigs.set(admin, List.of(topics.group()), configs)
                    .ifPresent(refusal -> LOG.atWarn()
                            .addKeyValue("error", refusal)
                            .log("timeouts of the ledger's group not set; the brokers' own hold, and while they last"
                                    + " nobody is granted anything when a keeper dies (see"
                                    + " group.consumer.min.session.timeout.ms and"
                                    + " group.consumer.min.heartbeat.interval.ms)"));
        }
    }
}
