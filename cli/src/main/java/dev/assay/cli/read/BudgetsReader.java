package dev.assay.cli.read;

import dev.assay.budget.host.HostSettings;
import dev.assay.budget.journal.Journal;
import dev.assay.budget.journal.JournalPlace;
import dev.assay.budget.journal.LedgerTopics;
import dev.assay.budget.journal.LimitsFollower;
import dev.assay.budget.journal.PartitionFold;
import dev.assay.budget.ledger.BudgetView;
import dev.assay.runtime.Answers;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.LedgerEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/**
 * Follows all budgets of a cluster from the ledger's topics: it reads along, asks nobody and is not noticed. Each
 * reading is of the moment.
 */
public final class BudgetsReader implements AutoCloseable {
    private static final String NAME = "assay-budgets";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(100);

    private final LedgerTopics topics;
    private final HostSettings settings;
    private final Admin admin;
    private final Clock clock;
    private final LimitsFollower limits;
    private final Journal journal;
    private final WaitingRequests requests;
    private final OwnerNames owners;
    private final Map<Integer, PartitionFold> folds = new TreeMap<>();
    private Map<String, BudgetLimits> known = Map.of();

    /** One of the budgets of calls and of tenants. The admin client stays the caller's to close. */
    public static BudgetsReader ofCalls(KafkaClients clients, Admin admin, Clock clock) {
        return new BudgetsReader(
                LedgerTopics.ofCalls(clients.settings().topics()),
                LimitsFollower.start(clients, NAME, cause -> {}),
                HostSettings.STANDARD,
                clients,
                admin,
                clock);
    }

    /** One of the slots of lanes. The admin client stays the caller's to close. */
    public static BudgetsReader ofSlots(KafkaClients clients, Admin admin, Clock clock) {
        return new BudgetsReader(
                LedgerTopics.ofSlots(clients.settings().topics()),
                LimitsFollower.ofLanes(clients, NAME, cause -> {}),
                HostSettings.SLOTS,
                clients,
                admin,
                clock);
    }

    private BudgetsReader(
            LedgerTopics topics,
            LimitsFollower limits,
            HostSettings settings,
            KafkaClients clients,
            Admin admin,
            Clock clock) {
        this.topics = topics;
        this.limits = limits;
        this.settings = settings;
        this.admin = admin;
        this.clock = clock;
        this.journal = Journal.atOnce(clients, topics, NAME, clock);
        this.requests = new WaitingRequests(clients, topics.requests(), NAME);
        this.owners = new OwnerNames(clients, topics.journal(), NAME);
    }

    /**
     * How they stand now, by id.
     *
     * @throws TimeoutException when the topics do not tell in time
     */
    public List<BudgetStanding> read() throws InterruptedException, TimeoutException {
        if (!limits.awaitCaughtUp(PATIENCE)) {
            throw new TimeoutException("the limits of budgets were not read within " + PATIENCE.toSeconds() + " s");
        }
        Map<TopicPartition, OffsetAndMetadata> committed =
                Answers.await(admin.listConsumerGroupOffsets(topics.group()).partitionsToOffsetAndMetadata());
        if (folds.isEmpty()) {
            begin(committed);
        }
        limit();
        // First who asks, then what was answered: whoever is in the first and not in the second waits.
        requests.read(committed);
        readJournal();
        return standings();
    }

    @Override
    public void close() {
        limits.close();
        journal.close();
        requests.close();
        owners.close();
    }

    private void begin(Map<TopicPartition, OffsetAndMetadata> committed) {
        for (int partition = 0; partition < journal.partitions().count(); partition++) {
            OffsetAndMetadata offset = committed.get(new TopicPartition(topics.requests(), partition));
            PartitionFold fold = PartitionFold.of(
                    partition,
                    journal.newestSnapshot(partition),
                    offset == null ? Optional.empty() : JournalPlace.parse(offset.metadata()),
                    settings.ledger());
            folds.put(partition, fold);
            journal.follow(partition, fold.place().offset());
        }
    }

    /** Tells the folds what has changed in limits. */
    private void limit() {
        Map<String, BudgetLimits> now = limits.all();
        now.forEach((budget, each) -> {
            if (!each.equals(known.get(budget))) {
                fold(journal.partitions().of(budget)).limit(each);
            }
        });
        known = now;
    }

    private void readJournal() throws TimeoutException {
        Map<Integer, Long> ends = new TreeMap<>();
        folds.keySet().forEach(partition -> ends.put(partition, journal.end(partition)));
        long deadline = clock.nanos() + PATIENCE.toNanos();
        while (ends.entrySet().stream().anyMatch(end -> journal.position(end.getKey()) < end.getValue())) {
            if (clock.nanos() - deadline > 0) {
                throw new TimeoutException("the ledger's journal was not read within " + PATIENCE.toSeconds() + " s");
            }
            journal.poll(POLL, this::take);
        }
    }

    private void take(int partition, long offset, LedgerEntry entry) {
        if (fold(partition).take(entry, offset)) {
            requests.answered(partition, entry);
        }
    }

    private List<BudgetStanding> standings() {
        Set<Integer> kept = kept();
        List<BudgetStanding> standings = new ArrayList<>();
        folds.forEach((partition, fold) -> {
            String owner = owners.of(partition, fold.place().epoch());
            for (BudgetView view : fold.views(clock.now().toEpochMilli())) {
                standings.add(
                        new BudgetStanding(view, requests.waiting(view.budget()), owner, kept.contains(partition)));
            }
        });
        standings.sort(Comparator.comparing(BudgetStanding::budget));
        return standings;
    }

    /** The partitions that somebody keeps. */
    private Set<Integer> kept() {
        Set<Integer> kept = new HashSet<>();
        try {
            var described = Answers.await(admin.describeConsumerGroups(List.of(topics.group()))
                            .all())
                    .get(topics.group());
            if (described != null) {
                described
                        .members()
                        .forEach(member -> member.assignment()
                                .topicPartitions()
                                .forEach(partition -> kept.add(partition.partition())));
            }
        } catch (GroupIdNotFoundException e) {
            // Nobody ever kept any.
            return kept;
        }
        return kept;
    }

    private PartitionFold fold(int partition) {
        PartitionFold fold = folds.get(partition);
        if (fold == null) {
            throw new IllegalStateException("the ledger has no partition " + partition);
        }
        return fold;
    }
}
