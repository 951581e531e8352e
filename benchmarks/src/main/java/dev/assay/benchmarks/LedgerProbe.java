package dev.assay.benchmarks;

import dev.assay.budget.client.Answer;
import dev.assay.budget.client.BudgetClient;
import dev.assay.budget.client.Wish;
import dev.assay.budget.host.HostSettings;
import dev.assay.budget.journal.LimitsFollower;
import dev.assay.budget.journal.LimitsPublisher;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.topics.BudgetIds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Asks the ledger for room of a budget that has plenty, many times a second, and measures how long the answer takes. The
 * budget lies in the same partition as the one that is fought for, so that the same process keeps both.
 */
final class LedgerProbe implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration CATCH_UP_PATIENCE = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String NAME = "assay-bench-probe";

    private final Clock clock;
    private final LimitsFollower limits;
    private final BudgetClient client;
    private final String budget;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Double> millis = new ArrayList<>();
    private long lastGrant;
    private Duration longestSilence = Duration.ZERO;
    private volatile boolean stopping;

    private LedgerProbe(KafkaClients clients, String budget, Clock clock) throws InterruptedException {
        this.clock = clock;
        this.budget = budget;
        limits = LimitsFollower.start(clients, NAME, cause -> {});
        NotRightException.when(!limits.awaitCaughtUp(CATCH_UP_PATIENCE), "limits of budgets were not read");
        LimitsPublisher.publish(NAME, clients, limits, List.of(plenty(budget, clock)), List.of());
        client = BudgetClient.start(NAME, HostSettings.STANDARD.ledger(), clients, limits, clock, cause -> {});
        lastGrant = clock.nanos();
        thread = Thread.ofPlatform().name("ledger-probe").daemon().start(this::run);
    }

    /**
     * Starts it; from then on it measures.
     *
     * @param partitions of each topic of the ledger
     * @param beside id of the budget whose partition it is to lie in
     */
    static LedgerProbe start(KafkaClients clients, int partitions, String beside, Clock clock)
            throws InterruptedException {
        int place = LedgerOwner.partitionOf(beside, partitions);
        int number = 0;
        while (LedgerOwner.partitionOf(BudgetIds.calls("bench-probe", "probe-" + number), partitions) != place) {
            number++;
        }
        return new LedgerProbe(clients, BudgetIds.calls("bench-probe", "probe-" + number), clock);
    }

    /** How long answers took, in milliseconds. */
    Quantiles answers() {
        lock.lock();
        try {
            NotRightException.when(millis.isEmpty(), "the ledger has never answered");
            return new Quantiles(
                    millis.stream().mapToDouble(Double::doubleValue).toArray());
        } finally {
            lock.unlock();
        }
    }

    /** The longest time without an answer. */
    Duration longestSilence() {
        lock.lock();
        try {
            Duration now = Duration.ofNanos(clock.nanos() - lastGrant);
            return now.compareTo(longestSilence) > 0 ? now : longestSilence;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        stopping = true;
        thread.interrupt();
        client.close();
        limits.close();
    }

    private void run() {
        try {
            while (!stopping) {
                ask();
                clock.pause(PAUSE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void ask() throws InterruptedException {
        long asked = clock.nanos();
        Answer answer = client.reserve(new Wish(
                budget, "bench", BudgetStage.LANE, 0, new Amounts(1L, 0L, 0L, 0L), PATIENCE, Duration.ofMinutes(1)));
        if (answer instanceof Answer.Granted(var grant)) {
            grant.cancel();
            long now = clock.nanos();
            lock.lock();
            try {
                millis.add((now - asked) / 1e6);
                Duration silence = Duration.ofNanos(now - lastGrant);
                longestSilence = silence.compareTo(longestSilence) > 0 ? silence : longestSilence;
                lastGrant = now;
            } finally {
                lock.unlock();
            }
        }
    }

    private static BudgetLimits plenty(String budget, Clock clock) {
        return BudgetLimits.newBuilder()
                .setBudget(budget)
                .setLimits(List.of(new BudgetLimit(BudgetMeasure.REQUESTS, BudgetWindow.MINUTE, 1_000_000L)))
                .setIsSetByHand(false)
                .setBy(NAME)
                .setReason("latency of the ledger")
                .setAt(clock.now())
                .build();
    }
}
