package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.assay.runtime.Clock;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.AccountUnblock;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.GateClosed;
import dev.assay.schemas.topics.Keys;
import dev.assay.worker.meters.GateMeters;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What one worker finds out about an account or a limit, the others know: measured at the provider and their meters. */
@ExtendWith(KafkaExtension.class)
class AccountsIT {
    private static final String ACCOUNT = "eval";
    private static final int IN_FLIGHT = 4;
    private static final Duration KNOWN_WITHIN = Duration.ofSeconds(1);

    @TempDir
    Path directory;

    private final List<SimpleMeterRegistry> registries = new ArrayList<>();

    @Test
    void aLimitThatOneWorkerMeetsStopsAllFourWithinASecond(EmbeddedKafka broker) throws Exception {
        Duration wait = Duration.ofSeconds(4);
        try (World world = World.create(broker)) {
            startReady(world, 4, world.settings());
            world.provider.faults().add(FaultRule.of("rate-limit=" + wait.toSeconds() + "s"));

            try (Feed feed = new Feed(world)) {
                World.await("first refusal", () -> refused(world).isPresent());
                Instant first = refused(world).orElseThrow();
                World.await(
                        "the limit's time is nearly over",
                        () -> Clock.system().now().isAfter(first.plus(wait).minusMillis(500)));
                assertThat(feed.enqueued.get()).as("jobs that came").isGreaterThan(100);
                List<Duration> after = world.provider.requestLog().calls().stream()
                        .map(call -> Duration.between(first, call.arrivedAt()))
                        .sorted(Comparator.reverseOrder())
                        .toList();
                assertThat(after.getFirst()).as("the last call").isLessThan(KNOWN_WITHIN);
                assertThat(after.size()).as("calls").isLessThanOrEqualTo(4 * IN_FLIGHT + 10);
            }
            for (SimpleMeterRegistry registry : registries) {
                assertThat(gauge(registry, GateMeters.CLOSED, "model", GateMeters.ALL_MODELS))
                        .isEqualTo(1);
            }
        }
    }

    @Test
    void anAccountWithoutMoneyIsFoundOutOnceAndFreedByAWordInTheTopic(EmbeddedKafka broker) throws Exception {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger("dev.assay.worker");
        logger.addAppender(log);
        try (World world = World.create(broker)) {
            startReady(world, 2, world.settings());
            world.provider.faults().add(FaultRule.of("quota"));

            try (Feed feed = new Feed(world)) {
                World.await("first refusal", () -> refused(world).isPresent());
                Instant first = refused(world).orElseThrow();
                World.await("both know", () -> registries.stream().allMatch(registry -> isBlocked(registry)));
                assertThat(Duration.between(first, Clock.system().now())).isLessThan(KNOWN_WITHIN);
                int sofar = feed.enqueued.get();
                World.await("more jobs", () -> feed.enqueued.get() > sofar + 100);
                assertThat(world.provider.requestLog().arrived()).isBetween(1L, 2L * IN_FLIGHT);

                world.provider.faults().clear();
                unblock(world);
                World.await(
                        "calls go again",
                        () -> world.provider.requestLog().counts().byStatus().getOrDefault(200, 0L) > 20);
            }
            assertThat(registries).noneMatch(AccountsIT::isBlocked);
            assertThat(log.list.stream().filter(line -> line.getLevel() == Level.ERROR))
                    .as("alerts of one block")
                    .hasSize(1);
            assertThat(registries.stream()
                            .flatMap(registry -> registry.find(GateMeters.BLOCKS).counters().stream())
                            .mapToDouble(counter -> counter.count())
                            .sum())
                    .isEqualTo(1);
        } finally {
            logger.detachAppender(log);
        }
    }

    @Test
    void oneProbeOfOneWorkerFreesTheAccountForAll(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            AccountSettings quick = new AccountSettings(Duration.ofMillis(500), Duration.ofSeconds(1));
            startReady(world, 2, world.settings().withAccounts(quick));
            world.provider.faults().add(FaultRule.of("key-refused"));

            try (Feed feed = new Feed(world)) {
                World.await("both know", () -> registries.stream().allMatch(registry -> isBlocked(registry)));
                long found = world.provider.requestLog().arrived();
                World.await("two probes", () -> world.provider.requestLog().arrived() >= found + 2);
                assertThat(registries).allMatch(AccountsIT::isBlocked);
                world.provider.faults().clear();

                World.await("free", () -> registries.stream().noneMatch(AccountsIT::isBlocked));
                World.await(
                        "calls go again",
                        () -> world.provider.requestLog().counts().byStatus().getOrDefault(200, 0L) > 20);
                assertThat(world.provider.requestLog().counts().byStatus().getOrDefault(401, 0L))
                        .as("in flight at the start, two or three probes, one more each in a race")
                        .isLessThanOrEqualTo(2 * IN_FLIGHT + 2 * 3);
                assertThat(feed.enqueued.get()).isGreaterThan(100);
            }
        }
    }

    @Test
    void theBlockOutlivesTheWorkerThatFoundItOut(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            world.provider.faults().add(FaultRule.of("billing"));
            world.enqueue("run", "first", 10, "question");
            try (ChildProcess child = child(world, broker)) {
                child.awaitReady(World.PATIENCE);
                World.await(
                        "told",
                        () -> !world.read(world.topics.fleet(), record -> true).isEmpty());
                child.kill9();
            }
            long calls = world.provider.requestLog().arrived();

            startReady(world, 1, world.settings());
            world.enqueue("run", "later", 50, "question");
            SimpleMeterRegistry registry = registries.getFirst();
            World.await(
                    "jobs are refused",
                    () -> registry.find(GateMeters.REFUSALS).counters().stream()
                                    .mapToDouble(counter -> counter.count())
                                    .sum()
                            > 0);

            assertThat(isBlocked(registry)).isTrue();
            assertThat(world.provider.requestLog().arrived()).isEqualTo(calls);
        }
    }

    @Test
    void aWorkerThatStartsLaterKnowsWhatWasSaidLast(EmbeddedKafka broker) throws Exception {
        try (World world = World.create(broker)) {
            Instant now = Clock.system().now();
            world.write(world.topics.fleet(), Keys.block("eval"), entry(block(now)));
            world.write(world.topics.fleet(), Keys.block("eval"), null);
            world.write(world.topics.fleet(), Keys.gate("eval", ""), entry(closed(null, now.plusSeconds(3_600), now)));
            world.write(
                    world.topics.fleet(),
                    Keys.gate("eval", "simulator-small"),
                    entry(closed("simulator-small", now.plusSeconds(3_600), now)));
            world.write(
                    world.topics.fleet(),
                    Keys.gate("eval", "simulator-small"),
                    entry(closed("simulator-small", now, now)));
            world.write(world.topics.fleet(), "gate/odd", null);

            startReady(world, 1, world.settings());
            SimpleMeterRegistry registry = registries.getFirst();

            assertThat(isBlocked(registry)).as("deleted").isFalse();
            assertThat(gauge(registry, GateMeters.CLOSED, "model", GateMeters.ALL_MODELS))
                    .isEqualTo(1);
            world.write(world.topics.fleet(), Keys.gate("eval", ""), null);
            try (Feed feed = new Feed(world)) {
                World.await("calls", () -> world.provider.requestLog().arrived() > 10);
                assertThat(feed.enqueued.get()).isPositive();
            }
        }
    }

    private void startReady(World world, int workers, WorkerSettings settings) throws InterruptedException {
        List<Worker> started = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            registries.add(registry);
            started.add(world.start(settings.withInFlight(IN_FLIGHT), registry));
        }
        World.await("workers ready", () -> started.stream().allMatch(Worker::isReady));
    }

    private static Optional<Instant> refused(World world) {
        return world.provider.requestLog().calls().stream()
                .filter(call -> call.fault() != null)
                .map(CallRecord::arrivedAt)
                .min(Comparator.naturalOrder());
    }

    private static boolean isBlocked(SimpleMeterRegistry registry) {
        return registry.get(GateMeters.BLOCKED).gauges().stream()
                        .mapToDouble(Gauge::value)
                        .max()
                        .orElse(0)
                > 0;
    }

    private static double gauge(SimpleMeterRegistry registry, String name, String tag, String value) {
        return registry.get(name).tag(tag, value).gauge().value();
    }

    private static void unblock(World world) {
        AccountUnblock unblock = AccountUnblock.newBuilder()
                .setAccount(ACCOUNT)
                .setBy("me@desk")
                .setReason("paid")
                .setAt(Clock.system().now())
                .build();
        world.write(world.topics.fleet(), Keys.block(ACCOUNT), entry(unblock));
    }

    private static AccountBlock block(Instant at) {
        return AccountBlock.newBuilder()
                .setAccount(ACCOUNT)
                .setKind(FailureKind.QUOTA_EXHAUSTED)
                .setMessage("no money")
                .setRule("r")
                .setModel("m")
                .setBy("other")
                .setAt(at)
                .setProbeAt(at.plusSeconds(600))
                .build();
    }

    private static GateClosed closed(@Nullable String model, Instant until, Instant at) {
        return GateClosed.newBuilder()
                .setAccount(ACCOUNT)
                .setModel(model)
                .setUntil(until)
                .setMessage("slow down")
                .setBy("other")
                .setAt(at)
                .build();
    }

    private static FleetEntry entry(SpecificRecord branch) {
        return FleetEntry.newBuilder().setEntry(branch).build();
    }

    private ChildProcess child(World world, EmbeddedKafka broker) throws Exception {
        Path file = Files.writeString(directory.resolve("worker.yaml"), """
            worker: child
            inFlight: 2
            trimInterval: 0s
            sessionTimeout: 3s
            lanes: [{name: %s}]
            providers: [{name: sim, baseUrl: '%s', account: %s}]
            routes: [{name: %s, provider: sim, model: simulator-small}]
            """.formatted(
                        World.LANE, world.provider.baseUrl(), ACCOUNT, World.ROUTE));
        return ChildProcess.start(
                WorkerMain.class,
                List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                List.of(broker.bootstrap(), world.topics.prefix(), file.toString()),
                Map.of(),
                directory.resolve("worker.log"));
    }

    /** Enqueues a job every few milliseconds until it is closed, so that there is always one that would call. */
    private static final class Feed implements AutoCloseable {
        private final AtomicInteger enqueued = new AtomicInteger();
        private final AtomicBoolean closed = new AtomicBoolean();
        private final Thread thread;

        Feed(World world) {
            thread = new Thread(
                    () -> {
                        while (!closed.get()) {
                            int chunk = enqueued.getAndAdd(10);
                            world.enqueue("run", "job" + chunk, 10, "question");
                            pause();
                        }
                    },
                    "feed");
            thread.start();
        }

        @Override
        public void close() {
            closed.set(true);
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private static void pause() {
            try {
                Clock.system().pause(Duration.ofMillis(20));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
