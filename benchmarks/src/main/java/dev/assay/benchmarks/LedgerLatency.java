package dev.assay.benchmarks;

import dev.assay.budget.client.Answer;
import dev.assay.budget.client.BudgetClient;
import dev.assay.budget.client.Grant;
import dev.assay.budget.client.Wish;
import dev.assay.budget.host.HostSettings;
import dev.assay.budget.host.LedgerHost;
import dev.assay.budget.journal.LimitsFollower;
import dev.assay.budget.journal.LimitsPublisher;
import dev.assay.budget.ledger.LedgerSettings;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.BrokerProcess;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.sandbox.process.JvmOptions;
import dev.assay.schemas.Account;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.topics.BudgetIds;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Phaser;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;

/** Time from a wish to its answer through the ledger's topics, at a steady rate. */
final class LedgerLatency implements Benchmark {
    private static final Bar ONE_BUDGET = Bar.atMost(50);
    private static final Bar TWO_BUDGETS = Bar.atMost(100);
    private static final int RATE = 500;
    private static final int BROKER_MEGABYTES = 512;
    private static final String CALLS = BudgetIds.calls("simulator", "simulator-small");
    private static final String QUOTA = BudgetIds.tenant("bench", "batch", Account.EVAL);
    private static final Amounts AMOUNTS = new Amounts(1L, 100L, 100L, 0L);

    @Override
    public String name() {
        return "ledger";
    }

    @Override
    public String summary() {
        return "time to a grant at 500 reservations a second, of one budget and of a budget and a tenant's quota";
    }

    @Override
    public Outcome.Measured run(Bench bench) throws InterruptedException {
        bench.step("starting a broker");
        List<String> jvm =
                bench.form() == Form.SMOKE ? JvmOptions.small(BROKER_MEGABYTES) : JvmOptions.lasting(BROKER_MEGABYTES);
        EmbeddedKafkaSettings settings =
                EmbeddedKafkaSettings.keptIn(bench.directory().resolve("kafka")).withQuickShutdown(true);
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        try (BrokerProcess broker = BrokerProcess.start(settings, jvm)) {
            KafkaClients clients = new KafkaClients(KafkaSettings.of(broker.bootstrap()));
            try (Admin admin = clients.admin("assay-bench")) {
                new TopicAdmin(admin)
                        .apply(TopicCatalogue.of(clients.settings().topics(), List.of(), TopicSizes.LAPTOP), (short) 1);
            }
            Outcome.Measured measured = measure(bench, clients, failures::add);
            NotRightException.when(!failures.isEmpty(), "a part of the ledger failed: " + failures.peek());
            return measured;
        }
    }

    private static Outcome.Measured measure(Bench bench, KafkaClients clients, Consumer<Throwable> onFailure)
            throws InterruptedException {
        try (LimitsFollower limits = LimitsFollower.start(clients, "bench", onFailure)) {
            limits.awaitCaughtUp(Duration.ofSeconds(30));
            LimitsPublisher.publish("bench", clients, limits, List.of(calls(bench), quota(bench)), List.of());
            while (!limits.isLimited(CALLS) || !limits.isLimited(QUOTA)) {
                bench.clock().pause(Duration.ofMillis(20));
            }
            try (LedgerHost host = LedgerHost.start(
                            "keeper", HostSettings.STANDARD, clients, limits, bench.clock(), onFailure);
                    BudgetClient client = BudgetClient.start(
                            "client", LedgerSettings.STANDARD, clients, limits, bench.clock(), onFailure)) {
                int warmUp = bench.form().of(5_000, 2_500, 10);
                int count = bench.form().of(20_000, 5_000, 50);
                round(bench, client, List.of(CALLS, QUOTA), warmUp);
                Quantiles one = round(bench, client, List.of(CALLS), count);
                Quantiles two = round(bench, client, List.of(CALLS, QUOTA), count);
                Map<String, String> parameters = new LinkedHashMap<>();
                parameters.put("calls a second", RATE + ", each reserves, then settles at once");
                parameters.put("calls of a round", count + " after " + warmUp + " to warm up");
                parameters.put("on the same machine", "broker; keeper and client in this process");
                parameters.put("partitions of the ledger", String.valueOf(TopicSizes.LAPTOP.ledger()));
                parameters.put(
                        "entries of the journal", String.valueOf(host.status().entries()));
                return new Outcome.Measured(
                        parameters,
                        List.of(
                                Figure.of("one budget, p99", one.at(0.99), "ms").withBar(ONE_BUDGET),
                                Figure.of("budget and quota, p99", two.at(0.99), "ms")
                                        .withBar(TWO_BUDGETS),
                                Figure.of("one budget, p50", one.at(0.5), "ms"),
                                Figure.of("budget and quota, p50", two.at(0.5), "ms")));
            }
        }
    }

    /** Calls at the rate, and the times from when each was due to its last grant, in milliseconds. */
    private static Quantiles round(Bench bench, BudgetClient client, List<String> budgets, int calls)
            throws InterruptedException {
        bench.step(calls + " calls of " + budgets.size() + " budgets each");
        Queue<Double> times = new ConcurrentLinkedQueue<>();
        Phaser running = new Phaser(1);
        long began = bench.clock().nanos();
        long every = Duration.ofSeconds(1).toNanos() / RATE;
        for (int call = 0; call < calls; call++) {
            long due = began + call * every;
            long left = due - bench.clock().nanos();
            if (left > 0) {
                bench.clock().pause(Duration.ofNanos(left));
            }
            running.register();
            Thread.ofVirtual().start(() -> {
                try {
                    if (reserve(client, budgets)) {
                        times.add((bench.clock().nanos() - due) / 1e6);
                    }
                } finally {
                    running.arriveAndDeregister();
                }
            });
        }
        running.arriveAndAwaitAdvance();
        NotRightException.when(
                times.size() != calls, times.size() + " of " + calls + " calls were granted (expected: all)");
        return new Quantiles(times.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static boolean reserve(BudgetClient client, List<String> budgets) {
        boolean granted = true;
        for (String budget : budgets) {
            Wish wish = new Wish(budget, "bench", "batch", 0, AMOUNTS, Duration.ofSeconds(10), Duration.ofSeconds(60));
            try {
                if (client.reserve(wish) instanceof Answer.Granted(Grant grant)) {
                    grant.settle(AMOUNTS, false);
                } else {
                    granted = false;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return granted;
    }

    private static BudgetLimits calls(Bench bench) {
        return limits(
                bench,
                CALLS,
                new BudgetLimit(BudgetMeasure.REQUESTS, BudgetWindow.MINUTE, 1_000_000L),
                new BudgetLimit(BudgetMeasure.TOKENS, BudgetWindow.MINUTE, 1_000_000_000L),
                new BudgetLimit(BudgetMeasure.REQUESTS, BudgetWindow.HELD, 10_000L));
    }

    private static BudgetLimits quota(Bench bench) {
        return limits(bench, QUOTA, new BudgetLimit(BudgetMeasure.TOKENS, BudgetWindow.DAY, 1_000_000_000_000L));
    }

    private static BudgetLimits limits(Bench bench, String budget, BudgetLimit... all) {
        return BudgetLimits.newBuilder()
                .setBudget(budget)
                .setLimits(List.of(all))
                .setIsSetByHand(false)
                .setBy("bench")
                .setReason("measuring")
                .setAt(bench.clock().now())
                .build();
    }
}
