package dev.assay.budget.host;

import dev.assay.runtime.Answers;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.LaneReader;
import dev.assay.schemas.topics.BudgetIds;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures lanes and fences silent submitters for the keeper of slots, beside its thread: a broker that answers slowly
 * must not keep those waiting who only want a grant. At most one measurement of a lane and one fence of an id are under
 * way at a time. Used by one thread.
 */
final class LaneHands implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LaneHands.class);
    private static final long MEASURE_NANOS = Duration.ofMillis(100).toNanos();
    private static final long AGAIN_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long SOON_MILLIS = 5;

    private final KafkaClients clients;
    private final Admin admin;
    private final Clock clock;
    private final TenantDepths tenantDepths;
    private final Map<String, LaneReader> readers = new ConcurrentHashMap<>();
    private final Map<String, Long> measuredAt = new HashMap<>();
    private final Set<String> fencing = new HashSet<>();
    private final Map<String, Long> fenceAgainAt = new HashMap<>();
    private final Queue<Done> done = new ConcurrentLinkedQueue<>();
    private int underWay;

    /** What was done, and for whom. */
    sealed interface Done {
        PartitionOwner asker();
    }

    /** A lane held so many unfinished jobs at most, and of each bounded tenant so many. */
    record Measured(PartitionOwner asker, String budget, long unfinished, Map<String, Long> ofTenants) implements Done {
        Measured {
            ofTenants = Map.copyOf(ofTenants);
        }
    }

    /** A lane could not be measured. */
    record NotMeasured(PartitionOwner asker, String budget) implements Done {}

    /**
     * Under a transactional id nothing can be written any more that was begun before.
     *
     * @param reservations what was held under it; none where it could not be fenced
     */
    record Fenced(PartitionOwner asker, String id, List<String> reservations) implements Done {}

    LaneHands(KafkaClients clients, String name, Clock clock) {
        this.clients = clients;
        this.admin = clients.admin(name + "-lanes");
        this.clock = clock;
        this.tenantDepths = new TenantDepths(clients, admin, name, clock);
    }

    /** Begins what an owner wants done. */
    void tend(PartitionOwner owner, long nowMillis) {
        long nanos = clock.nanos();
        for (String budget : owner.wantMeasuring()) {
            Long last = measuredAt.get(budget);
            if (last == null || nanos - last >= MEASURE_NANOS) {
                measuredAt.put(budget, nanos);
                Set<String> tenants = owner.boundedTenants(budget);
                owner.measure(budget);
                begin(() -> measure(owner, budget, tenants));
            }
        }
        owner.overdue(nowMillis).forEach((id, reservations) -> {
            Long again = fenceAgainAt.get(id);
            if ((again == null || nanos - again >= 0) && fencing.add(id)) {
                begin(() -> fence(owner, id, reservations));
            }
        });
    }

    /** What was done since; null where nothing was. */
    @Nullable
    Done poll() {
        Done next = done.poll();
        if (next != null) {
            underWay--;
            if (next instanceof Fenced fenced) {
                fencing.remove(fenced.id());
                if (fenced.reservations().isEmpty()) {
                    fenceAgainAt.put(fenced.id(), clock.nanos() + AGAIN_NANOS);
                } else {
                    fenceAgainAt.remove(fenced.id());
                }
            }
        }
        return next;
    }

    /** How long nothing comes from here: a measurement takes milliseconds, and somebody waits for it. */
    long patienceMillis(long idleMillis) {
        return underWay > 0 ? Math.min(SOON_MILLIS, idleMillis) : idleMillis;
    }

    @Override
    public void close() {
        tenantDepths.close();
        admin.close(Duration.ZERO);
    }

    private void measure(PartitionOwner owner, String budget, Set<String> tenants) {
        try {
            String ofLane = BudgetIds.laneOf(budget);
            Map<String, Long> ofTenants = tenants.isEmpty() ? Map.of() : tenantDepths.read(ofLane, tenants);
            LaneReader reader = readers.computeIfAbsent(
                    ofLane, lane -> new LaneReader(admin, clients.settings().topics(), lane));
            done.add(new Measured(owner, budget, reader.readMost(), ofTenants));
        } catch (KafkaException e) {
            LOG.atWarn()
                    .addKeyValue("budget", budget)
                    .addKeyValue("error", e.getMessage())
                    .log("a lane cannot be measured; until it is, none of its slots is granted");
            done.add(new NotMeasured(owner, budget));
        }
    }

    private void fence(PartitionOwner owner, String id, List<String> reservations) {
        try {
            Answers.await(admin.fenceProducers(List.of(id)).all());
            LOG.atInfo()
                    .addKeyValue("transactionalId", id)
                    .addKeyValue("reservations", reservations)
                    .log("fenced a submitter that did not give back its slots in time");
            done.add(new Fenced(owner, id, reservations));
        } catch (KafkaException e) {
            LOG.atWarn()
                    .addKeyValue("transactionalId", id)
                    .addKeyValue("error", e.getMessage())
                    .log("a submitter cannot be fenced; its slots stay taken, and it is tried again");
            done.add(new Fenced(owner, id, List.of()));
        }
    }

    private void begin(Runnable work) {
        underWay++;
        Thread.ofVirtual().name("lane-hands").start(work);
    }
}
