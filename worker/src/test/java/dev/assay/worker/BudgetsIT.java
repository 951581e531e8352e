package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.sandbox.simulator.Latency;
import dev.assay.sandbox.simulator.Limits;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.Account;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Gated;
import dev.assay.schemas.Job;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.Result;
import dev.assay.schemas.topics.Horizon;
import dev.assay.worker.meters.BudgetMeters;
import dev.assay.worker.spend.LimitSettings;
import dev.assay.worker.spend.ModelLimits;
import dev.assay.worker.spend.TenantLimits;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Workers with limits, on a ledger that they keep themselves: measured at the provider and in results. */
@ExtendWith(KafkaExtension.class)
class BudgetsIT {
    private static final String SMALL = "simulator-small";
    private static final String CHEAP = "simulator-cheap";
    private static final long PLENTY = 10_000_000;

    @Test
    void theLimitIsTheFleetsAndNotEachWorkers(EmbeddedKafka broker) throws Exception {
        int rpm = 20;
        SimulatorSettings provider = SimulatorSettings.standard().withLimits(Limits.perMinute(rpm, 1_000_000));
        try (World world = World.create(broker, provider, 4)) {
            WorkerSettings settings =
                    world.settings().withLimits(LimitSettings.of(ModelLimits.perMinute("sim", SMALL, rpm, PLENTY)));
            world.startReady(settings);
            world.startReady(settings.withWorker("second"));

            world.enqueue("run-limit", "job", 3 * rpm, "question");

            World.await(
                    "a whole minute's calls",
                    () -> world.provider.requestLog().counts().ended() >= rpm);
            Clock.system().pause(Duration.ofSeconds(3));
            assertThat(world.provider.requestLog().counts().byStatus())
                    .as("calls of the first minute")
                    .isEqualTo(Map.of(200, (long) rpm));
            assertThat(world.registry
                            .get(BudgetMeters.TAKEN)
                            .tags("limit", "requests/minute")
                            .gauge()
                            .value())
                    .isEqualTo(1);
        }
    }

    @Test
    void aTenantsQuotaIsItsOwnAndHoldsToTheToken(EmbeddedKafka broker) throws Exception {
        long quota = 1_400;
        try (World world = World.create(broker)) {
            WorkerSettings settings = WorkerSettings.of(
                            world.settings().lanes(),
                            world.settings().providers(),
                            List.of(RouteSettings.of(
                                    World.ROUTE,
                                    List.of(
                                            CandidateSettings.of("sim", SMALL),
                                            new CandidateSettings("sim", CHEAP, null, null, null, true)))))
                    .withTrimInterval(Duration.ZERO)
                    // As many as are called at once may pass a mark together; between two marks there is room for
                    // six.
                    .withInFlight(2)
                    .withLimits(LimitSettings.of(ModelLimits.perMinute("sim", SMALL, PLENTY, PLENTY))
                            .withTenants(new TenantLimits("poor", World.LANE, Account.EVAL, quota, null, null)));
            world.startReady(settings);

            List<Job> jobs = new ArrayList<>();
            for (int i = 0; i < 120; i++) {
                jobs.add(job(world, "run-quota", (i % 3 == 0 ? "rich-" : "poor-") + i, 30)
                        .setTenant(i % 3 == 0 ? "rich" : "poor")
                        .build());
            }
            world.enqueueAll(jobs);

            World.await("all jobs answered or parked", () -> world.results().size() + parkedLong(world) >= jobs.size());
            List<Result> results = world.results();
            List<Result> poor = results.stream()
                    .filter(result -> result.getTenant().equals("poor"))
                    .toList();
            long spent = poor.stream()
                    .mapToLong(result ->
                            result.getUsage().getInput() + result.getUsage().getOutput())
                    .sum();
            assertThat(results.stream().filter(result -> result.getTenant().equals("rich")))
                    .as("the other tenant notices nothing")
                    .hasSize(40)
                    .allMatch(result -> result.getStatus() == JobStatus.SUCCEEDED);
            assertThat(spent).as("tokens").isBetween(quota, quota * 120 / 100);
            assertThat(poor.stream().filter(result -> result.getStatus() == JobStatus.FALLBACK))
                    .as("answered by the cheaper candidate")
                    .isNotEmpty()
                    .allMatch(result -> result.getFallbackReason() == FailureKind.TENANT_QUOTA_EXHAUSTED);
            assertThat(poor.stream().filter(result -> result.getStatus() == JobStatus.SUCCEEDED))
                    .isNotEmpty();
            assertThat(poor.size()).as("the rest waits for the day to turn").isLessThan(80);
        }
    }

    @Test
    void whatIsLargerThanTheWholeLimitStandsInNobodysWay(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            world.startReady(
                    world.settings().withLimits(LimitSettings.of(ModelLimits.perMinute("sim", SMALL, PLENTY, 2_000))));

            world.enqueue(job(world, "run-large", "large", 5_000).build());
            for (int i = 0; i < 5; i++) {
                world.enqueue(job(world, "run-large", "small-" + i, 30).build());
            }

            List<Result> results = world.awaitResults(6);
            assertThat(results.stream().filter(result -> result.getJobId().equals("large")))
                    .singleElement()
                    .satisfies(result -> {
                        assertThat(result.getStatus()).isEqualTo(JobStatus.DEAD_LETTERED);
                        assertThat(result.getFailureKind()).isEqualTo(FailureKind.NEVER_FITS);
                        assertThat(result.getAttempts()).isEmpty();
                    });
            assertThat(results.stream().filter(result -> result.getStatus() == JobStatus.SUCCEEDED))
                    .hasSize(5);
        }
    }

    @Test
    void aProvidersLimitHalvesWhatTheFleetIsGranted(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            WorkerSettings settings =
                    world.settings().withLimits(LimitSettings.of(ModelLimits.perMinute("sim", SMALL, PLENTY, PLENTY)));
            world.startReady(settings);
            SimpleMeterRegistry other = new SimpleMeterRegistry();
            Worker second = world.start(settings.withWorker("second"), other);
            World.await("second worker ready", second::isReady);
            world.provider.faults().add(FaultRule.of("rate-limit=3s").atMost(1));

            world.enqueue("run-429", "job", 40, "question");

            List<Result> results = world.awaitResults(40);
            assertThat(results).allMatch(result -> result.getStatus() == JobStatus.SUCCEEDED);
            assertThat(world.provider.requestLog().counts().byStatus().get(429)).isEqualTo(1);
            assertThat(gated(world)).extracting(Gated::getFactor).containsExactly(0.5);
        }
    }

    @Test
    void callsAtOnceAreTheFleetsAndNotEachWorkers(EmbeddedKafka broker) throws Exception {
        SimulatorSettings provider =
                SimulatorSettings.standard().withLatency(new Latency.Fixed(Duration.ofMillis(100)));
        try (World world = World.create(broker, provider, 4)) {
            ModelLimits five = new ModelLimits("sim", SMALL, 1.0, null, null, null, null, 5L, null, null, null);
            WorkerSettings settings = world.settings().withLimits(LimitSettings.of(five));
            world.startReady(settings);
            world.startReady(settings.withWorker("second"));

            world.enqueue("run-held", "job", 60, "question");

            assertThat(world.awaitResults(60)).allMatch(result -> result.getStatus() == JobStatus.SUCCEEDED);
            assertThat(world.provider.requestLog().counts().peakInFlight())
                    .as("calls at once")
                    .isEqualTo(5);
        }
    }

    @Test
    void whatOthersTookOfTheAccountIsSeenInTheHeadersOfGoodAnswers(EmbeddedKafka broker) throws Exception {
        int rpm = 20;
        int others = 12;
        SimulatorSettings provider = SimulatorSettings.standard().withLimits(Limits.perMinute(rpm, 1_000_000));
        try (World world = World.create(broker, provider, 4)) {
            WorkerSettings settings =
                    world.settings().withLimits(LimitSettings.of(ModelLimits.perMinute("sim", SMALL, rpm, PLENTY)));
            world.startReady(settings);
            for (int i = 0; i < others; i++) {
                askBeside(world);
            }

            world.enqueue("run-first", "job", 1, "question");
            world.awaitResults(1);
            Clock.system().pause(Duration.ofMillis(1_200));
            world.enqueue("run-second", "job", 1, "question");
            world.awaitResults(2);
            World.await("the ledger knows", () -> gated(world).stream().anyMatch(gated -> gated.getPhantom() != null));
            world.enqueue("run-rest", "job", rpm, "question");
            World.await(
                    "the rest of the minute's calls",
                    () -> world.provider.requestLog().counts().ended() >= rpm);
            Clock.system().pause(Duration.ofSeconds(1));

            assertThat(world.provider.requestLog().counts().byStatus()).isEqualTo(Map.of(200, (long) rpm));
            assertThat(gated(world)).allMatch(gated -> gated.getFactor() == 1);
        }
    }

    /** Another program's call. */
    private static void askBeside(World world) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(world.provider.baseUrl() + "/chat/completions"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(
                            "{\"model\":\"" + SMALL + "\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}"))
                    .build();
            assertThat(http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
        }
    }

    /** When the ledger took a provider's word, as its journal says. */
    private static List<Gated> gated(World world) {
        try (Deserializer<SpecificRecord> values = new KafkaClients(world.kafka).valueDeserializer()) {
            String journal = world.topics.ledgerGrants();
            return world.read(journal, record -> true).stream()
                    .map(record -> (LedgerEntry) values.deserialize(journal, record.value()))
                    .map(LedgerEntry::getEvent)
                    .filter(Gated.class::isInstance)
                    .map(Gated.class::cast)
                    .toList();
        }
    }

    /** How many jobs wait for longer than minutes. */
    private static int parkedLong(World world) {
        return world.read(world.topics.parked(World.LANE, Horizon.HOUR), record -> true)
                        .size()
                + world.read(world.topics.parked(World.LANE, Horizon.DAY), record -> true)
                        .size();
    }

    private static Job.Builder job(World world, String runId, String jobId, int maxTokens) {
        return world.job(runId, jobId, "question")
                .setBody("{\"max_tokens\":" + maxTokens + ",\"messages\":[{\"role\":\"user\",\"content\":\"question "
                        + jobId + "\"}]}")
                .setMaxTokens(maxTokens);
    }
}
