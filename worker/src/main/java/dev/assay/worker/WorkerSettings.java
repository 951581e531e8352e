package dev.assay.worker;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.schemas.topics.Names;
import dev.assay.worker.alert.AlertSettings;
import dev.assay.worker.breaker.BreakerSettings;
import dev.assay.worker.call.ProviderSettings;
import dev.assay.worker.spend.LimitSettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a worker does: the lanes that it serves, the models that it asks, its bounds. {@code examples/worker.yaml} shows
 * each setting with its default.
 *
 * @param worker what results call it; a part of its own is appended at each start
 * @param inFlight most calls at once, over all lanes
 * @param lanes the lanes that it serves
 * @param providers the providers that it may ask
 * @param routes which model answers which route
 * @param settleInterval longest time that a finished job waits to be settled
 * @param settleJobs number of finished jobs that are settled without waiting
 * @param drainGrace how long jobs in hand may go on when the worker stops or loses their partition
 * @param trimInterval from one deletion of worked jobs to the next; zero for never
 * @param sessionTimeout after which silence a worker counts as dead, set for the lanes' groups at start; null leaves
 *     the broker's
 * @param maxResponseBytes longest response body that is read
 * @param breaker when a failing model is left alone, and how it comes back
 * @param accounts how blocked accounts are tried again
 * @param alerts where alerting events go beside the log
 * @param limits what the whole fleet may use; null for no limits, and then no ledger is kept
 */
public record WorkerSettings(
        String worker,
        int inFlight,
        List<LaneSettings> lanes,
        List<ProviderSettings> providers,
        List<RouteSettings> routes,
        Duration settleInterval,
        int settleJobs,
        Duration drainGrace,
        Duration trimInterval,
        @Nullable Duration sessionTimeout,
        int maxResponseBytes,
        BreakerSettings breaker,
        AccountSettings accounts,
        AlertSettings alerts,
        @Nullable LimitSettings limits) {
    private static final String WORKER = "worker";
    private static final int IN_FLIGHT = 64;
    private static final Duration SETTLE_INTERVAL = Duration.ofMillis(100);
    private static final int SETTLE_JOBS = 200;
    private static final Duration DRAIN_GRACE = Duration.ofSeconds(30);
    private static final Duration TRIM_INTERVAL = Duration.ofMinutes(1);
    private static final int MAX_RESPONSE_BYTES = 10 << 20;
    private static final int MOST_IN_FLIGHT = 10_000;
    private static final Duration LET_GO_MARGIN = Duration.ofSeconds(2);

    public WorkerSettings {
        Names.require("worker", worker);
        requireWithin("inFlight", inFlight, 1, MOST_IN_FLIGHT);
        requireWithin("settleJobs", settleJobs, 1, MOST_IN_FLIGHT);
        requireWithin("maxResponseBytes", maxResponseBytes, 1_024, Integer.MAX_VALUE / 2);
        requireWithin("settleInterval", settleInterval, Duration.ofMillis(1), Duration.ofSeconds(10));
        requireWithin("drainGrace", drainGrace, Duration.ZERO, Duration.ofHours(1));
        requireWithin("trimInterval", trimInterval, Duration.ZERO, Duration.ofDays(1));
        if (sessionTimeout != null) {
            requireWithin("sessionTimeout", sessionTimeout, Duration.ofSeconds(1), Duration.ofHours(1));
        }
        lanes = List.copyOf(lanes);
        providers = List.copyOf(providers);
        routes = List.copyOf(routes);
        requireNames("lanes", lanes, LaneSettings::name);
        requireNames("providers", providers, ProviderSettings::name);
        requireNames("routes", routes, RouteSettings::name);
        requireFit(lanes, inFlight);
        requireTimeToLetGo(lanes, drainGrace);
        requireMatch(providers, routes);
        RouteChains.require(routes);
        if (limits != null) {
            WorkerLimits.require(limits, providers, routes);
        }
    }

    /** Settings as a file gives them; what it leaves out takes its default. */
    @JsonCreator
    static WorkerSettings of(
            @JsonProperty("worker") @Nullable String worker,
            @JsonProperty("inFlight") @Nullable Integer inFlight,
            @JsonProperty("lanes") @Nullable List<LaneSettings> lanes,
            @JsonProperty("providers") @Nullable List<ProviderSettings> providers,
            @JsonProperty("routes") @Nullable List<RouteSettings> routes,
            @JsonProperty("settleInterval") @Nullable Duration settleInterval,
            @JsonProperty("settleJobs") @Nullable Integer settleJobs,
            @JsonProperty("drainGrace") @Nullable Duration drainGrace,
            @JsonProperty("trimInterval") @Nullable Duration trimInterval,
            @JsonProperty("sessionTimeout") @Nullable Duration sessionTimeout,
            @JsonProperty("maxResponseBytes") @Nullable Integer maxResponseBytes,
            @JsonProperty("breaker") @Nullable BreakerSettings breaker,
            @JsonProperty("accounts") @Nullable AccountSettings accounts,
            @JsonProperty("alerts") @Nullable AlertSettings alerts,
            @JsonProperty("limits") @Nullable LimitSettings limits) {
        return new WorkerSettings(
                or(worker, WORKER),
                or(inFlight, IN_FLIGHT),
                or(lanes, List.of()),
                or(providers, List.of()),
                or(routes, List.of()),
                or(settleInterval, SETTLE_INTERVAL),
                or(settleJobs, SETTLE_JOBS),
                or(drainGrace, DRAIN_GRACE),
                or(trimInterval, TRIM_INTERVAL),
                sessionTimeout,
                or(maxResponseBytes, MAX_RESPONSE_BYTES),
                or(breaker, BreakerSettings.standard()),
                or(accounts, AccountSettings.STANDARD),
                or(alerts, AlertSettings.NONE),
                limits);
    }

    /** Settings for lanes, providers and routes; everything else as it is by default. */
    public static WorkerSettings of(
            List<LaneSettings> lanes, List<ProviderSettings> providers, List<RouteSettings> routes) {
        return of(null, null, lanes, providers, routes, null, null, null, null, null, null, null, null, null, null);
    }

    public WorkerSettings withWorker(String name) {
        return with(draft -> draft.worker = name);
    }

    public WorkerSettings withInFlight(int most) {
        return with(draft -> draft.inFlight = most);
    }

    public WorkerSettings withDrainGrace(Duration grace) {
        return with(draft -> draft.drainGrace = grace);
    }

    public WorkerSettings withTrimInterval(Duration interval) {
        return with(draft -> draft.trimInterval = interval);
    }

    public WorkerSettings withSessionTimeout(Duration timeout) {
        return with(draft -> draft.sessionTimeout = timeout);
    }

    public WorkerSettings withMaxResponseBytes(int most) {
        return with(draft -> draft.maxResponseBytes = most);
    }

    public WorkerSettings withBreaker(BreakerSettings settings) {
        return with(draft -> draft.breaker = settings);
    }

    public WorkerSettings withAccounts(AccountSettings settings) {
        return with(draft -> draft.accounts = settings);
    }

    public WorkerSettings withAlerts(AlertSettings settings) {
        return with(draft -> draft.alerts = settings);
    }

    public WorkerSettings withLimits(LimitSettings settings) {
        return with(draft -> draft.limits = settings);
    }

    private WorkerSettings with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.settings();
    }

    /** What may differ in a copy. */
    private final class Draft {
        private String worker;
        private int inFlight;
        private Duration drainGrace;
        private Duration trimInterval;
        private @Nullable Duration sessionTimeout;
        private int maxResponseBytes;
        private BreakerSettings breaker;
        private AccountSettings accounts;
        private AlertSettings alerts;
        private @Nullable LimitSettings limits;

        private Draft(WorkerSettings from) {
            worker = from.worker;
            inFlight = from.inFlight;
            drainGrace = from.drainGrace;
            trimInterval = from.trimInterval;
            sessionTimeout = from.sessionTimeout;
            maxResponseBytes = from.maxResponseBytes;
            breaker = from.breaker;
            accounts = from.accounts;
            alerts = from.alerts;
            limits = from.limits;
        }

        private WorkerSettings settings() {
            return new WorkerSettings(
                    worker,
                    inFlight,
                    lanes,
                    providers,
                    routes,
                    settleInterval,
                    settleJobs,
                    drainGrace,
                    trimInterval,
                    sessionTimeout,
                    maxResponseBytes,
                    breaker,
                    accounts,
                    alerts,
                    limits);
        }
    }

    private static <T> T or(@Nullable T given, T standard) {
        return given == null ? standard : given;
    }

    private static <T> void requireNames(String what, List<T> items, Function<T, String> name) {
        if (items.isEmpty()) {
            throw new IllegalArgumentException(what + ": none (expected: at least one)");
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < items.size(); i++) {
            if (!names.add(name.apply(items.get(i)))) {
                throw new IllegalArgumentException(
                        what + "[" + i + "].name: " + name.apply(items.get(i)) + " (expected: named once)");
            }
        }
    }

    private static void requireFit(List<LaneSettings> lanes, int inFlight) {
        for (int i = 0; i < lanes.size(); i++) {
            Integer most = lanes.get(i).inFlight();
            if (most != null && most > inFlight) {
                throw new IllegalArgumentException("lanes[" + i + "].inFlight: " + most
                        + " (expected: <= inFlight of the worker, " + inFlight + ")");
            }
        }
    }

    /** While partitions are let go nothing is polled, so a shorter limit would lose them before their jobs are settled. */
    private static void requireTimeToLetGo(List<LaneSettings> lanes, Duration drainGrace) {
        for (int i = 0; i < lanes.size(); i++) {
            Duration limit = lanes.get(i).pollLimit();
            if (limit != null && limit.compareTo(drainGrace.plus(LET_GO_MARGIN)) < 0) {
                throw new IllegalArgumentException("lanes[" + i + "].pollLimit: " + limit
                        + " (expected: >= drainGrace + " + LET_GO_MARGIN + ", " + drainGrace.plus(LET_GO_MARGIN) + ")");
            }
        }
    }

    private static void requireMatch(List<ProviderSettings> providers, List<RouteSettings> routes) {
        List<String> names = providers.stream().map(ProviderSettings::name).toList();
        Set<String> used = new HashSet<>();
        for (int i = 0; i < routes.size(); i++) {
            List<CandidateSettings> candidates = routes.get(i).candidates();
            for (int j = 0; j < candidates.size(); j++) {
                String provider = candidates.get(j).provider();
                if (!names.contains(provider)) {
                    throw new IllegalArgumentException("routes[" + i + "].candidates[" + j + "].provider: " + provider
                            + " (expected: one of " + String.join(", ", names) + ")");
                }
                used.add(provider);
            }
        }
        for (int i = 0; i < names.size(); i++) {
            if (!used.contains(names.get(i))) {
                throw new IllegalArgumentException(
                        "providers[" + i + "].name: " + names.get(i) + " (expected: used by a route)");
            }
        }
    }

    private static void requireWithin(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + least + " to " + most + ")");
        }
    }

    private static void requireWithin(String name, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + least + " to " + most + ")");
        }
    }
}
