package dev.assay.deadletters.index;

import dev.assay.deadletters.LetterOrder;
import java.util.ArrayList;
import java.util.List;

/** A strand of entries that are indexed. */
final class IndexStrand implements Strand {
    private static final int BLOCK = 512;

    private final Shelf shelf;
    private final ShelfIndex index;
    private final EntryFilter filter;
    private final LetterOrder order;
    private int first;
    private int end;

    /**
     * @param from the offset at which it begins
     * @param before the offset before which it ends
     */
    IndexStrand(Shelf shelf, ShelfIndex index, EntryFilter filter, LetterOrder order, long from, long before) {
        this.shelf = shelf;
        this.index = index;
        this.filter = filter;
        this.order = order;
        first = Math.max(index.first(), index.firstFrom(from));
        end = filter.passes(shelf) ? Math.max(first, index.firstFrom(before)) : first;
    }

    @Override
    public Shelf shelf() {
        return shelf;
    }

    @Override
    public boolean hasNext() {
        return first < end;
    }

    /** It goes on until a block is full, since passing entries over costs next to nothing. */
    @Override
    public List<Entry> next() {
        List<Entry> block = new ArrayList<>();
        while (first < end && block.size() < BLOCK) {
            int number = switch (order) {
                case NEWEST -> --end;
                case OLDEST -> first++;
            };
            Entry entry = index.get(number);
            if (filter.passes(shelf, entry)) {
                block.add(entry);
            }
        }
        return block;
    }
}
