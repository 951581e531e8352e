package dev.assay.deadletters.index;

import dev.assay.deadletters.FoundLetter;
import dev.assay.deadletters.IndexListener;
import dev.assay.deadletters.LetterCounts;
import dev.assay.deadletters.LetterId;
import dev.assay.deadletters.LetterOrder;
import dev.assay.deadletters.Letters;
import dev.assay.deadletters.ScannedLetters;
import dev.assay.deadletters.Selection;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.topics.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Dead letters found by an index on this machine, which is brought up to date before each search; only letters that may
 * be meant are read. It is a cache and nothing else: where there is none, or another process is busy with it, the topics
 * are read through.
 */
public final class IndexedLetters implements Letters, AutoCloseable {
    private static final Ahead AHEAD = new Ahead(50_000, 20_000);
    /** A page, so that the first one needs few letters. */
    private static final int FIRST_CHUNK = 64;

    private static final int CHUNK = 1_000;
    /** A fetch of a single letter brings what lies behind it, too. */
    private static final int FETCH_BYTES = 64 << 10;
    /** What is there is read; a fetch that waits for more would hold up the next one. */
    private static final int FETCH_WAIT_MILLIS = 10;

    private final Admin admin;
    private final Clock clock;
    private final @Nullable Path cache;
    private final IndexListener listener;
    private final Topics topics;
    private final KafkaClients clients;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicScan scan;
    private final Deserializer<SpecificRecord> deserializer;
    private final LetterFetch fetch;
    private final Ahead ahead;
    private boolean isIndexed;
    private @Nullable ScannedLetters scanned;

    /**
     * When the latest letters are told before they are indexed.
     *
     * @param farBehind with so many that are not indexed, which take a few seconds
     * @param lookedThrough so many records are read through for that, and no more
     */
    record Ahead(long farBehind, long lookedThrough) {}

    /**
     * @param admin of the same cluster; the caller closes it
     * @param cache the directory of indexes, which need not exist; null to do without
     */
    public IndexedLetters(
            KafkaClients clients, Admin admin, Clock clock, @Nullable Path cache, IndexListener listener) {
        this(clients, admin, clock, cache, listener, AHEAD);
    }

    IndexedLetters(
            KafkaClients clients, Admin admin, Clock clock, @Nullable Path cache, IndexListener listener, Ahead ahead) {
        this.ahead = ahead;
        this.clients = clients;
        this.admin = admin;
        this.clock = clock;
        this.cache = cache;
        this.listener = listener;
        isIndexed = cache != null;
        topics = clients.settings().topics();
        consumer = clients.consumer(
                "assay-dead-letter-index",
                Map.of(
                        "max.partition.fetch.bytes", FETCH_BYTES,
                        "max.poll.records", CHUNK,
                        "fetch.max.wait.ms", FETCH_WAIT_MILLIS));
        scan = new TopicScan(consumer);
        deserializer = clients.valueDeserializer();
        fetch = new LetterFetch(topics, scan, deserializer);
    }

    @Override
    public void find(Selection selection, Predicate<FoundLetter> visitor) {
        if (!selection.ids().isEmpty()) {
            ReadThrough through = through(selection, LetterOrder.OLDEST);
            for (Strand strand : through.named()) {
                if (!tell(merge(strand), selection, through.marks(), visitor)) {
                    return;
                }
            }
            return;
        }
        try (@Nullable IndexFiles files = refreshed()) {
            if (files == null) {
                scanned().find(selection, visitor);
                return;
            }
            EntryFilter filter = new EntryFilter(selection, files.words());
            for (Map.Entry<Shelf, ShelfIndex> shelf : files.shelves().entrySet()) {
                Strand strand = new IndexStrand(
                        shelf.getKey(), shelf.getValue(), filter, LetterOrder.OLDEST, 0, Long.MAX_VALUE);
                if (!tell(merge(strand), selection, fetch, visitor)) {
                    return;
                }
            }
        }
    }

    /**
     * The same by time, over all partitions.
     *
     * @return how many there are in all, where the visitor had enough and the index can tell
     */
    public OptionalLong walk(Selection selection, LetterOrder order, Predicate<FoundLetter> visitor) {
        ReadThrough through = through(selection, order);
        if (!selection.ids().isEmpty()) {
            Merge named = new Merge(through.named(), order, () -> true);
            boolean unused = tell(named, selection, through.marks(), visitor);
            return OptionalLong.empty();
        }
        Map<Shelf, Long> told = Map.of();
        IndexFiles opened = opened(through.facts());
        if (opened != null && order == LetterOrder.NEWEST && isFarBehind(opened, through)) {
            opened.close();
            Merge latest = through.merge(Map.of(), ahead.lookedThrough());
            if (!tell(latest, selection, through.marks(), visitor) || !latest.isInterrupted()) {
                return OptionalLong.empty();
            }
            told = latest.told();
            opened = opened(through.facts());
        }
        try (@Nullable IndexFiles files = opened == null ? null : refreshed(opened, through.facts())) {
            if (files == null) {
                boolean unused = tell(through.merge(told, Long.MAX_VALUE), selection, through.marks(), visitor);
                return OptionalLong.empty();
            }
            EntryFilter filter = new EntryFilter(selection, files.words());
            boolean wantsMore = tell(merge(files, filter, order, told), selection, fetch, visitor);
            return wantsMore || !filter.isExact()
                    ? OptionalLong.empty()
                    : OptionalLong.of(EntryCounts.all(files, filter));
        }
    }

    /** Whether there is an index that answers; where not, every question reads all letters. */
    public boolean isIndexed() {
        return isIndexed;
    }

    /** Counts the letters of a selection, by the index alone where it can tell. */
    public LetterCounts count(Selection selection, Instant now) {
        if (selection.ids().isEmpty()) {
            try (@Nullable IndexFiles files = refreshed()) {
                if (files != null) {
                    EntryFilter filter = new EntryFilter(selection, files.words());
                    if (filter.isExact()) {
                        return EntryCounts.of(files, filter, now);
                    }
                }
            }
        }
        LetterCounts counts = new LetterCounts(now);
        find(selection.inAnyState(), found -> {
            counts.addStates(found.state(), 1);
            if (selection.matchesState(found.state())) {
                counts.add(found);
            }
            return true;
        });
        return counts;
    }

    @Override
    public Optional<FoundLetter> get(LetterId id) {
        return scanned().get(id);
    }

    @Override
    public void close() {
        consumer.close();
        deserializer.close();
        if (scanned != null) {
            scanned.close();
        }
    }

    /** Tells the letters that are meant indeed; whether more are wanted. */
    private boolean tell(Merge merge, Selection selection, MarkReader marks, Predicate<FoundLetter> visitor) {
        int most = FIRST_CHUNK;
        for (List<Located> chunk = merge.next(most); !chunk.isEmpty(); chunk = merge.next(most)) {
            for (FoundLetter found : fetch.of(chunk, marks)) {
                if (selection.matches(found) && !visitor.test(found)) {
                    return false;
                }
            }
            most = CHUNK;
        }
        return true;
    }

    private static Merge merge(Strand strand) {
        return new Merge(List.of(strand), LetterOrder.OLDEST, () -> true);
    }

    private static Merge merge(IndexFiles files, EntryFilter filter, LetterOrder order, Map<Shelf, Long> told) {
        List<Strand> strands = new ArrayList<>();
        files.shelves()
                .forEach((shelf, index) -> strands.add(
                        new IndexStrand(shelf, index, filter, order, 0, told.getOrDefault(shelf, Long.MAX_VALUE))));
        return new Merge(strands, order, () -> true);
    }

    /** Whether it would take long to index what is new, and little to look through the latest. */
    private boolean isFarBehind(IndexFiles files, ReadThrough through) {
        try {
            return new Indexing(through.facts(), scan, deserializer, listener).behind(files) > ahead.farBehind()
                    && through.countOfMarks() <= ahead.lookedThrough();
        } catch (RuntimeException e) {
            files.close();
            throw e;
        }
    }

    private ReadThrough through(Selection selection, LetterOrder order) {
        return new ReadThrough(Facts.of(admin, topics), scan, deserializer, selection, order);
    }

    private @Nullable IndexFiles refreshed() {
        if (cache == null) {
            return null;
        }
        Facts facts = Facts.of(admin, topics);
        IndexFiles files = opened(facts);
        return files == null ? null : refreshed(files, facts);
    }

    private @Nullable IndexFiles opened(Facts facts) {
        if (cache == null) {
            return null;
        }
        try {
            Optional<IndexFiles> files = IndexFiles.open(cache, facts, clock);
            if (files.isEmpty()) {
                without("another process is busy with it");
            }
            return files.orElse(null);
        } catch (IOException e) {
            without(e.toString());
            return null;
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private @Nullable IndexFiles refreshed(IndexFiles files, Facts facts) {
        boolean isDone = false;
        try {
            new Indexing(facts, scan, deserializer, listener).refresh(files);
            files.unlock();
            isDone = true;
            return files;
        } catch (IOException e) {
            without(e.toString());
            return null;
        } finally {
            if (!isDone) {
                files.close();
            }
        }
    }

    private void without(String why) {
        isIndexed = false;
        listener.without(why);
    }

    private ScannedLetters scanned() {
        ScannedLetters existing = scanned;
        if (existing != null) {
            return existing;
        }
        ScannedLetters made = new ScannedLetters(clients);
        scanned = made;
        return made;
    }
}
