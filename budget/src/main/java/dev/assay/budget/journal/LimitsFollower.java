package dev.assay.budget.journal;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.TopicFollower;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.LaneBound;
import dev.assay.schemas.RouteBudgets;
import dev.assay.schemas.topics.BudgetIds;
import dev.assay.schemas.topics.Keys;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the limits of budgets on the fleet topic, from its beginning: those of calls, with the routes that they are
 * for, or the bounds of lanes as limits of their slots. One for a process: those who keep budgets and those who use them must not differ in which budgets have
 * limits.
 */
public final class LimitsFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LimitsFollower.class);

    private enum Kind {
        CALLS,
        LANES
    }

    private final Kind kind;
    private final String topic;
    private final Deserializer<SpecificRecord> deserializer;
    private final TopicFollower follower;
    private volatile Map<String, BudgetLimits> limits = Map.of();
    private volatile Map<String, RouteBudgets> routes = Map.of();

    private LimitsFollower(Kind kind, KafkaClients clients, String name, Consumer<Throwable> onFailure) {
        this.kind = kind;
        this.topic = clients.settings().topics().fleet();
        this.deserializer = clients.valueDeserializer();
        this.follower =
                TopicFollower.start(clients, topic, name + "-limits", (record, isLive) -> take(record), onFailure);
    }

    /**
     * Starts one of the limits of calls and of tenants.
     *
     * @param name of the process, in names of clients
     * @param onFailure called with what ended it unasked
     */
    public static LimitsFollower start(KafkaClients clients, String name, Consumer<Throwable> onFailure) {
        return new LimitsFollower(Kind.CALLS, clients, name, onFailure);
    }

    /** Starts one of the bounds of lanes; otherwise as {@link #start}. */
    public static LimitsFollower ofLanes(KafkaClients clients, String name, Consumer<Throwable> onFailure) {
        return new LimitsFollower(Kind.LANES, clients, name, onFailure);
    }

    /** Waits until everything that was there at the start is read, or the follower has failed. */
    public boolean awaitCaughtUp(Duration patience) throws InterruptedException {
        return follower.awaitCaughtUp(patience);
    }

    /** What stands there now, by budget; a budget that was taken back stands with no limits. The same map until it changes. */
    public Map<String, BudgetLimits> all() {
        return limits;
    }

    public Optional<BudgetLimits> of(String budget) {
        return Optional.ofNullable(limits.get(budget));
    }

    public boolean isLimited(String budget) {
        BudgetLimits found = limits.get(budget);
        return found != null
                && (!found.getLimits().isEmpty() || !found.getTenants().isEmpty());
    }

    /** Which budgets the calls of a route are from, as it was said last. */
    Optional<RouteBudgets> route(String name) {
        return Optional.ofNullable(routes.get(name));
    }

    @Override
    public void close() {
        follower.close();
        deserializer.close();
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        String route = record.key() == null || kind == Kind.LANES
                ? null
                : Keys.routeOf(new String(record.key(), StandardCharsets.UTF_8));
        if (route != null) {
            takeRoute(record, route);
            return;
        }
        Map<String, BudgetLimits> changed = new HashMap<>(limits);
        take(record, changed);
        if (!changed.equals(limits)) {
            limits = Map.copyOf(changed);
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record, Map<String, BudgetLimits> changed) {
        String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        String budget = budgetOf(key);
        if (budget == null) {
            return;
        }
        String tenant = kind == Kind.LANES ? Keys.tenantOf(key) : null;
        if (tenant != null) {
            takeTenant(record, budget, tenant, changed);
            return;
        }
        if (record.value() == null) {
            // An entry that was deleted is one that was taken back: those who folded limits must hear of it.
            changed.computeIfPresent(
                    budget,
                    (id, old) -> BudgetLimits.newBuilder(old)
                            .setLimits(List.of())
                            .setIsSetByHand(false)
                            .build());
            return;
        }
        try {
            if (deserializer.deserialize(topic, record.value()) instanceof FleetEntry entry) {
                Map<String, Long> tenants =
                        limits.containsKey(budget) ? limits.get(budget).getTenants() : Map.of();
                limits(budget, entry.getEntry(), tenants).ifPresent(found -> changed.put(budget, found));
            }
        } catch (SerializationException e) {
            LOG.atError()
                    .addKeyValue("budget", budget)
                    .addKeyValue("error", e.getMessage())
                    .log("limits of a budget not understood; those that were known stay");
        }
    }

    private void takeRoute(ConsumerRecord<byte[], byte[]> record, String route) {
        Map<String, RouteBudgets> changed = new HashMap<>(routes);
        changed.remove(route);
        try {
            if (record.value() != null
                    && deserializer.deserialize(topic, record.value()) instanceof FleetEntry entry
                    && entry.getEntry() instanceof RouteBudgets found) {
                changed.put(route, found);
            }
        } catch (SerializationException e) {
            // Nobody depends on it: it is said again by whoever starts next.
            LOG.atWarn()
                    .addKeyValue("route", route)
                    .addKeyValue("error", e.getMessage())
                    .log("budgets of a route not understood");
        }
        routes = Map.copyOf(changed);
    }

    private @Nullable String budgetOf(String key) {
        if (kind == Kind.CALLS) {
            return Keys.budgetOf(key);
        }
        String lane = Keys.laneOf(key);
        return lane == null ? null : BudgetIds.lane(lane);
    }

    /** A tenant's bound stands beside the lane's own, and each may be set and taken back without the other. */
    private void takeTenant(
            ConsumerRecord<byte[], byte[]> record, String budget, String tenant, Map<String, BudgetLimits> changed) {
        try {
            Long bound = record.value() != null
                            && deserializer.deserialize(topic, record.value()) instanceof FleetEntry entry
                            && entry.getEntry() instanceof LaneBound found
                    ? found.getBound()
                    : null;
            BudgetLimits before = changed.getOrDefault(
                    budget, new BudgetLimits(budget, List.of(), true, "", "", Instant.EPOCH, List.of(), Map.of()));
            Map<String, Long> tenants = new HashMap<>(before.getTenants());
            if (bound == null) {
                tenants.remove(tenant);
            } else {
                tenants.put(tenant, bound);
            }
            changed.put(
                    budget, BudgetLimits.newBuilder(before).setTenants(tenants).build());
        } catch (SerializationException e) {
            LOG.atError()
                    .addKeyValue("budget", budget)
                    .addKeyValue("tenant", tenant)
                    .addKeyValue("error", e.getMessage())
                    .log("a tenant's bound not understood; the one that was known stays");
        }
    }

    private static Optional<BudgetLimits> limits(String budget, Object entry, Map<String, Long> tenants) {
        return switch (entry) {
            case BudgetLimits found -> Optional.of(found);
            case LaneBound bound ->
                Optional.of(new BudgetLimits(
                        budget,
                        bound.getBound() == null
                                ? List.of()
                                : List.of(new BudgetLimit(BudgetMeasure.REQUESTS, BudgetWindow.HELD, bound.getBound())),
                        true,
                        bound.getBy(),
                        bound.getReason(),
                        bound.getAt(),
                        List.of(),
                        tenants));
            default -> Optional.empty();
        };
    }
}
