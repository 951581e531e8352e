package dev.assay.worker.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.settlement.OffsetRange;
import dev.assay.schemas.settlement.Settlement;
import dev.assay.schemas.settlement.Starts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PartitionTrackerTest {
    @Test
    void theLowWaterMarkStandsAtTheFirstUnfinishedJob() {
        PartitionTracker tracker = fetched(10, 11, 12);

        settle(tracker, 11, 12);

        assertThat(tracker.current()).isEqualTo(new Settlement(10, List.of(new OffsetRange(11, 13)), new TreeMap<>()));
        settle(tracker, 10);
        assertThat(tracker.current()).isEqualTo(Settlement.at(13));
    }

    @Test
    void skippedOffsetsAreDoneWithoutBeingCounted() {
        PartitionTracker tracker = new PartitionTracker(Settlement.at(0));
        tracker.skipTo(5);
        tracker.fetched(7);
        tracker.skipTo(9);

        assertThat(tracker.current()).isEqualTo(new Settlement(7, List.of(new OffsetRange(8, 9)), new TreeMap<>()));
        settle(tracker, 7);
        assertThat(tracker.current()).isEqualTo(Settlement.at(9));
    }

    @Test
    void aProposalChangesNothingUntilItIsAdopted() {
        PartitionTracker tracker = fetched(0, 1);
        tracker.started(0, new Starts(1, 0));
        Settlement before = tracker.current();

        Settlement proposed = tracker.next(Set.of(0L));

        assertThat(proposed).isEqualTo(Settlement.at(1));
        assertThat(tracker.current()).isEqualTo(before);
    }

    @Test
    void aJobPutBackInPeaceIsNotCharged() {
        TreeMap<Long, Starts> started = new TreeMap<>();
        started.put(1L, new Starts(1, 0));
        PartitionTracker tracker = new PartitionTracker(new Settlement(0, List.of(), started));
        tracker.fetched(0);
        tracker.fetched(1);

        tracker.started(0, new Starts(1, 0));
        tracker.started(1, new Starts(2, 0));
        tracker.putBack(0);
        tracker.putBack(1);

        assertThat(tracker.current().started()).isEqualTo(started);
        assertThat(tracker.inHand()).isZero();
    }

    @Test
    void marksOfJobsThatAreGoneAreDropped() {
        TreeMap<Long, Starts> started = new TreeMap<>();
        started.put(3L, new Starts(1, 0));
        PartitionTracker tracker = new PartitionTracker(new Settlement(0, List.of(), started));

        tracker.skipTo(10);

        assertThat(tracker.current()).isEqualTo(Settlement.at(10));
        assertThat(tracker.hasRoomForMark()).isTrue();
    }

    @Test
    void aJobCannotBeInHandTwiceNorBeSettledUnseen() {
        PartitionTracker tracker = fetched(0);
        tracker.started(0, new Starts(1, 0));

        assertThatThrownBy(() -> tracker.started(0, new Starts(2, 0))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> tracker.adopt(Set.of(4L))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> tracker.putBack(4)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void noLogInAnyOrderWithAnyCrashesFinishesAJobTwiceOrLosesOne() {
        for (int seed = 0; seed < 300; seed++) {
            new Scenario(new Random(seed)).run();
        }
    }

    @Test
    void theWorstOrderOfFinishingStillFitsTheCommitMetadata() {
        long base = 1L << 40;
        PartitionTracker tracker = new PartitionTracker(Settlement.at(base));
        int open = 0;
        Set<Long> finished = new HashSet<>();
        // One unfinished job, then 128 finished ones, until a cap is reached: the most runs of two bytes each.
        for (long offset = base; tracker.hasRoomFor(1); offset++) {
            assertThat(tracker.fetched(offset)).isTrue();
            if ((offset - base) % 129 > 0) {
                finished.add(offset);
                tracker.adopt(Set.of(offset));
            } else if (open++ % 2 == 0 && tracker.hasRoomForMark()) {
                tracker.started(offset, new Starts(2, 2));
            }
        }

        assertThat(open).isBetween(500, PartitionTracker.MAX_UNFINISHED);
        assertThat(finished).hasSizeGreaterThan(64_000);
        assertThat(tracker.current().encode().length()).isBetween(3_000, Settlement.MAX_ENCODED_LENGTH);
    }

    private static PartitionTracker fetched(long... offsets) {
        PartitionTracker tracker = new PartitionTracker(Settlement.at(offsets[0]));
        for (long offset : offsets) {
            assertThat(tracker.fetched(offset)).isTrue();
        }
        return tracker;
    }

    private static void settle(PartitionTracker tracker, long... offsets) {
        Set<Long> finished = new HashSet<>();
        for (long offset : offsets) {
            finished.add(offset);
        }
        tracker.adopt(finished);
    }

    /** A log with gaps, worked by one owner after the other; each goes on from what the last one committed. */
    private static final class Scenario {
        private static final int END = 400;

        private final Random random;
        private final BitSet jobs = new BitSet();
        private final int[] settled = new int[END];
        private Settlement committed = Settlement.at(0);

        Scenario(Random random) {
            this.random = random;
            for (int offset = 0; offset < END; offset++) {
                jobs.set(offset, random.nextInt(5) > 0);
            }
        }

        void run() {
            while (committed.lowWater() < END) {
                own(20 + random.nextInt(300));
            }
            for (int offset = 0; offset < END; offset++) {
                assertThat(settled[offset]).as("job %s", offset).isEqualTo(jobs.get(offset) ? 1 : 0);
            }
            assertThat(committed).isEqualTo(Settlement.at(END));
        }

        private void own(int steps) {
            PartitionTracker tracker = new PartitionTracker(committed);
            assertThat(tracker.current()).isEqualTo(committed);
            List<Long> waiting = new ArrayList<>();
            List<Long> inHand = new ArrayList<>();
            int next = (int) committed.lowWater();
            for (int step = 0; step < steps; step++) {
                switch (random.nextInt(5)) {
                    case 0, 1 -> next = fetch(tracker, next, waiting);
                    case 2 -> start(tracker, waiting, inHand);
                    case 3 -> putBack(tracker, waiting, inHand);
                    default -> settle(tracker, inHand);
                }
            }
            // A crash: what is in hand is forgotten, what is committed stays.
        }

        private int fetch(PartitionTracker tracker, int from, List<Long> waiting) {
            int offset = jobs.nextSetBit(from);
            if (offset < 0) {
                tracker.skipTo(END);
                if (random.nextBoolean()) {
                    committed = tracker.current();
                }
                return END;
            }
            boolean isNew = tracker.fetched(offset);
            assertThat(isNew).as("offset %s, settled %s", offset, committed).isEqualTo(settled[offset] == 0);
            if (isNew) {
                waiting.add((long) offset);
            }
            return offset + 1;
        }

        private void start(PartitionTracker tracker, List<Long> waiting, List<Long> inHand) {
            if (!waiting.isEmpty() && tracker.hasRoomForMark()) {
                long offset = waiting.remove(random.nextInt(waiting.size()));
                tracker.started(offset, tracker.history(offset).plusCrowded());
                inHand.add(offset);
                if (random.nextBoolean()) {
                    committed = tracker.current();
                    assertThat(committed.started()).containsKey(offset);
                }
            }
        }

        private void putBack(PartitionTracker tracker, List<Long> waiting, List<Long> inHand) {
            if (!inHand.isEmpty() && random.nextInt(4) == 0) {
                long offset = inHand.remove(random.nextInt(inHand.size()));
                tracker.putBack(offset);
                waiting.add(offset);
            }
        }

        private void settle(PartitionTracker tracker, List<Long> inHand) {
            Set<Long> batch = new HashSet<>();
            inHand.removeIf(offset -> random.nextInt(3) == 0 && batch.add(offset));
            Settlement proposed = tracker.next(batch);
            if (random.nextInt(4) == 0) {
                // Aborted: the same jobs stay finished and are offered again later.
                inHand.addAll(batch);
                return;
            }
            tracker.adopt(batch);
            assertThat(tracker.current()).isEqualTo(proposed);
            assertThat(Settlement.decode(proposed.lowWater(), proposed.encode()))
                    .isEqualTo(proposed);
            batch.forEach(offset -> settled[offset.intValue()]++);
            committed = proposed;
        }
    }
}
