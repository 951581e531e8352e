package dev.assay.deadletters.index;

import dev.assay.deadletters.FoundLetter;
import dev.assay.deadletters.Letter;
import dev.assay.deadletters.LetterOrder;
import dev.assay.deadletters.Marks;
import dev.assay.deadletters.Selection;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.topics.Topics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;

/**
 * A strand of letters that are read without an index. Blocks begin small, since the first page is what somebody waits
 * for; of what was read only entries are kept, and the letters told are read again.
 */
final class ScanStrand implements Strand {
    private static final int FIRST_BLOCK = 64;
    private static final int LARGEST_BLOCK = 4_096;

    private final Shelf shelf;
    private final TopicPartition partition;
    private final TopicScan scan;
    private final Selection selection;
    private final LetterOrder order;
    private final Supplier<Marks> marks;
    private long from;
    private long before;
    private int size = FIRST_BLOCK;
    private long read;

    ScanStrand(
            Shelf shelf,
            Topics topics,
            TopicScan scan,
            Selection selection,
            LetterOrder order,
            Supplier<Marks> marks,
            long from,
            long before) {
        this.shelf = shelf;
        this.partition = shelf.letters(topics);
        this.scan = scan;
        this.selection = selection;
        this.order = order;
        this.marks = marks;
        this.from = from;
        this.before = before;
    }

    @Override
    public Shelf shelf() {
        return shelf;
    }

    @Override
    public boolean hasNext() {
        return from < before;
    }

    /** How many records it has read so far. */
    long read() {
        return read;
    }

    @Override
    public List<Entry> next() {
        long first = switch (order) {
            case NEWEST -> Math.max(from, before - size);
            case OLDEST -> from;
        };
        long end = switch (order) {
            case NEWEST -> before;
            case OLDEST -> Math.min(before, from + size);
        };
        List<Entry> block = new ArrayList<>();
        // Before the letters: they are read by the same consumer.
        Marks ofShelf = marks.get();
        scan.read(Map.of(partition, first), Map.of(partition, end), record -> {
            read++;
            Letter letter = Letter.of(shelf.stage(), record);
            FoundLetter found = new FoundLetter(letter, ofShelf.of(letter.id()));
            if (selection.matches(found)) {
                block.add(Entry.unnamed(found));
            }
        });
        size = Math.min(size * 2, LARGEST_BLOCK);
        switch (order) {
            case NEWEST -> {
                before = first;
                Collections.reverse(block);
            }
            case OLDEST -> from = end;
        }
        return block;
    }
}
