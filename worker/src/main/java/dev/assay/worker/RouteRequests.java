package dev.assay.worker;

import dev.assay.runtime.Clock;
import dev.assay.runtime.LaneDefaults;
import dev.assay.schemas.Job;
import dev.assay.schemas.Parking;
import dev.assay.schemas.topics.BudgetIds;
import dev.assay.worker.call.Payer;
import dev.assay.worker.call.TokenCap;
import dev.assay.worker.intake.Delivery;
import dev.assay.worker.route.Demand;
import dev.assay.worker.route.Need;
import dev.assay.worker.route.Route;
import dev.assay.worker.route.RoutePlan;
import dev.assay.worker.route.RouteRequest;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes of a job and its lane what the job asks of its route. */
final class RouteRequests {
    private final Map<String, LaneDefaults> limits = new HashMap<>();
    private final Map<String, PreparedFallback> prepared = new HashMap<>();
    private final Set<String> fallBackWhenSpent;
    private final Journeys journeys;
    private final Clock clock;

    /** @param fallBackWhenSpent ids of quotas whose tenants take prepared fallbacks when these are used up */
    RouteRequests(List<LaneSettings> lanes, Set<String> fallBackWhenSpent, Journeys journeys, Clock clock) {
        this.fallBackWhenSpent = Set.copyOf(fallBackWhenSpent);
        this.journeys = journeys;
        this.clock = clock;
        for (LaneSettings lane : lanes) {
            limits.put(lane.name(), lane.limits());
            if (lane.fallback() != null) {
                prepared.put(lane.name(), lane.fallback());
            }
        }
    }

    /**
     * @param left what is left of the job's time
     * @param journey what it went through before it was parked
     */
    RouteRequest of(
            Job job, Delivery delivery, Route route, Duration left, Duration queueWait, Optional<Parking> journey) {
        LaneDefaults lane = limits.getOrDefault(delivery.lane(), LaneDefaults.of(delivery.lane()));
        return new RouteRequest(
                route,
                demand(job, route, lane),
                job.getBody(),
                IdempotencyKey.of(job, journeys.deliveries(delivery)),
                lane,
                job.getMaxTokens(),
                job.getMaxWait(),
                clock.nanos() + left.toNanos(),
                queueWait,
                job.getTemplateVersion(),
                payer(job).after(journey.map(Parking::getTimes).orElse(0)),
                journey.map(Parking::getAttempts).orElse(List.of()),
                journey.map(Parking::getEliminated).orElse(List.of()));
    }

    Optional<PreparedFallback> prepared(String lane) {
        return Optional.ofNullable(prepared.get(lane));
    }

    /** Time at the end of a job's in which no call runs any more. */
    static Duration closing() {
        return RoutePlan.CLOSING_RESERVE;
    }

    private Demand demand(Job job, Route route, LaneDefaults lane) {
        boolean isChoosy = route.candidates().stream().anyMatch(candidate -> candidate.capabilities() != null);
        Set<Need> needs = isChoosy ? Demand.needsOf(job.getBody()) : EnumSet.noneOf(Need.class);
        Integer cap = job.getMaxTokens();
        return new Demand(
                needs,
                (long) job.getEstimatedInputTokens() + (cap == null ? 0 : cap),
                job.getRequiredRegion(),
                job.getSideEffects(),
                lane.completeAnswer()
                        && route.growTruncated()
                        && TokenCap.doubled(job.getBody()).isPresent(),
                prepared.containsKey(lane.lane()),
                prepared.containsKey(lane.lane()) && fallBackWhenSpent.contains(quota(job)));
    }

    private static Payer payer(Job job) {
        String suite = job.getTemplateId() == null ? "" : job.getTemplateId();
        return new Payer(job.getTenant(), job.getLane(), job.getAccount(), job.getPriority(), suite);
    }

    private static String quota(Job job) {
        return BudgetIds.tenant(job.getTenant(), job.getLane(), job.getAccount());
    }
}
