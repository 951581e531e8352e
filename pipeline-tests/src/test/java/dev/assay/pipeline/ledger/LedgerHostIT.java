package dev.assay.pipeline.ledger;

import static dev.assay.pipeline.ledger.LedgerWorld.requestsPerMinute;
import static dev.assay.pipeline.ledger.LedgerWorld.wish;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.budget.client.Answer;
import dev.assay.budget.client.BudgetClient;
import dev.assay.budget.client.Grant;
import dev.assay.runtime.Clock;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.Granted;
import dev.assay.schemas.LedgerRefusal;
import dev.assay.schemas.Released;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerHostIT {
    private static final String BUDGET = "calls/alpha-eval/gpt-4o";
    private static final String TENANT = "tenant/tenant-a/batch/eval";
    private static final Duration PATIENT = Duration.ofSeconds(20);

    private static EmbeddedKafka broker;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Test
    void fiveHundredReservationsASecondAreAnsweredSoon() throws Exception {
        try (LedgerWorld world = new LedgerWorld(broker, directory)) {
            world.limit(BUDGET, requestsPerMinute(1_000_000));
            world.host("keeper-1");
            BudgetClient client = world.client("client-1");
            warmUp(client, BUDGET);

            List<Long> millis = new ArrayList<>();
            List<Thread> threads = new ArrayList<>();
            long began = System.nanoTime();
            for (int i = 0; i < 1_500; i++) {
                long due = began + i * 2_000_000L;
                while (System.nanoTime() < due) {
                    world.clock.pause(Duration.ofNanos(Math.max(1, due - System.nanoTime())));
                }
                threads.add(Thread.ofVirtual().start(() -> {
                    long asked = System.nanoTime();
                    Grant grant = granted(client, BUDGET);
                    long took = (System.nanoTime() - asked) / 1_000;
                    grant.settle(grant.amounts(), false);
                    synchronized (millis) {
                        millis.add(took);
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }

            millis.sort(null);
            System.out.printf(
                    "ledger at 500/s: p50 %.1f ms, p99 %.1f ms, max %.1f ms%n",
                    millis.get(millis.size() / 2) / 1e3,
                    millis.get(millis.size() * 99 / 100) / 1e3,
                    millis.getLast() / 1e3);
            assertThat(millis).hasSize(1_500);
            assertThat(millis.get(millis.size() / 2)).isLessThan(100_000);
            assertThat(world.failures).isEmpty();
        }
    }

    @Test
    void aKeeperThatIsRestartedHandsOverWithinTwoAndAHalfSecondsAndAKilledOneIsFollowedWithinEight() throws Exception {
        try (LedgerWorld world = new LedgerWorld(broker, directory)) {
            world.limit(BUDGET, requestsPerMinute(1_000_000));
            Map<String, ChildProcess> keepers = keepers(world, "keeper-1", "keeper-2", "keeper-3");
            BudgetClient client = world.client("client-1");
            warmUp(client, BUDGET);
            try (Load load = new Load(client, BUDGET, 8)) {
                Await.until("load flows", () -> load.granted.get() > 100);

                long asked = System.nanoTime();
                requireNonNull(keepers.get(world.ownerOf(BUDGET))).terminate();
                world.clock.pause(Duration.ofSeconds(3));
                long handedOver = load.longestGapMillis(asked);

                System.out.printf("restarted keeper: longest gap %d ms%n", handedOver);
                assertThat(handedOver).isLessThan(2_500);

                long killed = System.nanoTime();
                requireNonNull(keepers.get(world.ownerOf(BUDGET))).kill9();
                long followed = load.millisToNextGrant(killed);

                System.out.printf("killed keeper: grants again after %d ms%n", followed);
                assertThat(followed).isLessThan(8_000);
                assertThat(load.unanswered.get()).isZero();
            }
            assertThat(timesGranted(world))
                    .allSatisfy((id, times) -> assertThat(times).isOne());
            assertThat(world.failures).isEmpty();
        }
    }

    @Test
    void aKeeperThatWasFrozenAndWakesUpGrantsNothingThatCounts() throws Exception {
        try (LedgerWorld world = new LedgerWorld(broker, directory)) {
            world.limit(BUDGET, requestsPerMinute(600));
            Map<String, ChildProcess> keepers = keepers(world, "keeper-1", "keeper-2");
            BudgetClient client = world.client("client-1");
            warmUp(client, BUDGET);
            try (Load load = new Load(client, BUDGET, 8)) {
                Await.until("load flows", () -> load.granted.get() > 50);
                String owner = world.ownerOf(BUDGET);
                ChildProcess frozen = requireNonNull(keepers.get(owner));
                frozen.pause();
                Await.until(
                        "another keeps the budget", () -> !world.ownerOf(BUDGET).equals(owner));
                frozen.resume();
                Await.until("the limit is reached", () -> used(world) >= 590);
                world.clock.pause(Duration.ofSeconds(1));
            }

            long voided =
                    world.journal().stream().filter(line -> !line.isValid()).count();
            System.out.printf("frozen keeper: %d grants count, %d entries are void%n", used(world), voided);
            assertThat(used(world)).isBetween(590L, 600L);
            assertThat(timesGranted(world))
                    .allSatisfy((id, times) -> assertThat(times).isOne());
            assertThat(world.foldedFromSnapshots()).isEqualTo(world.foldedFromTheBeginning());
            assertThat(world.failures).isEmpty();
        }
    }

    @Test
    void theWordOfAKeeperThatWasFollowedIsNoAnswer() throws Exception {
        try (LedgerWorld world = new LedgerWorld(broker, directory)) {
            world.limit(BUDGET, requestsPerMinute(2));
            world.host("keeper-1");
            BudgetClient client = world.client("client-1");
            granted(client, BUDGET);
            granted(client, BUDGET);
            long epoch = world.epochOf(BUDGET);

            AtomicReference<Answer> answer = new AtomicReference<>();
            Thread waiting = Thread.ofVirtual().start(() -> answer.set(reserve(client, Duration.ofSeconds(1))));
            Await.until("it is asked", () -> world.isAsked("client-1-3"));
            world.forgeGrant(BUDGET, "client-1", "client-1-3", epoch - 1);
            waiting.join();

            assertThat(answer.get()).isInstanceOf(Answer.Refused.class);
            assertThat(client.status().voided()).isOne();
        }
    }

    @Test
    void aFrozenProcessBeginsNoCallAfterItsTime() throws Exception {
        try (LedgerWorld world = new LedgerWorld(broker, directory)) {
            world.limit(BUDGET, requestsPerMinute(1_000_000));
            world.host("keeper-1");
            Path file = directory.resolve("calls");
            ChildProcess caller = world.caller("caller-1", BUDGET, file);
            caller.awaitReady(LedgerWorld.PATIENCE);
            Await.until("it calls", () -> Files.readAllLines(file).size() > 100);

            caller.pause();
            world.clock.pause(Duration.ofSeconds(2));
            int before = Files.readAllLines(file).size();
            caller.resume();
            Await.until("it calls again", () -> Files.readAllLines(file).size() > before + 100);
            caller.kill9();

            Map<Long, Long> startBy = new HashMap<>();
            world.grants().forEach(entry -> {
                Granted granted = (Granted) entry.getEvent();
                startBy.put(
                        granted.getAmounts().getInputTokens(),
                        granted.getStartBy().toEpochMilli());
            });
            for (String line : Files.readAllLines(file)) {
                String[] parts = line.split(" ", -1);
                if (parts.length == 2) {
                    assertThat(Long.parseLong(parts[1]))
                            .as(line)
                            .isLessThanOrEqualTo(startBy.getOrDefault(Long.parseLong(parts[0]), 0L) + 50);
                }
            }
        }
    }

    @Test
    void aClientWhoseClockIsFiveSecondsAheadIsGrantedAllTheSame() throws Exception {
        try (LedgerWorld world = new LedgerWorld(broker, directory)) {
            world.limit(BUDGET, requestsPerMinute(100));
            world.host("keeper-1");
            BudgetClient client = world.client("client-1", ahead(world.clock, Duration.ofSeconds(5)));

            // Where every grant is taken for late, none is answered with one.
            assertThat(client.reserve(wish(BUDGET, PATIENT))).isInstanceOf(Answer.Granted.class);
        }
    }

    private static Clock ahead(Clock clock, Duration by) {
        return new Clock() {
            @Override
            public Instant now() {
                return clock.now().plus(by);
            }

            @Override
            public long nanos() {
                return clock.nanos();
            }

            @Override
            public void pause(Duration duration) throws InterruptedException {
                clock.pause(duration);
            }
        };
    }

    @Test
    void refusalsGivenBackAndTwoBudgetsOfOneCall() throws Exception {
        try (LedgerWorld world = new LedgerWorld(broker, directory)) {
            world.limit(BUDGET, requestsPerMinute(3));
            world.limit(TENANT, new BudgetLimit(BudgetMeasure.TOKENS, BudgetWindow.DAY, 35L));
            world.host("keeper-1");
            BudgetClient client = world.client("client-1");

            Grant first = granted(client, BUDGET);
            Grant quota = granted(client, TENANT);
            Grant second = granted(client, BUDGET);
            Answer none = client.reserve(wish(TENANT, Duration.ZERO));
            second.cancel();
            Grant third = granted(client, BUDGET);
            Grant fourth = granted(client, BUDGET);
            Answer full = client.reserve(wish(BUDGET, Duration.ZERO));
            Answer never = client.reserve(wish(TENANT, "tenant-a", new Amounts(1L, 30L, 30L, 0L), Duration.ZERO));

            assertThat(none).isInstanceOfSatisfying(Answer.Refused.class, refused -> {
                assertThat(refused.reason()).isEqualTo(LedgerRefusal.QUOTA_EXHAUSTED);
                assertThat(refused.retryAfter()).isPositive();
            });
            assertThat(full)
                    .isInstanceOfSatisfying(
                            Answer.Refused.class,
                            refused -> assertThat(refused.reason()).isEqualTo(LedgerRefusal.REQUESTS_EXHAUSTED));
            assertThat(never).isInstanceOfSatisfying(Answer.Refused.class, refused -> {
                assertThat(refused.reason()).isEqualTo(LedgerRefusal.NEVER_FITS);
                assertThat(refused.retryAfter()).isZero();
            });
            assertThat(client.reserve(wish("calls/other/model", Duration.ZERO))).isInstanceOf(Answer.Unlimited.class);
            quota.settle(new Amounts(1L, 3L, 4L, 0L), false);
            Await.until(
                    "the quota's use is what was used",
                    () -> client.view(TENANT)
                            .filter(view -> view.today().getInputTokens() == 3 && view.held() == 0)
                            .isPresent());
            List.of(first, third, fourth).forEach(grant -> grant.settle(grant.amounts(), false));
        }
    }

    private static Map<String, ChildProcess> keepers(LedgerWorld world, String... names) {
        Map<String, ChildProcess> keepers = new HashMap<>();
        for (String name : names) {
            keepers.put(name, world.keeper(name));
        }
        keepers.values().forEach(keeper -> keeper.awaitReady(LedgerWorld.PATIENCE));
        return keepers;
    }

    private static Map<String, Integer> timesGranted(LedgerWorld world) {
        return world.grants().stream()
                .map(entry -> (Granted) entry.getEvent())
                .collect(Collectors.toMap(Granted::getId, granted -> 1, Integer::sum));
    }

    private static void warmUp(BudgetClient client, String budget) {
        for (int i = 0; i < 10; i++) {
            granted(client, budget).cancel();
        }
    }

    /** Grants that count and were not given back. */
    private static long used(LedgerWorld world) {
        Set<String> used = new HashSet<>();
        for (LedgerWorld.Line line : world.journal()) {
            if (line.isValid() && line.entry().getEvent() instanceof Granted granted) {
                used.add(granted.getId());
            } else if (line.isValid()
                    && line.entry().getEvent() instanceof Released released
                    && released.getAmounts().getRequests() == 0) {
                used.remove(released.getId());
            }
        }
        return used.size();
    }

    private static Answer reserve(BudgetClient client, Duration patience) {
        try {
            return client.reserve(wish(BUDGET, patience));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Grant granted(BudgetClient client, String budget) {
        try {
            Answer answer = client.reserve(wish(budget, PATIENT));
            assertThat(answer).isInstanceOf(Answer.Granted.class);
            return ((Answer.Granted) answer).grant();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Threads that reserve and settle as fast as they are answered, with 10 ms between. */
    private static final class Load implements AutoCloseable {
        private static final Duration BETWEEN = Duration.ofMillis(10);

        final AtomicLong granted = new AtomicLong();
        final AtomicLong unanswered = new AtomicLong();
        private final List<Long> times = new ArrayList<>();
        private final AtomicBoolean stopping = new AtomicBoolean();
        private final List<Thread> threads = new ArrayList<>();

        private final Clock clock = Clock.system();

        Load(BudgetClient client, String budget, int count) {
            for (int i = 0; i < count; i++) {
                threads.add(Thread.ofVirtual().start(() -> run(client, budget)));
            }
        }

        long lastGrant() {
            synchronized (times) {
                return times.getLast();
            }
        }

        /** Time to the first grant of which nothing was asked before. */
        long millisToNextGrant(long from) {
            Await.until("grants again", () -> lastGrant() > from + 1_500_000_000L);
            return longestGapMillis(from);
        }

        long longestGapMillis(long from) {
            synchronized (times) {
                long longest = 0;
                long last = from;
                for (long time : times) {
                    if (time > from) {
                        longest = Math.max(longest, time - last);
                        last = time;
                    }
                }
                return longest / 1_000_000;
            }
        }

        @Override
        public void close() {
            stopping.set(true);
            try {
                for (Thread thread : threads) {
                    thread.join();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void run(BudgetClient client, String budget) {
            try {
                while (!stopping.get()) {
                    switch (client.reserve(wish(budget, stopping.get() ? Duration.ZERO : Duration.ofSeconds(6)))) {
                        case Answer.Granted(Grant grant) -> {
                            synchronized (times) {
                                times.add(System.nanoTime());
                            }
                            granted.incrementAndGet();
                            clock.pause(BETWEEN);
                            grant.settle(grant.amounts(), false);
                        }
                        case Answer.Unanswered none -> unanswered.incrementAndGet();
                        case Answer.Refused none -> clock.pause(BETWEEN);
                        case Answer.Unlimited none -> throw new AssertionError("unlimited");
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
