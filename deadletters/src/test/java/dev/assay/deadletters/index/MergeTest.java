package dev.assay.deadletters.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.deadletters.LetterOrder;
import dev.assay.deadletters.LetterState;
import dev.assay.deadletters.Stage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MergeTest {
    @Test
    void theLatestOfAllPartitionsComeFirst() {
        List<Strand> strands = List.of(strand(0, List.of(90L, 50L), List.of(10L)), strand(1, List.of(), List.of(70L)));
        assertThat(times(new Merge(strands, LetterOrder.NEWEST, () -> true), 10))
                .containsExactly(90L, 70L, 50L, 10L);
    }

    @Test
    void theEarliestOfAllPartitionsComeFirst() {
        List<Strand> strands = List.of(strand(0, List.of(10L, 50L), List.of(90L)), strand(1, List.of(70L)));
        assertThat(times(new Merge(strands, LetterOrder.OLDEST, () -> true), 10))
                .containsExactly(10L, 50L, 70L, 90L);
    }

    @Test
    void aPartitionKeepsItsOrderWhateverItsClocksSaid() {
        List<Strand> strands = List.of(strand(0, List.of(10L, 99L)), strand(1, List.of(50L)));
        assertThat(times(new Merge(strands, LetterOrder.NEWEST, () -> true), 10))
                .containsExactly(50L, 10L, 99L);
    }

    @Test
    void chunksHoldNoMoreThanAsked() {
        Merge merge = new Merge(List.of(strand(0, List.of(5L, 4L, 3L, 2L, 1L))), LetterOrder.NEWEST, () -> true);
        assertThat(merge.next(2)).hasSize(2);
        assertThat(merge.next(2)).hasSize(2);
        assertThat(merge.next(2)).hasSize(1);
        assertThat(merge.next(2)).isEmpty();
        assertThat(merge.isInterrupted()).isFalse();
    }

    @Test
    void whenNoMoreMayBeReadItEndsBeforeAnyIsPassedOver() {
        AtomicInteger reads = new AtomicInteger();
        List<Strand> strands = List.of(strand(0, List.of(90L), List.of(80L)), strand(1, List.of(70L)));
        Merge merge = new Merge(strands, LetterOrder.NEWEST, () -> reads.incrementAndGet() <= 2);

        assertThat(times(merge, 10)).containsExactly(90L);
        assertThat(merge.isInterrupted()).isTrue();
        assertThat(merge.told()).containsOnlyKeys(new Shelf(Stage.JOBS, 0));
    }

    private static List<Long> times(Merge merge, int most) {
        return merge.next(most).stream().map(one -> one.entry().at()).toList();
    }

    @SafeVarargs
    private static Strand strand(int partition, List<Long>... blocks) {
        Deque<List<Entry>> left = new ArrayDeque<>();
        for (List<Long> block : blocks) {
            List<Entry> entries = new ArrayList<>();
            block.forEach(at -> entries.add(new Entry(at, at, LetterState.OPEN, -1, 0, 0, 0, 1, 0, 0)));
            left.add(entries);
        }
        return new Strand() {
            @Override
            public Shelf shelf() {
                return new Shelf(Stage.JOBS, partition);
            }

            @Override
            public boolean hasNext() {
                return !left.isEmpty();
            }

            @Override
            public List<Entry> next() {
                return left.remove();
            }
        };
    }
}
