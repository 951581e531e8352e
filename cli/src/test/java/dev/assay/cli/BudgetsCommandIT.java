package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.budget.client.Answer;
import dev.assay.budget.client.BudgetClient;
import dev.assay.budget.client.Grant;
import dev.assay.budget.client.Wish;
import dev.assay.budget.host.HostSettings;
import dev.assay.budget.host.LedgerHost;
import dev.assay.budget.journal.LimitsFollower;
import dev.assay.budget.journal.LimitsPublisher;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.Account;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.Result;
import dev.assay.schemas.Throttled;
import dev.assay.schemas.TokenUsage;
import dev.assay.schemas.topics.BudgetIds;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Budgets as people see and change them, against a broker, a keeper of the ledger and a client of it. */
class BudgetsCommandIT {
    private static final Topics TOPICS = Topics.standard();
    private static final Clock CLOCK = Clock.system();

    private static EmbeddedKafka broker;
    private static KafkaClients clients;
    private static LimitsFollower limits;
    private static LedgerHost keeper;
    private static BudgetClient client;
    private static final List<Throwable> FAILURES = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() throws InterruptedException {
        broker = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
        clients = new KafkaClients(KafkaSettings.of(broker.bootstrap()));
        try (Admin admin = clients.admin("test")) {
            TopicCatalogue catalogue = TopicCatalogue.of(TOPICS, List.of("batch"), new TopicSizes(1, 1, 1, 1, 1, 2));
            new TopicAdmin(admin).apply(catalogue, (short) 1);
        }
        limits = LimitsFollower.start(clients, "test", FAILURES::add);
        assertThat(limits.awaitCaughtUp(Duration.ofSeconds(30))).isTrue();
        keeper = LedgerHost.start("worker-7", HostSettings.STANDARD, clients, limits, CLOCK, FAILURES::add);
        client = BudgetClient.start("worker-7", HostSettings.STANDARD.ledger(), clients, limits, CLOCK, FAILURES::add);
    }

    @AfterAll
    static void stop() {
        client.close();
        keeper.close();
        limits.close();
        broker.close();
    }

    @AfterEach
    void nothingFailed() {
        assertThat(FAILURES).isEmpty();
    }

    @Test
    void howABudgetStandsIsListed() throws Exception {
        String budget = BudgetIds.calls("listed", "gpt-4o");
        limit(budget, perMinute(BudgetMeasure.REQUESTS, 10), perMinute(BudgetMeasure.TOKENS, 4_000), held(2));
        granted(budget).settle(new Amounts(1L, 300L, 150L, 0L), false);
        Grant one = granted(budget);
        granted(budget);
        Thread waiting = Thread.ofVirtual().start(() -> {
            try {
                client.reserve(wish(budget, Duration.ofSeconds(60)));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> budget(budget).path("waiting").asInt() == 1);

        JsonNode found = budget(budget);
        assertThat(found.path("limits").toString())
                .isEqualTo("[{\"limit\":\"rpm\",\"amount\":10,\"reserved\":2,\"used\":1},"
                        + "{\"limit\":\"tpm\",\"amount\":4000,\"reserved\":2000,\"used\":450},"
                        + "{\"limit\":\"concurrency\",\"amount\":2,\"reserved\":2,\"used\":0}]");
        assertThat(found.path("held").asInt()).isEqualTo(2);
        assertThat(found.path("owner").asText()).isEqualTo("worker-7");
        assertThat(found.path("limitsFrom").asText()).isEqualTo("settings");
        assertThat(found.path("factor").asDouble()).isEqualTo(1);
        assertThat(found.has("gateUntil")).isFalse();
        Call people = assay("budgets", "list", "calls/listed");
        assertThat(people.out())
                .containsPattern(
                        "calls/listed/gpt-4o +10 requests a minute +2 +1 +30.0 % +2 +1 +open +1.00 +worker-7\n")
                .containsPattern("\n +4,000 tokens a minute +2,000 +450 +61.3 %\n")
                .containsPattern("\n +2 requests at a time +2 +0 +100.0 %\n")
                .contains("limits of calls/listed/gpt-4o: from the settings of worker-1");

        one.settle(new Amounts(1L, 1L, 1L, 0L), false);
        waiting.join();
        client.throttled(budget, throttled());
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> budget(budget).has("gateUntil"));
        assertThat(budget(budget).path("factor").asDouble()).isEqualTo(0.5);
        assertThat(assay("budgets", "list").out()).containsPattern("closed for [45][0-9.]+ s +0.50 ");
    }

    @Test
    void whatIsWatchedIsToldAgainAndAgain() throws Exception {
        limit(BudgetIds.calls("watched", "m"), held(2));

        Call call = assay("budgets", "list", "calls/watched", "--for", "2500ms", "--json");

        assertThat(call.code()).as(call.err()).isZero();
        assertThat(call.out().lines()).hasSizeBetween(2, 3).allMatch(line -> line.startsWith("{\"budgets\":["));
    }

    @Test
    void limitsAreSetAtRunTimeAndTakenBack() throws Exception {
        String budget = BudgetIds.calls("changed", "org/model");
        limit(budget, held(1), perMinute(BudgetMeasure.REQUESTS, 50));
        granted(budget);
        assertThat(client.reserve(wish(budget, Duration.ZERO))).isInstanceOf(Answer.Refused.class);

        Call set = assay("budgets", "set", budget, "concurrency=2", "rpm=none", "--reason", "they\nallow more");
        assertThat(set.code()).as(set.err()).isZero();
        assertThat(set.out()).contains(budget + " may use 2 requests at a time: it holds within a second");
        Grant second = awaitGrant(budget);
        assertThat(assay("budgets", "list", budget).out())
                .containsPattern("limits of calls/changed/org/model: set by .+@.+ at .+Z: they allow more\n");
        // What workers tell does not replace it.
        LimitsPublisher.publish("test", clients, limits, List.of(limits(budget, held(5))), List.of());
        assay("budgets", "set", budget, "concurrency=3", "--reason", "again");
        second.cancel();

        Call unset = assay("budgets", "unset", budget, "--reason", "over");
        assertThat(unset.code()).as(unset.err()).isZero();
        assertThat(unset.out())
                .contains(budget
                        + " may use 1 request at a time, 50 requests a minute again, as the workers' settings say");
        assertThat(budget(budget).path("limitsFrom").asText()).isEqualTo("settings");
        assertThat(assay("budgets", "unset", budget).code()).isEqualTo(5);
    }

    @Test
    void aTenantsQuotaIsSetAsTheQuotaAndKeptAsWhereItStops() throws Exception {
        String quota = BudgetIds.tenant("acme", "batch", Account.EVAL);
        Call set = assay("budgets", "set", quota, "tokens=1000", "money=2.50", "--reason", "trial", "--new", "--json");

        assertThat(set.code()).as(set.err()).isZero();
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> limits.of(quota)
                        .filter(found -> found.getLimits().getFirst().getAmount() == 1_200)
                        .isPresent());
        assertThat(assay("budgets", "list", quota).out())
                .contains("1,000 tokens a day")
                .contains("2.50 of money a day");
        assertThat(assay("budgets", "unset", quota).out()).contains("is unlimited now");
    }

    @Test
    void chargesAreComparedWithResults() throws Exception {
        String budget = BudgetIds.calls("verified", "sim");
        limit(budget, perMinute(BudgetMeasure.REQUESTS, 100));
        granted(budget).settle(new Amounts(1L, 20L, 5L, 1_500L), false);
        granted(budget).settle(new Amounts(1L, 700L, 300L, 0L), true);
        granted(budget);
        String[] verify = {"budgets", "verify", "calls/verified", "--json"};
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> proof(verify).path("charged").path("requests").asInt() == 1);
        assertThat(assay(verify).code()).isEqualTo(1);
        assertThat(assay("budgets", "verify", "calls/verified").out())
                .contains("charged and not in results: calls of jobs that have no result yet");

        result("verified", TokenUsage.newBuilder().setInput(20).setOutput(5).build());

        JsonNode proof = proof(verify);
        assertThat(proof.path("holds").asBoolean()).as(proof.toString()).isTrue();
        assertThat(proof.path("uncertain").path("inputTokens").asInt()).isEqualTo(700);
        assertThat(proof.path("underWay").path("requests").asInt()).isEqualTo(1);
        Call people = assay("budgets", "verify", "calls/verified");
        assertThat(people.code()).isZero();
        assertThat(people.out()).contains("calls/verified/sim: the ledger and the results are equal");
        result("verified", TokenUsage.newBuilder().setInput(1).setOutput(1).build());
        assertThat(assay(verify).code()).isEqualTo(1);
        assertThat(assay("budgets", "verify", "calls/verified").out()).contains("in results and not charged");
    }

    @Test
    void whatCannotBeIsRefused() {
        refused(2, "budgets: say which: list, set, unset or verify", "budgets");
        refused(
                2,
                "budget: gpt-4o (expected: calls/ACCOUNT/MODEL, or",
                "budgets",
                "set",
                "gpt-4o",
                "rpm=1",
                "--reason",
                "x");
        refused(2, "budget: tenant/t/batch/evil (expected:", "budgets", "unset", "tenant/t/batch/evil");
        refused(
                2,
                "limit: rps=5 (expected: NAME=NUMBER, with NAME one of rpm, tpm, inputTpm, outputTpm, concurrency,"
                        + " rpd, tpd)",
                "budgets",
                "set",
                "calls/a/m",
                "rps=5",
                "--reason",
                "x");
        refused(
                2,
                "rpm: -5 (expected: a whole number >= 1, or none)",
                "budgets",
                "set",
                "calls/a/m",
                "rpm=-5",
                "--reason",
                "x");
        refused(
                2,
                "rpm: 1.5 (expected: a whole number >= 1, or none)",
                "budgets",
                "set",
                "calls/a/m",
                "rpm=1.5",
                "--reason",
                "x");
        refused(2, "--reason", "budgets", "set", "calls/a/m", "rpm=5");
        refused(
                8,
                "no budget calls/nobody/m on this cluster",
                "budgets",
                "set",
                "calls/nobody/m",
                "rpm=5",
                "--reason",
                "x");
        refused(8, "no budget calls/nobody on this cluster", "budgets", "list", "calls/nobody");
        assertThat(Call.of("budgets", "set", "--help").out())
                .contains("rpm=300")
                .contains("Examples:");
    }

    private static void refused(int code, String complaint, String... args) {
        Call call = assay(args);
        assertThat(call.code()).as(call.err()).isEqualTo(code);
        assertThat(call.err()).contains(complaint);
    }

    private static void limit(String budget, BudgetLimit... all) {
        LimitsPublisher.publish("test", clients, limits, List.of(limits(budget, all)), List.of());
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> limits.isLimited(budget));
    }

    private static BudgetLimits limits(String budget, BudgetLimit... all) {
        return BudgetLimits.newBuilder()
                .setBudget(budget)
                .setLimits(List.of(all))
                .setIsSetByHand(false)
                .setBy("worker-1")
                .setReason("")
                .setAt(CLOCK.now())
                .build();
    }

    private static BudgetLimit perMinute(BudgetMeasure measure, long amount) {
        return new BudgetLimit(measure, BudgetWindow.MINUTE, amount);
    }

    private static BudgetLimit held(long amount) {
        return new BudgetLimit(BudgetMeasure.REQUESTS, BudgetWindow.HELD, amount);
    }

    private static Wish wish(String budget, Duration patience) {
        return new Wish(budget, "acme", "batch", 0, new Amounts(1L, 700L, 300L, 0L), patience, Duration.ofMinutes(2));
    }

    private static Grant granted(String budget) throws InterruptedException {
        return client.reserve(wish(budget, Duration.ofSeconds(20))) instanceof Answer.Granted(Grant grant)
                ? grant
                : fail("not granted: " + budget);
    }

    private static Grant awaitGrant(String budget) {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(
                        () -> client.reserve(wish(budget, Duration.ZERO)) instanceof Answer.Granted(Grant grant)
                                ? grant
                                : null,
                        grant -> grant != null);
    }

    private static Throttled throttled() {
        return Throttled.newBuilder()
                .setUntil(CLOCK.now().plusSeconds(60))
                .setMessage("slow down")
                .build();
    }

    private static JsonNode budget(String id) throws IOException {
        Call list = assay("budgets", "list", id, "--json");
        assertThat(list.code()).as(list.err()).isZero();
        return new JsonMapper().readTree(list.out()).path("budgets").path(0);
    }

    private static JsonNode proof(String... verify) throws IOException {
        return new JsonMapper().readTree(assay(verify).out()).path("budgets").path(0);
    }

    private static void result(String account, TokenUsage usage) throws Exception {
        Attempt attempt = Attempt.newBuilder()
                .setNumber(1)
                .setProvider("sim")
                .setAccount(account)
                .setRequestModel("sim")
                .setStartedAt(CLOCK.now())
                .setDurationMillis(5)
                .setQueueWaitMillis(0)
                .setPermitWaitMillis(0)
                .setHttpStatus(200)
                .setUsage(usage)
                .setCost(new BigDecimal("0.001500000"))
                .build();
        Result result = Result.newBuilder(RunSamples.result("budgets", 1))
                .setAttempts(List.of(attempt))
                .build();
        try (var producer = clients.producer("test-results");
                var serializer = clients.valueSerializer()) {
            byte[] key = "budgets/job-1".getBytes(StandardCharsets.UTF_8);
            producer.send(new ProducerRecord<>(TOPICS.results(), key, serializer.serialize(TOPICS.results(), result)))
                    .get();
        }
    }

    private static Call assay(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--bootstrap", broker.bootstrap()));
        return Call.of(all.toArray(String[]::new));
    }
}
