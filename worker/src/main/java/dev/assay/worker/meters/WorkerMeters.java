package dev.assay.worker.meters;

import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.TokenUsage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/**
 * Every meter of a worker. Labels are closed sets: names from the configuration, enums, and the models that responses
 * name, of which the first {@link #MAX_RESPONSE_MODELS} are told apart. No job, run, tenant or request is a label.
 *
 * <table>
 * <caption>Meters</caption>
 * <tr><th>name</th><th>unit</th><th>labels</th><th>meaning</th></tr>
 * <tr><td>{@value #OPERATION_DURATION}</td><td>s</td><td>gen_ai.operation.name, gen_ai.provider.name,
 *     gen_ai.request.model, gen_ai.response.model, error.type</td><td>one physical call, from its start to the last
 *     byte or the failure</td></tr>
 * <tr><td>{@value #TOKEN_USAGE}</td><td>token</td><td>gen_ai.token.type and as above without error.type</td>
 *     <td>tokens of one call as reported: input or output</td></tr>
 * <tr><td>{@value #ATTEMPTS}</td><td>calls</td><td>provider, model, kind</td><td>physical calls by failure kind, or
 *     none</td></tr>
 * <tr><td>{@value #MODEL_DRIFT}</td><td>answers</td><td>provider, model</td><td>answers by a model outside the family
 *     of the one asked for</td></tr>
 * <tr><td>{@value #RESULTS}</td><td>jobs</td><td>lane, status</td><td>jobs ended, by what they ended as; counted when
 *     handled, so a job handled again after a crash counts twice</td></tr>
 * <tr><td>{@value #PARKED}</td><td>jobs</td><td>lane, reason</td><td>jobs parked to wait for a time, by what they wait
 *     for; a job counts each time</td></tr>
 * <tr><td>{@value #DEAD_LETTERS}</td><td>jobs</td><td>kind, disposition</td><td>dead letters made</td></tr>
 * <tr><td>{@value #QUEUE_WAIT}</td><td>s</td><td>lane</td><td>from enqueueing to the start of a delivery</td></tr>
 * <tr><td>{@value #IN_HAND}</td><td>jobs</td><td>lane</td><td>jobs started and not settled</td></tr>
 * <tr><td>{@value #IN_HAND_LIMIT}</td><td>jobs</td><td>lane</td><td>the ceiling of that</td></tr>
 * <tr><td>{@value #REDELIVERED}</td><td>deliveries</td><td>lane</td><td>deliveries of jobs that another worker
 *     started and did not live to settle</td></tr>
 * <tr><td>{@value #SUSPECTS}</td><td>deliveries</td><td>lane</td><td>deliveries run alone in their worker</td></tr>
 * <tr><td>{@value #QUARANTINED}</td><td>deliveries</td><td>lane</td><td>jobs dead-lettered because they kill workers
 *     or break their handling</td></tr>
 * <tr><td>{@value #PUT_BACK}</td><td>deliveries</td><td>lane</td><td>deliveries that ended without an outcome</td></tr>
 * <tr><td>{@value #BROKEN_OFF}</td><td>deliveries</td><td>lane</td><td>deliveries that an unexpected exception
 *     ended</td></tr>
 * <tr><td>{@value #SETTLE_DURATION}</td><td>s</td><td>lane</td><td>one settling transaction</td></tr>
 * <tr><td>{@value #SETTLE_ABORTED}</td><td>transactions</td><td>lane</td><td>settlements aborted and sent again</td></tr>
 * </table>
 */
public final class WorkerMeters {
    public static final String OPERATION_DURATION = "gen_ai.client.operation.duration";
    public static final String TOKEN_USAGE = "gen_ai.client.token.usage";
    public static final String ATTEMPTS = "assay.attempts";
    public static final String MODEL_DRIFT = "assay.model.drift";
    public static final String RESULTS = "assay.worker.results";
    public static final String PARKED = "assay.parked";
    public static final String DEAD_LETTERS = "assay.dead.letters";
    public static final String QUEUE_WAIT = "assay.queue.wait";
    public static final String IN_HAND = "assay.deliveries.in.hand";
    public static final String IN_HAND_LIMIT = "assay.deliveries.in.hand.limit";
    public static final String REDELIVERED = "assay.deliveries.redelivered";
    public static final String SUSPECTS = "assay.deliveries.suspects";
    public static final String QUARANTINED = "assay.deliveries.quarantined";
    public static final String PUT_BACK = "assay.deliveries.put.back";
    public static final String BROKEN_OFF = "assay.deliveries.broken.off";
    public static final String SETTLE_DURATION = "assay.settle.duration";
    public static final String SETTLE_ABORTED = "assay.settle.aborted";

    /** Response models told apart; further ones are labelled {@code other}, because a provider names what it likes. */
    static final int MAX_RESPONSE_MODELS = 50;

    private static final String NONE = "none";
    private static final Duration[] CALL_BUCKETS = seconds(0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600);
    private static final Duration[] WAIT_BUCKETS = seconds(0.1, 1, 5, 30, 60, 300, 1_800, 3_600, 14_400, 86_400);

    private final MeterRegistry registry;
    private final Set<String> responseModels = ConcurrentHashMap.newKeySet();
    /** Meters by labels: to build one, only to find that it is there, takes longer than to count. */
    private final Map<List<String>, Counter> counters = new ConcurrentHashMap<>();

    private final Map<List<String>, Timer> calls = new ConcurrentHashMap<>();
    private final Map<List<String>, DistributionSummary> tokens = new ConcurrentHashMap<>();
    private final Map<String, Timer> waits = new ConcurrentHashMap<>();

    public WorkerMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** The meters of one lane. */
    public LaneMeters lane(String lane) {
        return new LaneMeters(registry, lane);
    }

    /** The meters of the breakers. */
    public BreakerMeters breakers() {
        return new BreakerMeters(registry);
    }

    /** The meters of budgets. */
    public BudgetMeters budgets() {
        return new BudgetMeters(registry);
    }

    /**
     * Shows how full a lane is, until it is closed.
     *
     * @param inHand reads the number of jobs in hand; called from the thread that collects meters
     */
    public AutoCloseable watchLane(String lane, IntSupplier inHand, int limit) {
        Gauge held = Gauge.builder(IN_HAND, inHand::getAsInt)
                .description("Jobs started and not settled")
                .tag("lane", lane)
                .register(registry);
        Gauge most = Gauge.builder(IN_HAND_LIMIT, () -> limit)
                .description("Most jobs in hand at once")
                .tag("lane", lane)
                .register(registry);
        return () -> {
            registry.remove(held);
            registry.remove(most);
        };
    }

    /** One physical call. */
    public void attempted(
            String provider,
            String requestModel,
            Optional<String> responseModel,
            Optional<FailureKind> kind,
            Duration duration,
            Optional<TokenUsage> usage) {
        String failure = kind.map(FailureKind::name).orElse(NONE);
        List<String> names =
                List.of(provider, requestModel, responseModel.map(this::bounded).orElse(NONE));
        calls.computeIfAbsent(with(names, failure), key -> callTimer(tags(names), failure))
                .record(duration);
        count(ATTEMPTS, "Physical calls by failure kind", "provider", provider, "model", requestModel, "kind", failure);
        usage.ifPresent(reported -> {
            tokens("input", reported.getInput(), names);
            tokens("output", reported.getOutput(), names);
        });
    }

    private Timer callTimer(Tags tags, String failure) {
        return Timer.builder(OPERATION_DURATION)
                .description("One physical call to a model")
                .tags(tags.and("error.type", failure))
                .serviceLevelObjectives(CALL_BUCKETS)
                .register(registry);
    }

    private static Tags tags(List<String> names) {
        return Tags.of(
                "gen_ai.operation.name",
                "chat",
                "gen_ai.provider.name",
                names.get(0),
                "gen_ai.request.model",
                names.get(1),
                "gen_ai.response.model",
                names.get(2));
    }

    /** An answer came from a model outside the family of the one asked for. */
    public void drifted(String provider, String model) {
        count(MODEL_DRIFT, "Answers by another model than asked for", "provider", provider, "model", model);
    }

    /** A job's handling came to its end. */
    public void ended(String lane, JobStatus status) {
        count(RESULTS, "Jobs ended, by what they ended as", "lane", lane, "status", status.name());
    }

    /** A job was parked. */
    public void parked(String lane, FailureKind reason) {
        count(PARKED, "Jobs parked to wait for a time", "lane", lane, "reason", reason.name());
    }

    public void deadLettered(FailureKind kind, Disposition disposition) {
        count(DEAD_LETTERS, "Dead letters made", "kind", kind.name(), "disposition", disposition.name());
    }

    public void waited(String lane, Duration queueWait) {
        waits.computeIfAbsent(lane, this::waitTimer).record(queueWait);
    }

    private Timer waitTimer(String lane) {
        return Timer.builder(QUEUE_WAIT)
                .description("From enqueueing to the start of a delivery")
                .tag("lane", lane)
                .serviceLevelObjectives(WAIT_BUCKETS)
                .register(registry);
    }

    private void tokens(String type, long count, List<String> names) {
        tokens.computeIfAbsent(with(names, type), key -> tokenSummary(type, tags(names)))
                .record((double) count);
    }

    private DistributionSummary tokenSummary(String type, Tags tags) {
        return DistributionSummary.builder(TOKEN_USAGE)
                .description("Tokens of one call as reported")
                .baseUnit("token")
                .tags(tags.and("gen_ai.token.type", type))
                .serviceLevelObjectives(1, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576)
                .register(registry);
    }

    private void count(String name, String description, String... tags) {
        counters.computeIfAbsent(with(List.of(tags), name), key -> counter(name, description, tags))
                .increment();
    }

    private Counter counter(String name, String description, String... tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }

    private static List<String> with(List<String> labels, String last) {
        List<String> all = new ArrayList<>(labels);
        all.add(last);
        return List.copyOf(all);
    }

    private String bounded(String model) {
        if (responseModels.contains(model)) {
            return model;
        }
        return responseModels.size() < MAX_RESPONSE_MODELS && responseModels.add(model) ? model : "other";
    }

    private static Duration[] seconds(double... seconds) {
        Duration[] durations = new Duration[seconds.length];
        for (int i = 0; i < seconds.length; i++) {
            durations[i] = Duration.ofNanos((long) (seconds[i] * 1e9));
        }
        return durations;
    }
}
