package dev.assay.pipeline.ledger;

import static java.util.Objects.requireNonNull;

import dev.assay.budget.client.BudgetClient;
import dev.assay.budget.client.Wish;
import dev.assay.budget.host.HostSettings;
import dev.assay.budget.host.LedgerHost;
import dev.assay.budget.journal.Journal;
import dev.assay.budget.journal.LedgerPartitions;
import dev.assay.budget.journal.LedgerTopics;
import dev.assay.budget.journal.LimitsFollower;
import dev.assay.budget.journal.LimitsPublisher;
import dev.assay.budget.journal.PartitionFold;
import dev.assay.budget.ledger.Epochs;
import dev.assay.budget.ledger.LedgerSettings;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.process.JvmOptions;
import dev.assay.sandbox.process.ParentWatch;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.Granted;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.LedgerRequest;
import dev.assay.schemas.LedgerSnapshot;
import dev.assay.schemas.OwnerEpoch;
import dev.assay.schemas.Reserve;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The ledger's topics on a broker, with keepers and a client on them. */
final class LedgerWorld implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(30);
    static final int PARTITIONS = 2;

    private static final AtomicInteger COUNT = new AtomicInteger();

    final KafkaClients clients;
    final Topics topics;
    final LimitsFollower limits;
    final Clock clock = Clock.system();
    final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final EmbeddedKafka broker;
    private final Path directory;
    private final List<Runnable> opened = new ArrayList<>();
    private final List<Epochs> epochs = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private @Nullable Journal journal;

    /** One line of the journal. */
    record Line(int partition, long offset, LedgerEntry entry, boolean isValid) {}

    LedgerWorld(EmbeddedKafka broker, Path directory) {
        this.broker = broker;
        this.directory = directory;
        topics = new Topics("b" + COUNT.incrementAndGet());
        clients = new KafkaClients(new KafkaSettings(Map.of("bootstrap.servers", broker.bootstrap()), topics));
        try (Admin admin = clients.admin("test-admin")) {
            TopicSizes sizes = new TopicSizes(1, 1, 1, 1, 1, PARTITIONS);
            new TopicAdmin(admin).apply(TopicCatalogue.of(topics, List.of(), sizes), (short) 1);
        }
        limits = LimitsFollower.start(clients, "test", failures::add);
    }

    /** Sets limits and waits until they are known here. */
    void limit(String budget, BudgetLimit... all) throws InterruptedException {
        BudgetLimits told = BudgetLimits.newBuilder()
                .setBudget(budget)
                .setLimits(List.of(all))
                .setIsSetByHand(false)
                .setBy("test")
                .setReason("")
                .setAt(clock.now())
                .build();
        limits.awaitCaughtUp(PATIENCE);
        LimitsPublisher.publish("test", clients, limits, List.of(told), List.of());
        Await.until("limits are known", () -> limits.isLimited(budget));
    }

    static BudgetLimit requestsPerMinute(long amount) {
        return new BudgetLimit(BudgetMeasure.REQUESTS, BudgetWindow.MINUTE, amount);
    }

    /** A keeper in this process. */
    LedgerHost host(String name) {
        LedgerHost host = LedgerHost.start(name, HostSettings.STANDARD, clients, limits, clock, failures::add);
        opened.add(host::close);
        return host;
    }

    /** A keeper in a process of its own. */
    ChildProcess keeper(String name) {
        return child(KeeperMain.class, name, List.of());
    }

    /** A process that calls. */
    ChildProcess caller(String name, String budget, Path calls) {
        return child(CallerMain.class, name, List.of(budget, calls.toString()));
    }

    BudgetClient client(String name) throws InterruptedException {
        return client(name, clock);
    }

    BudgetClient client(String name, Clock clock) throws InterruptedException {
        limits.awaitCaughtUp(PATIENCE);
        BudgetClient client = BudgetClient.start(name, LedgerSettings.STANDARD, clients, limits, clock, failures::add);
        opened.add(client::close);
        return client;
    }

    static Wish wish(String budget, Duration patience) {
        return wish(budget, "tenant-a", new Amounts(1L, 10L, 10L, 0L), patience);
    }

    static Wish wish(String budget, String tenant, Amounts amounts, Duration patience) {
        return new Wish(budget, tenant, "batch", 0, amounts, patience, Duration.ofSeconds(30));
    }

    /** The whole journal as it is now. */
    List<Line> journal() {
        Journal open = journal;
        if (open == null) {
            open = Journal.atOnce(
                    clients, LedgerTopics.ofCalls(clients.settings().topics()), "test-read", clock);
            opened.add(open::close);
            journal = open;
            for (int partition = 0; partition < PARTITIONS; partition++) {
                epochs.add(new Epochs());
                open.follow(partition, 0);
            }
        }
        for (int partition = 0; partition < PARTITIONS; partition++) {
            long end = open.end(partition);
            while (open.position(partition) < end) {
                open.poll(
                        Duration.ofMillis(50),
                        (of, offset, entry) -> lines.add(
                                new Line(of, offset, entry, epochs.get(of).isValid(entry, offset))));
            }
        }
        return List.copyOf(lines);
    }

    /** The grants of the journal that count. */
    List<LedgerEntry> grants() {
        return journal().stream()
                .filter(Line::isValid)
                .map(Line::entry)
                .filter(entry -> entry.getEvent() instanceof Granted)
                .toList();
    }

    /** The state of each partition, from its newest snapshot on. */
    List<LedgerSnapshot> foldedFromSnapshots() {
        return folded(true);
    }

    /** The same from nothing but the journal. */
    List<LedgerSnapshot> foldedFromTheBeginning() {
        return folded(false);
    }

    private List<LedgerSnapshot> folded(boolean fromSnapshots) {
        List<LedgerSnapshot> states = new ArrayList<>();
        List<Line> lines = journal();
        long now = clock.now().toEpochMilli() + 3_600_000;
        try (Journal journal =
                Journal.atOnce(clients, LedgerTopics.ofCalls(clients.settings().topics()), "test-fold", clock)) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                int of = partition;
                Optional<LedgerSnapshot> snapshot =
                        fromSnapshots ? journal.newestSnapshot(partition) : Optional.empty();
                PartitionFold fold = PartitionFold.of(partition, snapshot, Optional.empty(), LedgerSettings.STANDARD);
                long from = fold.place().offset();
                lines.stream()
                        .filter(line -> line.partition() == of && line.offset() >= from)
                        .forEach(line -> fold.take(line.entry(), line.offset()));
                states.add(fold.snapshot(now));
            }
        }
        return states;
    }

    long epochOf(String budget) {
        int partition = new LedgerPartitions(PARTITIONS).of(budget);
        return journal().stream()
                .filter(line -> line.partition() == partition && line.entry().getEvent() instanceof OwnerEpoch)
                .mapToLong(Line::offset)
                .max()
                .orElseThrow();
    }

    /** Whether a reservation stands in the requests. */
    boolean isAsked(String id) {
        try (var consumer = clients.consumer("test-requests", Map.of());
                var deserializer = clients.valueDeserializer()) {
            List<TopicPartition> places = IntStream.range(0, PARTITIONS)
                    .mapToObj(partition -> new TopicPartition(topics.ledgerRequests(), partition))
                    .toList();
            consumer.assign(places);
            consumer.seekToBeginning(places);
            var ends = consumer.endOffsets(places);
            while (places.stream().anyMatch(place -> consumer.position(place) < ends.getOrDefault(place, 0L))) {
                for (var record : consumer.poll(Duration.ofMillis(100))) {
                    if (deserializer.deserialize(record.topic(), record.value()) instanceof LedgerRequest request
                            && request.getEvent() instanceof Reserve reserve
                            && reserve.getId().equals(id)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Writes a grant as a keeper of that epoch would. */
    void forgeGrant(String budget, String client, String id, long epoch) throws Exception {
        Granted granted = Granted.newBuilder()
                .setId(id)
                .setClient(client)
                .setTenant("tenant-a")
                .setAmounts(new Amounts(1L, 10L, 10L, 0L))
                .setStartBy(clock.now().plusMillis(800))
                .setHeldUntil(clock.now().plusSeconds(30))
                .build();
        LedgerEntry entry = LedgerEntry.newBuilder()
                .setBudget(budget)
                .setEpoch(epoch)
                .setAt(clock.now())
                .setRequestOffset(-1)
                .setEvent(granted)
                .build();
        String topic = topics.ledgerGrants();
        int partition = new LedgerPartitions(PARTITIONS).of(budget);
        try (var producer = clients.producer("test-forger");
                var serializer = clients.valueSerializer()) {
            byte[] key = budget.getBytes(StandardCharsets.UTF_8);
            producer.send(new ProducerRecord<>(topic, partition, key, serializer.serialize(topic, entry)))
                    .get();
        }
    }

    /** The process that keeps a budget now. */
    String ownerOf(String budget) {
        int partition = new LedgerPartitions(PARTITIONS).of(budget);
        String owner = null;
        for (Line line : journal()) {
            if (line.partition() == partition && line.entry().getEvent() instanceof OwnerEpoch begun) {
                owner = begun.getOwner();
            }
        }
        return requireNonNull(owner, "nobody keeps " + budget);
    }

    @Override
    public void close() {
        opened.reversed().forEach(Runnable::run);
        limits.close();
    }

    private ChildProcess child(Class<?> main, String name, List<String> more) {
        List<String> args = new ArrayList<>(List.of(broker.bootstrap(), topics.prefix(), name));
        args.addAll(more);
        args.add(ParentWatch.ARGUMENT);
        ChildProcess child = ChildProcess.start(
                main, JvmOptions.small(128), args, Map.of(), directory.resolve(topics.prefix() + name + ".log"));
        opened.add(() -> {
            if (child.isAlive()) {
                child.kill9();
            }
        });
        return child;
    }
}
