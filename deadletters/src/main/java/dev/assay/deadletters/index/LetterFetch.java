package dev.assay.deadletters.index;

import dev.assay.deadletters.FoundLetter;
import dev.assay.deadletters.Letter;
import dev.assay.deadletters.LetterId;
import dev.assay.deadletters.LetterState;
import dev.assay.deadletters.Marks;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.DeadLetterMark;
import dev.assay.schemas.topics.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Reads letters whose places are known. Those close together are read through, for others it goes from place to place,
 * in all partitions at once.
 */
final class LetterFetch implements MarkReader {
    /** Records that cost less to read than another question to the broker. */
    private static final int READ_THROUGH = 64;

    private final Topics topics;
    private final TopicScan scan;
    private final Deserializer<SpecificRecord> deserializer;

    LetterFetch(Topics topics, TopicScan scan, Deserializer<SpecificRecord> deserializer) {
        this.topics = topics;
        this.scan = scan;
        this.deserializer = deserializer;
    }

    /** The letters in the order given; those that are gone are left out. */
    List<FoundLetter> of(List<Located> wanted, MarkReader marks) {
        Map<TopicPartition, NavigableSet<Long>> offsets = new HashMap<>();
        Map<TopicPartition, Shelf> shelves = new HashMap<>();
        for (Located one : wanted) {
            TopicPartition partition = one.shelf().letters(topics);
            shelves.put(partition, one.shelf());
            offsets.computeIfAbsent(partition, unused -> new TreeSet<>())
                    .add(one.entry().offset());
        }
        Map<LetterId, Letter> letters = new HashMap<>();
        read(offsets, record -> {
            Shelf shelf = shelves.get(new TopicPartition(record.topic(), record.partition()));
            if (shelf != null) {
                Letter letter = Letter.of(shelf.stage(), record);
                letters.put(letter.id(), letter);
            }
        });
        Map<LetterId, DeadLetterMark> marked = marks.of(wanted);
        List<FoundLetter> found = new ArrayList<>();
        for (Located one : wanted) {
            Letter letter = letters.get(one.id());
            if (letter != null) {
                found.add(new FoundLetter(letter, marked.get(one.id())));
            }
        }
        return found;
    }

    /** Marks by their places in the topic of marks, which the index knows. */
    @Override
    public Map<LetterId, DeadLetterMark> of(List<Located> letters) {
        Map<TopicPartition, NavigableSet<Long>> offsets = new HashMap<>();
        for (Located one : letters) {
            if (one.entry().state() != LetterState.OPEN) {
                offsets.computeIfAbsent(one.shelf().marks(topics), unused -> new TreeSet<>())
                        .add(one.entry().mark());
            }
        }
        Map<LetterId, DeadLetterMark> marks = new HashMap<>();
        read(offsets, record -> {
            LetterId id = Marks.idOf(record);
            DeadLetterMark mark = Marks.decode(topics, deserializer, record);
            if (id != null && mark != null) {
                marks.put(id, mark);
            }
        });
        return marks;
    }

    private void read(
            Map<TopicPartition, NavigableSet<Long>> offsets, Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
        Map<TopicPartition, NavigableSet<Long>> left = new HashMap<>(offsets);
        while (!left.isEmpty()) {
            Map<TopicPartition, Long> from = new HashMap<>();
            Map<TopicPartition, Long> to = new HashMap<>();
            left.forEach((partition, wanted) -> {
                long first = wanted.first();
                from.put(partition, first);
                to.put(partition, endOfRange(wanted, first) + 1);
            });
            scan.read(from, to, record -> {
                NavigableSet<Long> wanted = offsets.get(new TopicPartition(record.topic(), record.partition()));
                if (wanted != null && wanted.contains(record.offset())) {
                    visitor.accept(record);
                }
            });
            left.replaceAll((partition, wanted) -> wanted.tailSet(to.getOrDefault(partition, 0L), true));
            left.values().removeIf(NavigableSet::isEmpty);
        }
    }

    /** The last offset that is read through to. */
    private static long endOfRange(NavigableSet<Long> wanted, long first) {
        long end = first;
        for (Long next = wanted.higher(end); next != null && next - end <= READ_THROUGH; next = wanted.higher(end)) {
            end = next;
        }
        return end;
    }
}
