package dev.assay.budget.host;

import dev.assay.budget.journal.Journal;
import dev.assay.budget.journal.JournalPlace;
import dev.assay.budget.ledger.LedgerSettings;
import dev.assay.schemas.LedgerSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins to keep a partition. The epoch is written first: from then on the predecessor's word is void for everybody, and
 * all that counts of it stands before.
 */
final class Succession {
    private static final Logger LOG = LoggerFactory.getLogger(Succession.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final KafkaConsumer<byte[], byte[]> requests;
    private final JournalWriter writer;
    private final Journal journal;
    private final LedgerSettings settings;

    Succession(KafkaConsumer<byte[], byte[]> requests, JournalWriter writer, Journal journal, LedgerSettings settings) {
        this.requests = requests;
        this.writer = writer;
        this.journal = journal;
        this.settings = settings;
    }

    /** Takes a partition over whose requests are paused; they are read from where the new owner wants them. */
    Kept begin(TopicPartition place) {
        int partition = place.partition();
        long epoch = writer.beginEpoch(partition);
        Optional<OffsetAndMetadata> committed =
                Optional.ofNullable(requests.committed(Set.of(place), PATIENCE).get(place));
        Optional<LedgerSnapshot> snapshot = journal.newestSnapshot(partition);
        PartitionOwner.Requests range = range(place, committed, snapshot);
        Optional<JournalPlace> wanted = committed.flatMap(offset -> JournalPlace.parse(offset.metadata()));
        PartitionOwner owner = new PartitionOwner(partition, epoch, range, snapshot, wanted, settings);
        requests.seek(place, range.start());
        journal.follow(partition, owner.journalStart());
        LOG.atInfo()
                .addKeyValue("partition", partition)
                .addKeyValue("epoch", epoch)
                .addKeyValue("requests", range)
                .addKeyValue("journalFrom", owner.journalStart())
                .log("keeps the budgets of a partition");
        return new Kept(owner, snapshot.map(LedgerSnapshot::getEpoch));
    }

    private PartitionOwner.Requests range(
            TopicPartition place, Optional<OffsetAndMetadata> committed, Optional<LedgerSnapshot> snapshot) {
        long begin = requests.beginningOffsets(List.of(place), PATIENCE).getOrDefault(place, 0L);
        long end = requests.endOffsets(List.of(place), PATIENCE).getOrDefault(place, 0L);
        // Without a committed offset (a group that was idle for long) what waited is lost, and its clients have given
        // up.
        long wanted = committed
                .map(OffsetAndMetadata::offset)
                .or(() -> snapshot.map(LedgerSnapshot::getRequestOffset))
                .orElse(begin);
        return new PartitionOwner.Requests(Math.min(Math.max(wanted, begin), end), end);
    }
}
