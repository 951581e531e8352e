package dev.assay.worker.intake;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.Clock;
import dev.assay.schemas.settlement.Settlement;
import dev.assay.schemas.settlement.Starts;
import dev.assay.worker.HandClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HandsTest {
    private static final long PATIENCE = Duration.ofSeconds(20).toMillis();

    private final LanePartition partition = new LanePartition(new TopicPartition("jobs", 0), false, Settlement.at(0));
    private final Map<Long, CountDownLatch> begun = new ConcurrentHashMap<>();
    private final Map<Long, CountDownLatch> gates = new ConcurrentHashMap<>();
    private final Slots slots = new Slots(2);
    private final Slots.Share share = slots.share(2, 0);
    private final Hands hands = new Hands(this::handle, share, new HandClock());

    @AfterEach
    void letAllEnd() {
        gates.values().forEach(CountDownLatch::countDown);
    }

    @Test
    void slotsPassFromJobToJobWhileThePollThreadIsBusyElsewhere() throws InterruptedException {
        List<Work> works = give(4);
        awaitBegun(works.get(1));

        end(works.get(0));
        awaitBegun(works.get(2));
        end(works.get(1));
        awaitBegun(works.get(3));
        end(works.get(2));
        end(works.get(3));

        assertThat(hands.await(PATIENCE, 4)).extracting(Hands.Done::work).containsExactlyInAnyOrderElementsOf(works);
        assertThat(hands.given()).isEmpty();
    }

    @Test
    void aHandlerThatBreaksOffFreesItsSlotAndReports() throws InterruptedException {
        List<Work> works = give(3);
        awaitBegun(works.get(1));

        works.get(0).delivery().cut(Cut.PUT_BACK);
        awaitBegun(works.get(2));
        end(works.get(1));
        end(works.get(2));

        assertThat(reports(3))
                .filteredOn(done -> done.breakage().isPresent())
                .extracting(Hands.Done::work)
                .containsExactly(works.get(0));
    }

    @Test
    void aJobTakenBackDoesNotBeginAndReportsNothing() throws InterruptedException {
        List<Work> works = give(3);
        awaitBegun(works.get(1));

        assertThat(hands.takeBack(works.get(0))).as("it has begun").isFalse();
        assertThat(hands.takeBack(works.get(2))).isTrue();
        end(works.get(0));
        end(works.get(1));

        assertThat(reports(2)).extracting(Hands.Done::work).doesNotContain(works.get(2));
        assertThat(requireNonNull(begun.get(2L)).getCount()).isEqualTo(1);
        assertThat(hands.given()).isEmpty();
    }

    @Test
    void thePollThreadIsWokenWhenNobodyIsLeftToReport() throws InterruptedException {
        List<Work> works = give(1);
        end(works.getFirst());

        assertThat(hands.await(Duration.ofHours(1).toMillis(), 100)).hasSize(1);
    }

    private List<Work> give(int count) {
        List<Work> works = new ArrayList<>();
        for (long offset = 0; offset < count; offset++) {
            begun.put(offset, new CountDownLatch(1));
            gates.put(offset, new CountDownLatch(1));
            partition.tracker.fetched(offset);
            ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("jobs", 0, offset, null, new byte[0]);
            Work work = new Work(partition, record);
            work.start(
                    new Delivery(
                            "batch",
                            false,
                            record,
                            Treatment.NORMAL,
                            Starts.NONE.plusCrowded(),
                            Clock.system().now(),
                            null),
                    requireNonNull(share.tryTake()));
            works.add(work);
            hands.give(work);
        }
        return works;
    }

    private Verdict handle(Delivery delivery) {
        long offset = delivery.record().offset();
        requireNonNull(begun.get(offset)).countDown();
        try {
            requireNonNull(gates.get(offset)).await();
            return new Verdict.PutBack("ended");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitBegun(Work work) throws InterruptedException {
        assertThat(requireNonNull(begun.get(work.offset())).await(PATIENCE, TimeUnit.MILLISECONDS))
                .as("%s begins", work)
                .isTrue();
    }

    private void end(Work work) {
        requireNonNull(gates.get(work.offset())).countDown();
    }

    private List<Hands.Done> reports(int count) {
        List<Hands.Done> reports = new ArrayList<>();
        while (reports.size() < count) {
            List<Hands.Done> further = hands.await(PATIENCE, count - reports.size());
            assertThat(further).isNotEmpty();
            reports.addAll(further);
        }
        return reports;
    }
}
