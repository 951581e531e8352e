package dev.assay.deadletters;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.topics.Topics;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads letters by their ids, many at once: those that lie near each other in one go. For one thread. */
final class LetterFetch implements AutoCloseable {
    /** Letters that are read along and thrown away rather than asked for anew. */
    private static final long GAP = 500;

    private final Topics topics;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicScan scan;

    LetterFetch(KafkaClients clients) {
        topics = clients.settings().topics();
        consumer = clients.consumer("assay-letter-fetch", Map.of("fetch.max.wait.ms", 10));
        scan = new TopicScan(consumer);
    }

    /** The letters that are there, by id. */
    Map<LetterId, Letter> read(Collection<LetterId> ids) {
        Map<Place, TreeSet<Long>> places = new TreeMap<>();
        for (LetterId id : ids) {
            places.computeIfAbsent(new Place(id.stage(), id.partition()), place -> new TreeSet<>())
                    .add(id.offset());
        }
        Map<LetterId, Letter> found = new HashMap<>();
        places.forEach((place, offsets) -> read(place, offsets, found));
        return found;
    }

    /** Partitions of a stage's topic. */
    int partitions(Stage stage) {
        return scan.partitions(stage.topic(topics)).size();
    }

    TopicScan scan() {
        return scan;
    }

    @Override
    public void close() {
        consumer.close();
    }

    private record Place(Stage stage, int partition) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return stage == other.stage ? Integer.compare(partition, other.partition) : stage.compareTo(other.stage);
        }
    }

    private void read(Place place, NavigableSet<Long> offsets, Map<LetterId, Letter> found) {
        TopicPartition partition = new TopicPartition(place.stage().topic(topics), place.partition());
        if (!scan.partitions(partition.topic()).contains(partition)) {
            return;
        }
        long beginning = scan.beginnings(List.of(partition)).getOrDefault(partition, 0L);
        long end = scan.ends(List.of(partition)).getOrDefault(partition, 0L);
        Long first = offsets.ceiling(beginning);
        while (first != null && first < end) {
            long last = first;
            Long next = offsets.higher(last);
            while (next != null && next < end && next - last <= GAP) {
                last = next;
                next = offsets.higher(last);
            }
            scan.read(Map.of(partition, first), Map.of(partition, last + 1), record -> {
                if (offsets.contains(record.offset())) {
                    Letter letter = Letter.of(place.stage(), record);
                    found.put(letter.id(), letter);
                }
            });
            first = next;
        }
    }
}
