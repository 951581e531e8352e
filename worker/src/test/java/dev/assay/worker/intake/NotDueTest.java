package dev.assay.worker.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.settlement.Settlement;
import dev.assay.schemas.settlement.Starts;
import dev.assay.schemas.topics.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NotDueTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final Set<String> blocked = new HashSet<>(Set.of("acme"));
    private final Set<String> cancelled = new HashSet<>();
    private final NotDue notDue = new NotDue(new Recall(blocked::contains, cancelled::contains));
    private final LanePartition partition = partition(0);
    private long offset;

    @Test
    void aJobComesWhenItIsDueAndNotBefore() {
        Work later = parked(partition, 3_000, null);
        Work sooner = parked(partition, 2_000, null);
        assertThat(notDue.add(later, START)).isTrue();
        assertThat(notDue.add(sooner, START)).isTrue();

        assertThat(wake(1_999)).isEmpty();
        assertThat(wake(2_000)).containsExactly(sooner);
        assertThat(partition.notDue).isOne();
        assertThat(wake(5_000)).containsExactly(later);
        assertThat(partition.notDue).isZero();
    }

    @Test
    void whatIsDueAlreadyOrSaysNothingReadableIsNotKept() {
        assertThat(notDue.add(parked(partition, 0, null), START)).isFalse();
        assertThat(notDue.add(parked(partition, -5, null), START)).isFalse();
        for (String due : List.of("", "soon", "12:00", "99999999999999999999")) {
            assertThat(notDue.add(work(partition, due, null), START)).as(due).isFalse();
        }
        assertThat(notDue.add(work(partition, null, null), START)).isFalse();
        assertThat(partition.notDue).isZero();
    }

    @Test
    void aJobOfTheLanesOwnTopicNeverWaitsWhateverItsHeadersSay() {
        LanePartition own = new LanePartition(new TopicPartition("jobs", 0), false, Settlement.at(0));

        assertThat(notDue.add(parked(own, 60_000, "acme"), START)).isFalse();
    }

    @Test
    void aJobHeldByAnAccountIsDueAtOnceWhenThatIsFree() {
        Work held = parked(partition, 3_600_000, "acme");
        assertThat(notDue.add(held, START)).isTrue();
        assertThat(notDue.add(parked(partition, 3_600_000, "other"), START)).isFalse();
        assertThat(wake(1_000)).isEmpty();

        blocked.clear();

        assertThat(wake(1_000 + NotDue.LOOK_INTERVAL.toMillis())).containsExactly(held);
    }

    @Test
    void aJobOfACancelledRunIsDueAtOnce() {
        Work job = parked(partition, 3_600_000, null);
        assertThat(notDue.add(job, START)).isTrue();

        cancelled.add("run");

        assertThat(wake(1_000)).containsExactly(job);
    }

    @Test
    void theFirstOfAPartitionAreTakenInTheirOrderButNoneThatWasStarted() {
        LanePartition other = partition(1);
        partition.tracker.fetched(0);
        partition.tracker.started(0, Starts.NONE.plusCrowded());
        List<Work> works = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Work work = parked(partition, 60_000 - i, null);
            works.add(work);
            assertThat(notDue.add(work, START)).isTrue();
            assertThat(notDue.add(parked(other, 60_000, null, work.offset()), START))
                    .isTrue();
        }

        assertThat(notDue.takeFirst(partition, 2, 1 << 20)).containsExactly(works.get(1), works.get(2));
        assertThat(notDue.takeFirst(partition, 100, works.get(3).bytes + 1)).containsExactly(works.get(3));
        assertThat(notDue.takeFirst(partition, 100, 0)).containsExactly(works.get(4));
        assertThat(partition.notDue).isEqualTo(2);
        assertThat(other.notDue).isEqualTo(6);
        assertThat(wake(60_000)).contains(works.get(0), works.get(5)).hasSize(2 + 6);
    }

    @Test
    void aForgottenPartitionLeavesNothing() {
        LanePartition other = partition(1);
        assertThat(notDue.add(parked(partition, 1_000, null), START)).isTrue();
        Work kept = parked(other, 1_000, null);
        assertThat(notDue.add(kept, START)).isTrue();

        notDue.remove(partition);

        assertThat(partition.notDue).isZero();
        assertThat(wake(2_000)).containsExactly(kept);
    }

    @Test
    void everyJobComesOnceInTheFirstLookAtOrAfterItsTime() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Set<Work> waiting = new HashSet<>();
            for (int step = 0; step < 200; step++) {
                long now = step * 10L;
                Work work = parked(partition, now + 1 + random.nextInt(500), null);
                assertThat(notDue.add(work, START.plusMillis(now))).isTrue();
                waiting.add(work);
                for (Work due : wake(now)) {
                    assertThat(waiting.remove(due)).isTrue();
                    assertThat(due.dueMillis).isLessThanOrEqualTo(START.toEpochMilli() + now);
                }
                assertThat(waiting).allMatch(left -> left.dueMillis > START.toEpochMilli() + now);
            }
            assertThat(wake(10_000)).hasSize(waiting.size());
        }
    }

    @Test
    void aPartitionIsStuckOnlyWhileNothingOfItIsDueOrInHand() {
        for (int i = 0; i < 3; i++) {
            partition.tracker.fetched(i);
            notDue.add(parked(partition, 1_000L * (i + 1), null), START);
        }
        assertThat(Rotation.isStuck(partition)).as("it still takes records").isFalse();

        partition.paused = true;
        assertThat(Rotation.isStuck(partition)).isTrue();

        wake(1_000);
        assertThat(Rotation.isStuck(partition)).as("one is due").isFalse();

        partition.tracker.adopt(Set.of(0L));
        assertThat(Rotation.isStuck(partition)).isTrue();
        partition.leaving = true;
        assertThat(Rotation.isStuck(partition)).isFalse();
    }

    private List<Work> wake(long millis) {
        return notDue.wake(Duration.ofMillis(millis).toNanos(), START.plusMillis(millis));
    }

    private Work parked(LanePartition of, long dueIn, @Nullable String heldBy) {
        return parked(of, dueIn, heldBy, offset++);
    }

    private static Work parked(LanePartition of, long dueIn, @Nullable String heldBy, long offset) {
        return work(of, String.valueOf(START.toEpochMilli() + dueIn), heldBy, offset);
    }

    private Work work(LanePartition of, @Nullable String due, @Nullable String heldBy) {
        return work(of, due, heldBy, offset++);
    }

    private static Work work(LanePartition of, @Nullable String due, @Nullable String heldBy, long offset) {
        ConsumerRecord<byte[], byte[]> record =
                new ConsumerRecord<>(of.name.topic(), of.name.partition(), offset, new byte[0], new byte[10]);
        header(record, HeaderNames.RUN_ID, "run");
        header(record, HeaderNames.PARKED_DUE, due);
        header(record, HeaderNames.PARKED_HELD_BY, heldBy);
        return new Work(of, record);
    }

    private static void header(ConsumerRecord<byte[], byte[]> record, String name, @Nullable String value) {
        if (value != null) {
            record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static LanePartition partition(int number) {
        return new LanePartition(new TopicPartition("parked", number), true, Settlement.at(0));
    }
}
