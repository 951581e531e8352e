package dev.assay.deadletters.index;

import dev.assay.deadletters.IndexListener;
import dev.assay.deadletters.Letter;
import dev.assay.deadletters.LetterId;
import dev.assay.deadletters.LetterState;
import dev.assay.deadletters.Marks;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.topics.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Brings an index up to date. Where the marks end is asked first and where the letters end afterwards, so that the
 * letter of every mark that is applied is there.
 */
final class Indexing {
    private static final int TELL_EVERY = 5_000;
    /** Entries of letters that retention has taken which are worth beginning anew for. */
    private static final int MANY_GONE = 100_000;

    private final Facts facts;
    private final TopicScan scan;
    private final Deserializer<SpecificRecord> deserializer;
    private final IndexListener listener;

    Indexing(Facts facts, TopicScan scan, Deserializer<SpecificRecord> deserializer, IndexListener listener) {
        this.facts = facts;
        this.scan = scan;
        this.deserializer = deserializer;
        this.listener = listener;
    }

    /** What there is to read of each partition. */
    private record Bounds(
            Map<TopicPartition, Long> begin, Map<TopicPartition, Long> end, Map<TopicPartition, Long> endOfMarks) {
        long begin(TopicPartition partition) {
            return begin.getOrDefault(partition, 0L);
        }

        long end(TopicPartition partition) {
            return end.getOrDefault(partition, 0L);
        }

        long endOfMarks(TopicPartition partition) {
            return endOfMarks.getOrDefault(partition, 0L);
        }
    }

    /** How many offsets are not indexed yet. */
    long behind(IndexFiles files) {
        List<TopicPartition> partitions = new ArrayList<>();
        files.shelves().keySet().forEach(shelf -> partitions.add(shelf.letters(facts.topics())));
        Map<TopicPartition, Long> begin = scan.beginnings(partitions);
        Map<TopicPartition, Long> end = scan.ends(partitions);
        long behind = 0;
        for (Map.Entry<Shelf, ShelfIndex> shelf : files.shelves().entrySet()) {
            TopicPartition partition = shelf.getKey().letters(facts.topics());
            long from = Math.max(shelf.getValue().next(), begin.getOrDefault(partition, 0L));
            behind += Math.max(0, end.getOrDefault(partition, 0L) - from);
        }
        return behind;
    }

    /** Reads what is new of letters and of marks. */
    void refresh(IndexFiles files) throws IOException {
        Bounds bounds = bounds(files);
        for (Shelf shelf : List.copyOf(files.shelves().keySet())) {
            ShelfIndex index = files.of(shelf);
            index.beginsAt(bounds.begin(shelf.letters(facts.topics())));
            // A topic may lose records at its end: what takes their places is not what is indexed.
            boolean hasLost = index.next() > bounds.end(shelf.letters(facts.topics()))
                    || index.nextMark() > bounds.endOfMarks(shelf.marks(facts.topics()));
            boolean isMostlyGone = index.first() > MANY_GONE && index.first() > index.count() / 2;
            if (hasLost || isMostlyGone) {
                files.restart(shelf);
            }
        }
        readLetters(files, bounds);
        readMarks(files, bounds);
        files.shelves().forEach((shelf, index) -> index.beginsAt(bounds.begin(shelf.letters(facts.topics()))));
    }

    private Bounds bounds(IndexFiles files) {
        List<TopicPartition> letters = new ArrayList<>();
        List<TopicPartition> marks = new ArrayList<>();
        for (Shelf shelf : files.shelves().keySet()) {
            letters.add(shelf.letters(facts.topics()));
            TopicPartition partition = shelf.marks(facts.topics());
            if (facts.hasMarks(shelf) && !marks.contains(partition)) {
                marks.add(partition);
            }
        }
        Map<TopicPartition, Long> endOfMarks = scan.ends(marks);
        return new Bounds(scan.beginnings(letters), scan.ends(letters), endOfMarks);
    }

    private void readLetters(IndexFiles files, Bounds bounds) throws IOException {
        Topics topics = facts.topics();
        Map<TopicPartition, Shelf> shelves = new HashMap<>();
        Map<TopicPartition, Long> from = new HashMap<>();
        long all = 0;
        for (Map.Entry<Shelf, ShelfIndex> shelf : files.shelves().entrySet()) {
            TopicPartition partition = shelf.getKey().letters(topics);
            shelves.put(partition, shelf.getKey());
            long start = Math.max(shelf.getValue().next(), bounds.begin(partition));
            from.put(partition, start);
            all += Math.max(0, bounds.end(partition) - start);
        }
        long toRead = all;
        long[] done = {0};
        try {
            scan.read(from, bounds.end(), record -> {
                Shelf shelf = shelves.get(new TopicPartition(record.topic(), record.partition()));
                if (shelf != null) {
                    add(files, shelf, record);
                }
                if (++done[0] % TELL_EVERY == 0) {
                    listener.indexing(done[0], toRead);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Map.Entry<Shelf, ShelfIndex> shelf : files.shelves().entrySet()) {
            shelf.getValue().save(bounds.end(shelf.getKey().letters(topics)), files.words());
        }
        if (done[0] > TELL_EVERY) {
            listener.indexing(toRead, toRead);
        }
    }

    private static void add(IndexFiles files, Shelf shelf, ConsumerRecord<byte[], byte[]> record) {
        try {
            files.of(shelf).append(Entry.of(Letter.of(shelf.stage(), record), files.words()), files.words());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readMarks(IndexFiles files, Bounds bounds) throws IOException {
        Topics topics = facts.topics();
        Map<TopicPartition, Long> from = new HashMap<>();
        files.shelves().forEach((shelf, index) -> from.merge(shelf.marks(topics), index.nextMark(), Math::min));
        scan.read(from, bounds.endOfMarks(), record -> {
            LetterId id = Marks.idOf(record);
            ShelfIndex index = id == null ? null : files.shelves().get(new Shelf(id.stage(), id.partition()));
            if (id != null && index != null && id.partition() == record.partition()) {
                LetterState state = LetterState.of(Marks.decode(topics, deserializer, record));
                index.mark(id.offset(), state, record.offset());
            }
        });
        for (Map.Entry<Shelf, ShelfIndex> shelf : files.shelves().entrySet()) {
            shelf.getValue().saveMarks(bounds.endOfMarks(shelf.getKey().marks(topics)));
        }
    }
}
