package dev.assay.worker.intake;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SlotsTest {
    private final Slots slots = new Slots(2);
    private final Object laneA = new Object();
    private final Object laneB = new Object();

    @Test
    void noMoreAreTakenThanThereAre() {
        Slots.Slot first = requireNonNull(slots.tryTake());
        requireNonNull(slots.tryTake());

        assertThat(slots.tryTake()).isNull();
        first.release();
        assertThat(slots.tryTake()).isNotNull();
        assertThat(slots.taken()).isEqualTo(2);
    }

    @Test
    void whoWantsToBeAloneWaitsForAnEmptyWorkerAndNobodyStartsMeanwhile() {
        Slots.Slot running = requireNonNull(slots.tryTake());

        assertThat(slots.tryTakeAlone(laneA)).isNull();
        assertThat(slots.tryTake()).isNull();
        running.release();
        assertThat(slots.tryTake()).as("a lane that does not want to be alone").isNull();

        Slots.Slot alone = requireNonNull(slots.tryTakeAlone(laneA));
        assertThat(slots.tryTake()).isNull();
        assertThat(slots.tryTakeAlone(laneB)).isNull();
        alone.release();
        assertThat(slots.tryTakeAlone(laneB)).isNotNull();
    }

    @Test
    void aWishTakenBackStopsNobody() {
        requireNonNull(slots.tryTake());
        assertThat(slots.tryTakeAlone(laneA)).isNull();

        slots.withdraw(laneA);

        assertThat(slots.tryTake()).isNotNull();
    }

    @Test
    void aSlotIsReleasedOnce() {
        Slots.Slot slot = requireNonNull(slots.tryTake());
        slot.release();

        assertThatThrownBy(slot::release).isInstanceOf(IllegalStateException.class);
        assertThat(slots.taken()).isZero();
    }

    @Test
    void thereIsAtLeastOne() {
        assertThatThrownBy(() -> new Slots(0)).hasMessage("inFlight: 0 (expected: >= 1)");
    }
}
