package dev.assay.deadletters.index;

import dev.assay.deadletters.LetterOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/**
 * Strands of all partitions told as one, by time; within a partition the order is that of the partition, whatever clocks
 * said. It holds a block of entries a partition and no more.
 */
final class Merge {
    /** Most bytes of letters that are told at once, but for the first of them. */
    private static final long CHUNK_BYTES = 4 << 20;

    private final PriorityQueue<Cursor> cursors;
    private final BooleanSupplier mayRead;
    private final Map<Shelf, Long> told = new HashMap<>();
    private boolean interrupted;

    /** Where it is in a strand. */
    private static final class Cursor {
        private final Strand strand;
        private final Deque<Entry> block = new ArrayDeque<>();

        Cursor(Strand strand) {
            this.strand = strand;
        }

        Entry head() {
            return block.element();
        }
    }

    /** @param mayRead asked before each block; when it says no, the merge is interrupted and tells nothing more */
    Merge(List<? extends Strand> strands, LetterOrder order, BooleanSupplier mayRead) {
        this.mayRead = mayRead;
        Comparator<Cursor> byTime = switch (order) {
            case NEWEST -> Comparator.comparingLong(cursor -> -cursor.head().at());
            case OLDEST -> Comparator.comparingLong(cursor -> cursor.head().at());
        };
        cursors = new PriorityQueue<>(
                byTime.thenComparing(cursor -> cursor.strand.shelf().fileName()));
        for (Strand strand : strands) {
            offer(new Cursor(strand));
        }
    }

    /** The next ones: so many at most, fewer where they are large; none at the end, or when interrupted. */
    List<Located> next(int most) {
        List<Located> chunk = new ArrayList<>();
        long bytes = 0;
        while (!interrupted && chunk.size() < most && bytes < CHUNK_BYTES) {
            Cursor cursor = cursors.poll();
            if (cursor == null) {
                break;
            }
            Entry entry = cursor.block.remove();
            chunk.add(new Located(cursor.strand.shelf(), entry));
            told.put(cursor.strand.shelf(), entry.offset());
            bytes += entry.size();
            offer(cursor);
        }
        return chunk;
    }

    boolean isInterrupted() {
        return interrupted;
    }

    /** The offset of the last letter that was told of each partition. */
    Map<Shelf, Long> told() {
        return Map.copyOf(told);
    }

    /** Takes the strand's next block where it needs one. */
    private void offer(Cursor cursor) {
        while (cursor.block.isEmpty() && cursor.strand.hasNext()) {
            if (!mayRead.getAsBoolean()) {
                interrupted = true;
                return;
            }
            cursor.block.addAll(cursor.strand.next());
        }
        if (!cursor.block.isEmpty()) {
            cursors.add(cursor);
        }
    }
}
