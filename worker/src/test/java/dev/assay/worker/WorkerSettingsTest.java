package dev.assay.worker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.runtime.YamlFile;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.worker.alert.AlertSettings;
import dev.assay.worker.breaker.BreakerSettings;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.Prices;
import dev.assay.worker.route.OnAccountBlock;
import dev.assay.worker.route.Route;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerSettingsTest {
    private static final String SMALL = """
        lanes: [{name: batch}]
        providers: [{name: p, baseUrl: "http://localhost:1/v1"}]
        routes: [{name: r, provider: p, model: m}]
        """;

    @Test
    void whatIsLeftOutHasItsDefault() {
        WorkerSettings settings = read(SMALL);

        assertThat(settings.worker()).isEqualTo("worker");
        assertThat(settings.inFlight()).isEqualTo(64);
        assertThat(settings.settleInterval()).isEqualTo(Duration.ofMillis(100));
        assertThat(settings.settleJobs()).isEqualTo(200);
        assertThat(settings.drainGrace()).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.trimInterval()).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.sessionTimeout()).isNull();
        assertThat(settings.maxResponseBytes()).isEqualTo(10 << 20);
        assertThat(settings.accounts().probeInterval()).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.accounts().maxProbeInterval()).isEqualTo(Duration.ofHours(1));
        assertThat(settings.alerts()).isEqualTo(AlertSettings.NONE);
        assertThat(settings.breaker())
                .isEqualTo(new BreakerSettings(
                        50,
                        20,
                        0.5,
                        Duration.ofMinutes(1),
                        0.8,
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(2),
                        5,
                        Duration.ofSeconds(2),
                        null));
        assertThat(settings).isEqualTo(WorkerSettings.of(settings.lanes(), settings.providers(), settings.routes()));
    }

    @Test
    void theExampleIsValidAndItsCommentsTellTheDefaults() {
        WorkerSettings settings = YamlFile.read(Path.of("..", "examples", "worker.yaml"), WorkerSettings.class);

        assertThat(settings.lanes()).extracting(LaneSettings::name).contains("batch", "prompt-lab");
        assertThat(settings)
                .isEqualTo(WorkerSettings.of(settings.lanes(), settings.providers(), settings.routes())
                        .withWorker("eval-worker"));
        assertThat(settings.routes().getFirst().candidates().getFirst().prices())
                .isEqualTo(new Prices(new BigDecimal("0.15"), new BigDecimal("0.075"), new BigDecimal("0.60")));
    }

    @Test
    void aCopyDiffersOnlyInWhatItIsToldTo() {
        WorkerSettings settings = read(SMALL + """
            settleJobs: 7
            breaker: {openFor: 3s, rampTo: 9}
            accounts: {probeInterval: 5s}
            alerts: {webhookVariable: HOOK, runbook: 'https://docs.test/blocked'}
            """);

        WorkerSettings copy = settings.withWorker("other")
                .withInFlight(3)
                .withDrainGrace(Duration.ofSeconds(4))
                .withTrimInterval(Duration.ofSeconds(5))
                .withSessionTimeout(Duration.ofSeconds(6))
                .withMaxResponseBytes(7_000);

        assertThat(copy)
                .isEqualTo(new WorkerSettings(
                        "other",
                        3,
                        settings.lanes(),
                        settings.providers(),
                        settings.routes(),
                        settings.settleInterval(),
                        7,
                        Duration.ofSeconds(4),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(6),
                        7_000,
                        settings.breaker(),
                        settings.accounts(),
                        settings.alerts(),
                        settings.limits()));
        assertThat(copy.breaker().openFor()).isEqualTo(Duration.ofSeconds(3));
        assertThat(copy.withBreaker(BreakerSettings.standard()).breaker()).isEqualTo(BreakerSettings.standard());
        assertThat(copy.accounts()).isEqualTo(new AccountSettings(Duration.ofSeconds(5), Duration.ofHours(1)));
        assertThat(copy.withAccounts(AccountSettings.STANDARD).accounts()).isEqualTo(AccountSettings.STANDARD);
        assertThat(copy.alerts().webhookVariable()).isEqualTo("HOOK");
        assertThat(copy.withAlerts(AlertSettings.NONE).alerts()).isEqualTo(AlertSettings.NONE);
    }

    @Test
    void aWebhooksUrlIsNeverShown() {
        String secret = "https://hooks.test/T0/s3cr3t";

        assertThat(read(SMALL + "alerts: {webhook: '" + secret + "'}\n").toString())
                .doesNotContain("s3cr3t");
        assertThatThrownBy(() -> read(SMALL + "alerts: {webhook: 'ftp://hooks.test/s3cr3t'}\n"))
                .hasMessageContaining("test.yaml:4")
                .hasMessageContaining("webhook: not shown (expected: a URL of http or https)")
                .hasMessageNotContaining("s3cr3t");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "inFlight: 0 | inFlight: 0 (expected: 1 to 10000)",
                "unknown: 1 | unknown",
                "worker: 'a b' | worker: 'a b'",
                "settleInterval: 1m | settleInterval: PT1M (expected: PT0.001S to PT10S)",
                "drainGrace: soon | drainGrace",
                "maxResponseBytes: 10 | maxResponseBytes: 10",
                "breaker: {failedShare: 1.5} | failedShare: 1.5 (expected: > 0 and <= 1)",
                "breaker: {window: 10, minCalls: 11} | minCalls: 11 (expected: 1 to 10)",
                "breaker: {openFor: 1ms} | openFor: PT0.001S (expected: PT0.1S to PT1H)",
                "accounts: {probeInterval: 0s} | probeInterval: PT0S (expected: PT0.1S to PT168H)",
                "accounts: {maxProbeInterval: 5s} | maxProbeInterval: PT5S (expected: probeInterval, PT1M, to PT168H)",
                "alerts: {webhook: 'http://a/', webhookVariable: B} | webhookVariable: B (expected: either webhook or",
                "alerts: {runbook: 'nowhere'} | runbook: not shown (expected: a URL of http or https)",
                "breaker: {rampSteps: 0} | rampSteps: 0 (expected: 1 to 100)",
                "inFlight: 2 | lanes[0].inFlight: 3 (expected: <= inFlight of the worker, 2)"
            })
    void aWrongValueIsNamedWithWhatWasExpected(String line, String message) {
        String lane = SMALL.replace("{name: batch}", "{name: batch, inFlight: 3}");

        assertThatThrownBy(() -> read(lane + line + "\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("test.yaml")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "provider: p | provider: q | routes[0].candidates[0].provider: q (expected: one of p)",
                "[{name: batch}] | [{name: batch}, {name: batch}] | lanes[1].name: batch (expected: named once)",
                "{name: batch} | {name: batch, pollLimit: 9ms} | pollLimit: PT0.009S (expected: PT1S to PT24H)",
                "{name: batch} | {name: batch, pollLimit: 30s} | lanes[0].pollLimit: PT30S (expected: >= drainGrace"
                        + " + PT2S, PT32S)",
                "[{name: batch}] | [] | lanes: none (expected: at least one)",
                "[{name: batch}] | [{name: 'b/c'}] | lane: 'b/c'",
                "[{name: p | [{name: q, baseUrl: 'http://localhost/v1'}, {name: p | providers[0].name: q (expected:"
                        + " used by a route)",
                "http://localhost:1/v1 | ftp://localhost/v1 | baseUrl: ftp://localhost/v1 (expected: http or https",
                "http://localhost:1/v1 | localhost:8080 | baseUrl: localhost:8080",
                "model: m | model: '' | model: ''",
                "{name: p, | {name: p, family: opnai, | family: opnai (expected: one of",
                "{name: p, | {name: p, headers: {Authorization: x}, | headers.Authorization: holds a key",
                "model: m | model: m, prices: {input: -1, output: 1} | input: -1 (expected: >= 0"
            })
    void aWrongPartIsNamedByItsPlace(String old, String wrong, String message) {
        assertThatThrownBy(() -> read(SMALL.replace(old, wrong)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "then: a | routes[0].then: a -> a (expected: a chain that ends)",
                "then: b | routes[0].then: a -> b -> a (expected: a chain that ends)",
                "then: c | routes[0].then: c (expected: one of a, b)",
                "maxAttempts: 0 | maxAttempts: 0 (expected: 1 to 50)",
                "onAccountBlock: pray | onAccountBlock",
                "candidates: [] | candidates: given beside provider, model or prices"
            })
    void aRouteThatLeadsNowhereIsRefused(String line, String message) {
        String yaml = """
            lanes: [{name: batch}]
            providers: [{name: p, baseUrl: 'http://localhost:1/v1'}]
            routes:
              - name: a
                provider: p
                model: m
                %s
              - {name: b, provider: p, model: n, then: a}
            """.formatted(line);

        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aChainIsItsOwnCandidatesAndThoseOfTheRoutesBehindItEachOnce() {
        WorkerSettings settings = read("""
            lanes: [{name: batch}]
            providers: [{name: p, baseUrl: 'http://localhost:1/v1'}, {name: q, baseUrl: 'http://localhost:2/v1'}]
            routes:
              - name: a
                candidates: [{provider: p, model: large, contextWindow: 8000}, {provider: q, model: other}]
                then: b
                onAccountBlock: switch
              - {name: b, candidates: [{provider: q, model: other}, {provider: p, model: small}]}
            """);

        Route route = requireNonNull(
                RouteChains.resolve(settings.routes(), settings.providers()).get("a"));

        assertThat(route.candidates()).extracting(Candidate::toString).containsExactly("p/large", "q/other", "p/small");
        assertThat(route.onAccountBlock()).isEqualTo(OnAccountBlock.SWITCH);
        assertThat(route.maxAttempts()).isEqualTo(8);
    }

    @Test
    void aLanesLimitsAreItsStandardOnesWhereNothingElseIsSaid() {
        WorkerSettings settings = read(SMALL.replace(
                "{name: batch}", "{name: prompt-lab, timeouts: {connect: 1s, total: 1m}}, {name: batch}"));

        assertThat(settings.lanes().get(0).limits().connect()).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.lanes().get(0).limits().read()).isEqualTo(Duration.ofSeconds(10));
        assertThat(settings.lanes().get(0).limits().totalFor(10))
                .as("a total that is configured holds for every job")
                .isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.lanes().get(1).limits().total()).isEqualTo(Duration.ofSeconds(150));
    }

    @Test
    void limitsAreTakenInPartAndWholeNumbersFromBelow() {
        WorkerSettings settings = read(SMALL + """
            limits:
              models:
                - {provider: p, model: m, rpm: 501, tpm: 60000, concurrency: 1}
              tenants:
                - {tenant: acme, lane: batch, account: eval, tokens: 1000}
            """);

        Map<String, List<BudgetLimit>> budgets = new WorkerLimits(
                        requireNonNull(settings.limits()), settings.providers())
                .budgets("w", Instant.EPOCH).stream()
                        .collect(Collectors.toMap(BudgetLimits::getBudget, BudgetLimits::getLimits));

        assertThat(budgets.get("calls/p/m"))
                .containsExactly(
                        new BudgetLimit(BudgetMeasure.REQUESTS, BudgetWindow.MINUTE, 400L),
                        new BudgetLimit(BudgetMeasure.TOKENS, BudgetWindow.MINUTE, 48_000L),
                        new BudgetLimit(BudgetMeasure.REQUESTS, BudgetWindow.HELD, 1L));
        assertThat(budgets.get("tenant/acme/batch/eval"))
                .as("the last mark, a fifth above the quota")
                .containsExactly(new BudgetLimit(BudgetMeasure.TOKENS, BudgetWindow.DAY, 1_200L));
    }

    @Test
    void moneyIsCountedInMillionthsAndNeedsPrices() {
        String priced = SMALL.replace("model: m", "model: m, prices: {input: 1, output: 2}");
        String limits = """
            limits: {tenants: [{tenant: acme, lane: batch, account: business, money: 12.5, whenSpent: fallback}]}
            """;
        WorkerSettings settings = read(priced + limits);
        WorkerLimits known = new WorkerLimits(requireNonNull(settings.limits()), settings.providers());

        assertThat(known.budgets("w", Instant.EPOCH).getFirst().getLimits())
                .containsExactly(new BudgetLimit(BudgetMeasure.MONEY, BudgetWindow.DAY, 15_000_000L));
        assertThat(known.fallBackWhenSpent()).containsExactly("tenant/acme/batch/business");
        assertThatThrownBy(() -> read(SMALL + limits))
                .hasMessageContaining(
                        "limits.tenants[0].money: 12.5 (expected: prices for each candidate of the routes; p/m has"
                                + " none)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{share: 0} | share: 0.0 (expected: above 0, at most 1)",
                "{models: [{provider: p, model: m}]} | model: m without a limit (expected: at least one of rpm, tpm",
                "{models: [{provider: p, model: m, rpm: 0}]} | rpm: 0 (expected: >= 1)",
                "{models: [{provider: p, model: m, rpm: 1, share: 1.5}]} | share: 1.5 (expected: above 0, at most 1)",
                "{models: [{provider: q, model: m, rpm: 1}]} | limits.models[0].provider: q (expected: one of p)",
                "{models: [{provider: p, model: n, rpm: 1}]} | limits.models[0].model: n (expected: a model that a",
                "{models: [{provider: p, model: m, rpm: 1}, {provider: p, model: m, tpm: 1}]} | limits.models[1].model:"
                        + " m (expected: once for an account",
                "{models: [{provider: p, model: m, rpm: 1, output: guess}]} | output",
                "{models: [{provider: p, model: m, rpm: 1, rpn: 1}]} | rpn",
                "{tenants: [{tenant: a, lane: batch, account: evil, tokens: 1}]} | account: evil (expected: business,"
                        + " eval or shadow)",
                "{tenants: [{tenant: a, lane: batch, account: eval}]} | tenant: a without a limit (expected: tokens,",
                "{tenants: [{tenant: a, lane: 'b/c', account: eval, tokens: 1}]} | lane: 'b/c'",
                "{tenants: [{tenant: a, lane: b, account: eval, tokens: 1}, {tenant: a, lane: b, account: eval, tokens:"
                        + " 2}]} | tenants[1].tenant: a (expected: once for each lane and account)"
            })
    void aWrongLimitIsNamedWithWhatWasExpected(String limits, String message) {
        assertThatThrownBy(() -> read(SMALL + "limits: " + limits + "\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("test.yaml")
                .hasMessageContaining(message);
    }

    private static WorkerSettings read(String yaml) {
        return YamlFile.parse("test.yaml", yaml, WorkerSettings.class);
    }
}
