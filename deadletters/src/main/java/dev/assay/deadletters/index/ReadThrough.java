package dev.assay.deadletters.index;

import dev.assay.deadletters.LetterId;
import dev.assay.deadletters.LetterOrder;
import dev.assay.deadletters.Marks;
import dev.assay.deadletters.Selection;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.DeadLetterMark;
import dev.assay.schemas.topics.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/** A search that does without the index: it reads the topics, and the marks of the partitions that it comes by. */
final class ReadThrough {
    private final Facts facts;
    private final TopicScan scan;
    private final Deserializer<SpecificRecord> deserializer;
    private final Selection selection;
    private final LetterOrder order;
    private final Map<Integer, Marks> marks = new HashMap<>();

    ReadThrough(
            Facts facts,
            TopicScan scan,
            Deserializer<SpecificRecord> deserializer,
            Selection selection,
            LetterOrder order) {
        this.facts = facts;
        this.scan = scan;
        this.deserializer = deserializer;
        this.selection = selection;
        this.order = order;
    }

    Facts facts() {
        return facts;
    }

    MarkReader marks() {
        return letters -> {
            Map<LetterId, DeadLetterMark> found = new HashMap<>();
            for (Located one : letters) {
                DeadLetterMark mark = marksOf(one.shelf()).of(one.id());
                if (mark != null) {
                    found.put(one.id(), mark);
                }
            }
            return found;
        };
    }

    /** How many marks there are at most. */
    long countOfMarks() {
        Set<TopicPartition> partitions = new HashSet<>();
        for (Shelf shelf : facts.shelves()) {
            if (facts.hasMarks(shelf)) {
                partitions.add(shelf.marks(facts.topics()));
            }
        }
        List<TopicPartition> all = List.copyOf(partitions);
        Map<TopicPartition, Long> begin = scan.beginnings(all);
        return scan.ends(all).entrySet().stream()
                .mapToLong(end -> end.getValue() - begin.getOrDefault(end.getKey(), 0L))
                .sum();
    }

    /** The letters that the selection names by id, by partition. */
    List<Strand> named() {
        Map<Shelf, TreeSet<Long>> offsets = new HashMap<>();
        for (LetterId id : selection.ids()) {
            offsets.computeIfAbsent(new Shelf(id.stage(), id.partition()), unused -> new TreeSet<>())
                    .add(id.offset());
        }
        Topics topics = facts.topics();
        List<Strand> strands = new ArrayList<>();
        for (Shelf shelf : facts.shelves()) {
            TreeSet<Long> wanted = offsets.get(shelf);
            if (wanted != null) {
                TopicPartition partition = shelf.letters(topics);
                long begin = scan.beginnings(List.of(partition)).getOrDefault(partition, 0L);
                long end = scan.ends(List.of(partition)).getOrDefault(partition, 0L);
                List<ScanStrand> parts = new ArrayList<>();
                for (long offset : order == LetterOrder.NEWEST ? wanted.descendingSet() : wanted) {
                    if (offset >= begin && offset < end) {
                        parts.add(strand(shelf, offset, offset + 1));
                    }
                }
                strands.add(new Chain(shelf, parts));
            }
        }
        return strands;
    }

    /**
     * All letters of the selection by time.
     *
     * @param told the last letter that was told already of each partition, when the latest come first
     * @param most after so many records it is interrupted
     */
    Merge merge(Map<Shelf, Long> told, long most) {
        Topics topics = facts.topics();
        List<TopicPartition> partitions = new ArrayList<>();
        for (Shelf shelf : facts.shelves()) {
            partitions.add(shelf.letters(topics));
        }
        Map<TopicPartition, Long> begin = selection.since() == null
                ? scan.beginnings(partitions)
                : scan.startsAt(partitions, selection.since().toEpochMilli());
        Map<TopicPartition, Long> end = scan.ends(partitions);
        List<ScanStrand> strands = new ArrayList<>();
        for (Shelf shelf : facts.shelves()) {
            if (selection.stages().isEmpty() || selection.stages().contains(shelf.stage())) {
                TopicPartition partition = shelf.letters(topics);
                long before = end.getOrDefault(partition, 0L);
                strands.add(strand(
                        shelf, begin.getOrDefault(partition, 0L), Math.min(before, told.getOrDefault(shelf, before))));
            }
        }
        return new Merge(
                strands,
                order,
                () -> strands.stream().mapToLong(ScanStrand::read).sum() <= most);
    }

    private ScanStrand strand(Shelf shelf, long from, long before) {
        return new ScanStrand(shelf, facts.topics(), scan, selection, order, () -> marksOf(shelf), from, before);
    }

    private Marks marksOf(Shelf shelf) {
        return marks.computeIfAbsent(
                shelf.partition(), number -> Marks.read(scan, facts.topics(), deserializer, number));
    }
}
