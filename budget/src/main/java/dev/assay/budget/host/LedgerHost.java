package dev.assay.budget.host;

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
            HostSettings settings,
            KafkaClients clients,
            LimitsFollower limits,
            Clock clock,
            Consumer<Throwable> onFailure) {
        this.name = name;
        this.settings = settings;
        this.clients = clients;
        this.limits = limits;
        this.clock = clock;
        this.onFailure = onFailure;
    }

    /**
     * Starts it.
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
        LedgerHost host = new LedgerHost(name, settings, clients, limits, clock, onFailure);
        Thread.ofPlatform().name("ledger-host").daemon().start(host::run);
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
        try {
            if (!limits.awaitCaughtUp(CATCH_UP_PATIENCE)) {
                throw new IllegalStateException(
                        "limits of budgets were not read within " + CATCH_UP_PATIENCE.toSeconds() + " s");
            }
            shortenTimeouts();
            while (!closing) {
                serve();
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
    private void serve() throws InterruptedException {
        Tenure tenure = new Tenure(name, settings, clients, limits, clock, counts);
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
        try (Admin admin = clients.admin(name + "-ledger")) {
            GroupConfigs.set(admin, List.of(clients.settings().topics().ledgerGroup()), configs)
                    .ifPresent(refusal -> LOG.atWarn()
                            .addKeyValue("error", refusal)
                            .log("timeouts of the ledger's group not set; the brokers' own hold, and while they last"
                                    + " nobody is granted anything when a keeper dies (see"
                                    + " group.consumer.min.session.timeout.ms and"
                                    + " group.consumer.min.heartbeat.interval.ms)"));
        }
    }
}
