package dev.assay.budget.host;

import dev.assay.budget.journal.Journal;
import dev.assay.budget.journal.LedgerTopics;
import dev.assay.budget.journal.LimitsFollower;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.LedgerRequest;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One membership in the ledger's group: takes over the partitions that it is given, decides on their requests, hands
 * them over. When it cannot go on it ends by an exception, and another begins from the topics, which alone say what
 * holds. Used by one thread.
 */
final class Tenure implements ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(Tenure.class);
    private static final long IDLE_MILLIS = 50;
    private static final long READ_BACK_NANOS = Duration.ofMillis(20).toNanos();
    private static final Duration REPLAY_POLL = Duration.ofMillis(5);
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final String topic;
    private final HostSettings settings;
    private final LimitsFollower limits;
    private final Clock clock;
    private final HostCounts counts;
    private final KafkaConsumer<byte[], byte[]> requests;
    private final Deserializer<SpecificRecord> deserializer;
    private final JournalWriter writer;
    private final Journal journal;
    private final Succession succession;
    private final @Nullable LaneHands lanes;
    private final Map<Integer, Kept> kept = new TreeMap<>();
    private final Set<Integer> assigned = new TreeSet<>();
    private Map<String, BudgetLimits> known = Map.of();
    private long readBackAt;
    private long commitAt;
    private long snapshotAt;

    Tenure(
            String name,
            LedgerTopics topics,
            HostSettings settings,
            KafkaClients clients,
            LimitsFollower limits,
            @Nullable LaneHands lanes,
            Clock clock,
            HostCounts counts) {
        this.topic = topics.requests();
        this.lanes = lanes;
        this.settings = settings;
        this.limits = limits;
        this.clock = clock;
        this.counts = counts;
        this.deserializer = clients.valueDeserializer();
        this.writer = new JournalWriter(clients, topics, name, clock);
        this.journal = Journal.inPortions(clients, topics, name + "-" + topics.label(), clock);
        this.requests = clients.consumer(
                name + "-" + topics.label(),
                Map.of(
                        "group.protocol",
                        "consumer",
                        "group.id",
                        topics.group(),
                        "fetch.max.wait.ms",
                        50,
                        "max.poll.records",
                        1_000,
                        // A keeper whose thread hangs must not keep its partitions because its heartbeats go on.
                        "max.poll.interval.ms",
                        15_000));
        this.succession = new Succession(requests, writer, journal, settings.ledger());
        this.readBackAt = clock.nanos();
        this.commitAt = clock.nanos();
        this.snapshotAt = clock.nanos() + settings.snapshotInterval().toNanos();
        requests.subscribe(List.of(topic), this);
    }

    /** One round: what was asked, what was read back, what is due. */
    void step() {
        for (ConsumerRecord<byte[], byte[]> record : requests.poll(patience())) {
            decide(record);
        }
        begin();
        readBack();
        heedLimits();
        long now = clock.now().toEpochMilli();
        for (Kept each : kept.values()) {
            append(each, each.owner().tick(now));
        }
        tendLanes(now);
        writer.check();
        noteProgress(now);
        tell();
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> places) {
        requests.pause(places);
        places.forEach(place -> assigned.add(place.partition()));
    }

    /** Hands over in peace: all that was decided is in the journal before a successor may begin. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> places) {
        handOver(places.stream().map(TopicPartition::partition).toList());
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> places) {
        places.forEach(place -> drop(place.partition()));
    }

    /** Leaves in peace, so that others take over at once. */
    void leave() {
        long now = clock.now().toEpochMilli();
        kept.values().forEach(each -> writeDown(each, now));
        handOver(List.copyOf(kept.keySet()));
        discard();
    }

    /** Gives up what it keeps: nothing more is written or noted. */
    void discard() {
        kept.clear();
        assigned.clear();
        tell();
        writer.close();
        try {
            requests.close(CloseOptions.timeout(PATIENCE));
        } catch (KafkaException e) {
            LOG.atInfo().addKeyValue("error", e.getMessage()).log("left the ledger's group without a word");
        }
        journal.close();
        deserializer.close();
    }

    /** How long the next round may wait for a request. Waiting with a paused partition would spin. */
    private Duration patience() {
        if (isReplaying()) {
            return Duration.ZERO;
        }
        long now = clock.now().toEpochMilli();
        long millis = lanes == null ? IDLE_MILLIS : lanes.patienceMillis(IDLE_MILLIS);
        for (Kept each : kept.values()) {
            millis = Math.min(millis, each.owner().quietMillis(now));
        }
        return Duration.ofMillis(Math.max(1, millis));
    }

    /** Has lanes measured and silent holders fenced, and takes what came of it. Neither is waited for. */
    private void tendLanes(long now) {
        if (lanes == null) {
            return;
        }
        for (LaneHands.Done done = lanes.poll(); done != null; done = lanes.poll()) {
            Kept at = kept.get(done.asker().partition());
            // Whoever begins to keep a partition knows nothing of what was measured before.
            if (at == null || at.owner() != done.asker()) {
                continue;
            }
            switch (done) {
                case LaneHands.Measured measured ->
                    append(
                            at,
                            at.owner().measured(measured.budget(), measured.unfinished(), measured.ofTenants(), now));
                case LaneHands.NotMeasured none -> at.owner().notMeasured(none.budget());
                case LaneHands.Fenced fenced -> append(at, at.owner().fenced(fenced.reservations(), now));
            }
        }
        for (Kept each : kept.values()) {
            lanes.tend(each.owner(), now);
        }
    }

    private boolean isReplaying() {
        return kept.values().stream().anyMatch(each -> !each.owner().wantsRequests());
    }

    private void decide(ConsumerRecord<byte[], byte[]> record) {
        Kept at = kept.get(record.partition());
        if (at == null) {
            return;
        }
        try {
            if (deserializer.deserialize(topic, record.value()) instanceof LedgerRequest request) {
                append(
                        at,
                        at.owner().request(request, record.offset(), clock.now().toEpochMilli()));
                return;
            }
        } catch (SerializationException e) {
            // Whoever asked is not answered and does not call; the others must not wait for it.
            LOG.atWarn()
                    .addKeyValue("partition", record.partition())
                    .addKeyValue("offset", record.offset())
                    .addKeyValue("error", e.getMessage())
                    .log("request to the ledger not understood");
        }
        at.owner().skip(record.offset());
    }

    private void begin() {
        for (int partition : List.copyOf(assigned)) {
            Kept begun = succession.begin(place(partition));
            assigned.remove(partition);
            known.values().stream()
                    .filter(each -> journal.partitions().of(each.getBudget()) == partition)
                    .forEach(begun.owner()::limit);
            kept.put(partition, begun);
            counts.tookOver();
        }
    }

    /** Reads what was written to the journal: at once while nothing can be done without, else now and then. */
    private void readBack() {
        if (isReplaying()) {
            journal.poll(REPLAY_POLL, this::read);
        } else if (clock.nanos() - readBackAt >= 0) {
            readBackAt = clock.nanos() + READ_BACK_NANOS;
            journal.poll(Duration.ZERO, this::read);
        }
    }

    private void read(int partition, long offset, LedgerEntry entry) {
        Kept at = kept.get(partition);
        if (at == null) {
            return;
        }
        boolean wanted = at.owner().wantsRequests();
        if (!at.owner().read(offset, entry)) {
            counts.voided();
        }
        if (at.owner().isDeposed()) {
            throw new KafkaException("another process began to keep partition " + partition + " of the ledger");
        }
        if (!wanted && at.owner().wantsRequests()) {
            requests.resume(List.of(place(partition)));
        }
    }

    private void heedLimits() {
        Map<String, BudgetLimits> all = limits.all();
        if (all.equals(known) || kept.isEmpty()) {
            return;
        }
        for (BudgetLimits each : all.values()) {
            Kept at = kept.get(journal.partitions().of(each.getBudget()));
            if (at != null && !each.equals(known.get(each.getBudget()))) {
                at.owner().limit(each);
            }
        }
        known = all;
    }

    private void append(Kept to, List<LedgerEntry> entries) {
        if (!entries.isEmpty()) {
            writer.append(to.owner().partition(), entries, to.sent());
            counts.appended(entries.size());
        }
    }

    private void noteProgress(long now) {
        long nanos = clock.nanos();
        if (nanos - commitAt >= 0) {
            commitAt = nanos + settings.commitInterval().toNanos();
            requests.commitAsync(commits(kept.keySet()), (offsets, e) -> {
                if (e != null) {
                    LOG.atDebug().addKeyValue("error", e.getMessage()).log("progress of the ledger not committed");
                }
            });
        }
        if (nanos - snapshotAt >= 0) {
            snapshotAt = nanos + settings.snapshotInterval().toNanos();
            for (Kept each : kept.values()) {
                writeDown(each, now);
            }
        }
    }

    private Map<TopicPartition, OffsetAndMetadata> commits(Collection<Integer> of) {
        Map<TopicPartition, OffsetAndMetadata> commits = new HashMap<>();
        for (int partition : of) {
            Optional.ofNullable(kept.get(partition))
                    .flatMap(Kept::commit)
                    .ifPresent(commit -> commits.put(
                            place(partition),
                            new OffsetAndMetadata(
                                    commit.offset(), commit.place().text())));
        }
        return commits;
    }

    private void handOver(Collection<Integer> gone) {
        writer.flush();
        try {
            Map<TopicPartition, OffsetAndMetadata> commits = commits(gone);
            if (!commits.isEmpty()) {
                requests.commitSync(commits, PATIENCE);
            }
        } catch (KafkaException e) {
            LOG.atInfo().addKeyValue("error", e.getMessage()).log("a successor reads again what was done last");
        }
        gone.forEach(this::drop);
    }

    /** What is written now, nobody who follows has to read again; those who keep for seconds only would write nothing. */
    private void writeDown(Kept each, long now) {
        each.snapshot(now).ifPresent(snapshot -> {
            writer.snapshot(snapshot);
            each.takePredecessor()
                    .ifPresent(epoch -> writer.deleteSnapshot(each.owner().partition(), epoch));
        });
    }

    private void drop(int partition) {
        assigned.remove(partition);
        if (kept.remove(partition) != null) {
            journal.drop(partition);
            LOG.atInfo().addKeyValue("partition", partition).log("keeps the budgets of a partition no longer");
        }
        tell();
    }

    private void tell() {
        Map<Integer, Long> epochs = new HashMap<>();
        kept.forEach((partition, each) -> {
            if (each.owner().isGranting()) {
                epochs.put(partition, each.owner().epoch());
            }
        });
        counts.keeps(epochs);
    }

    private TopicPartition place(int partition) {
        return new TopicPartition(topic, partition);
    }
}
