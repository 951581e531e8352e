package dev.assay.producer;

import dev.assay.budget.client.BudgetClient;
import dev.assay.budget.host.HostSettings;
import dev.assay.budget.host.LedgerHost;
import dev.assay.budget.journal.LimitsFollower;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The slots of lanes as one process uses them, opened at the first submit to a lane that has a bound of its own. While it
 * is open the process is one of those that may keep the slots of all lanes, so that enqueueing needs nobody else to run.
 */
final class LaneSlots implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final KafkaClients clients;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Open open;
    private boolean isClosed;

    private record Open(
            LimitsFollower limits, LedgerHost host, BudgetClient client, AtomicReference<@Nullable Throwable> failure) {
        void close() {
            client.close();
            host.close();
            limits.close();
        }
    }

    LaneSlots(KafkaClients clients, Clock clock) {
        this.clients = clients;
        this.clock = clock;
    }

    /**
     * The client, opened where it is not or where what it reads could not be read any more.
     *
     * @throws KafkaException when it cannot be opened
     */
    BudgetClient client() {
        lock.lock();
        try {
            if (isClosed) {
                throw new KafkaException("the producer is closed");
            }
            Open now = open;
            if (now != null && now.failure().get() != null) {
                open = null;
                now.close();
                now = null;
            }
            if (now == null) {
                now = open();
                open = now;
            }
            return now.client();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            isClosed = true;
            if (open != null) {
                open.close();
                open = null;
            }
        } finally {
            lock.unlock();
        }
    }

    private Open open() {
        String name = "submit-" + UUID.randomUUID().toString().substring(0, 8);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        LimitsFollower limits = LimitsFollower.ofLanes(clients, name, failure::set);
        LedgerHost host = LedgerHost.ofSlots(name, HostSettings.SLOTS, clients, limits, clock, failure::set);
        try {
            if (!limits.awaitCaughtUp(PATIENCE)) {
                throw new TimeoutException("bounds of lanes were not read within " + PATIENCE.toSeconds() + " s");
            }
            BudgetClient client =
                    BudgetClient.ofSlots(name, HostSettings.SLOTS.ledger(), clients, limits, clock, failure::set);
            return new Open(limits, host, client, failure);
        } catch (InterruptedException e) {
            host.close();
            limits.close();
            throw new InterruptException(e);
        } catch (RuntimeException e) {
            host.close();
            limits.close();
            throw e;
        }
    }
}
