package dev.assay.worker.intake;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotsTest {
    private final Slots slots = new Slots(2);
    private final Slots.Share laneA = slots.share(2, 0);
    private final Slots.Share laneB = slots.share(2, 0);
    private final List<String> begun = new ArrayList<>();

    @Test
    void noMoreAreInHandThanThereArePlaces() {
        List<Slots.Place> places = takeAll(laneA);

        assertThat(places).hasSize(Slots.mostInHand(2)).hasSize(6);
        places.getFirst().release();
        assertThat(laneA.tryTake()).isNotNull();
        assertThat(laneA.tryTake()).isNull();
        assertThat(slots.taken()).isEqualTo(6);
    }

    @Test
    void aJobBeginsWhenACallSlotIsFreeAndTheOneThatEndsHandsItsOwnOn() {
        laneA.add(job("a1"), 0);
        laneA.add(job("a2"), 0);
        laneA.add(job("a3"), 0);
        laneA.add(job("a4"), 0);

        assertThat(begun).containsExactly("a1", "a2");
        assertThat(laneA.isIdle()).isFalse();
        laneA.ended(0);
        assertThat(begun).containsExactly("a1", "a2", "a3");
        assertThat(slots.running()).isEqualTo(2);
    }

    @Test
    void withAHeadStartAFewMoreBeginThanThereAreSlotsAsManyAsEndMeanwhile() {
        Slots ahead = Slots.withHeadStart(16);
        Slots.Share lane = ahead.share(16, 0);
        Slots.Share narrow = ahead.share(4, 0);
        for (int i = 0; i < 60; i++) {
            lane.add(job("a" + i), 0);
        }
        assertThat(ahead.running()).isEqualTo(16);

        for (int i = 0; i < 30; i++) {
            lane.ended(1_000_000L * i);
        }

        assertThat(ahead.running()).isEqualTo(19);
        for (int i = 0; i < 8; i++) {
            lane.ended(30_000_000L);
            narrow.add(job("n" + i), 30_000_000L);
        }
        assertThat(begun.stream().filter(name -> name.startsWith("n")))
                .as("a lane with a limit of its own has no more than that")
                .hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void lanesTakeTurnsAtCallSlots() {
        laneA.add(job("a1"), 0);
        laneA.add(job("a2"), 0);
        laneA.add(job("a3"), 0);
        laneA.add(job("a4"), 0);
        laneB.add(job("b1"), 0);

        laneA.ended(0);
        laneA.ended(0);

        assertThat(begun).hasSize(4).contains("b1");
    }

    @Test
    void aLaneBeginsNoMoreThanItsOwnLimitAndLeavesTheOthersTheirs() {
        Slots.Share narrow = slots.share(1, 0);
        narrow.add(job("n1"), 0);
        narrow.add(job("n2"), 0);
        laneA.add(job("a1"), 0);

        assertThat(begun).containsExactly("n1", "a1");
        assertThat(narrow.room()).isZero();
        laneA.ended(0);
        assertThat(begun).as("the slot is free, the lane's limit is reached").hasSize(2);
        narrow.ended(0);
        assertThat(begun).containsExactly("n1", "a1", "n2");
    }

    @Test
    void fewStandReady() {
        assertThat(laneA.room()).as("two begin at once, one stands ready").isEqualTo(3);
        laneA.add(job("a1"), 0);
        laneA.add(job("a2"), 0);
        laneA.add(job("a3"), 0);
        assertThat(laneA.room()).isZero();
    }

    @Test
    void aLaneThatGoesShortGetsThePlacesThatAFullOneGivesBack() {
        List<Slots.Place> places = takeAll(laneA);
        assertThat(laneB.tryTake()).isNull();

        places.removeLast().release();
        assertThat(laneA.tryTake()).as("it has more than its part").isNull();
        assertThat(laneB.tryTake()).isNotNull();
        places.removeLast().release();
        laneB.sated();
        assertThat(laneA.tryTake()).as("nobody goes short").isNotNull();
    }

    @Test
    void aJobTakenBackDoesNotBegin() {
        Slots.Ready third = job("a3");
        laneA.add(job("a1"), 0);
        laneA.add(job("a2"), 0);
        laneA.add(third, 0);

        assertThat(laneA.takeBack(third)).isTrue();
        laneA.ended(0);
        assertThat(begun).containsExactly("a1", "a2");
        assertThat(laneA.takeBack(third)).isFalse();
    }

    @Test
    void whoWantsToBeAloneWaitsForAnEmptyWorkerAndNobodyStartsMeanwhile() {
        Slots.Place running = requireNonNull(laneB.tryTake());

        assertThat(laneA.tryTakeAlone()).isNull();
        assertThat(laneB.tryTake()).isNull();
        running.release();
        assertThat(laneB.tryTake()).as("a lane that does not want to be alone").isNull();

        Slots.Place alone = requireNonNull(laneA.tryTakeAlone());
        assertThat(laneB.tryTake()).isNull();
        assertThat(laneB.tryTakeAlone()).isNull();
        laneA.add(job("alone"), 0);
        assertThat(begun).as("although another waits to be alone").containsExactly("alone");
        laneA.ended(0);
        alone.release();
        assertThat(laneB.tryTakeAlone()).isNotNull();
    }

    @Test
    void whatStandsReadyInAnyLaneDoesNotBeginWhileAJobWaitsToBeAlone() {
        Slots.Place place = requireNonNull(laneB.tryTake());
        laneB.add(job("b1"), 0);
        laneB.add(job("b2"), 0);
        Slots.Ready third = job("b3");
        laneB.add(third, 0);
        assertThat(laneA.tryTakeAlone()).isNull();

        laneB.ended(0);
        assertThat(begun).containsExactly("b1", "b2");
        assertThat(laneB.isAloneWanted()).isTrue();

        laneA.withdraw(0);
        assertThat(begun).containsExactly("b1", "b2", "b3");
        place.release();
    }

    @Test
    void nothingOfALaneBeginsWhosePollThreadWasNotHeardOfForLong() {
        laneA.add(job("a1"), 0);
        laneA.add(job("a2"), 0);
        Slots.Ready third = job("a3");
        laneA.add(third, 0);
        long late = Attendance.LAPSE.toNanos();

        laneA.ended(late);
        assertThat(begun).containsExactly("a1", "a2");
        assertThat(laneA.attended(late)).as("it lapsed").isTrue();
        assertThat(laneA.takeBack(third)).isTrue();
        laneA.add(third, late);
        assertThat(begun).containsExactly("a1", "a2", "a3");
        assertThat(laneA.attended(late)).as("it is at work again").isFalse();
    }

    @Test
    void whereEachCommitOfMarksIsLateJobsBeginAllTheSame() {
        long commit = Attendance.LAPSE.plusSeconds(3).toNanos();
        long now = 0;
        List<Boolean> lapses = new ArrayList<>();
        while (begun.isEmpty() && lapses.size() < 10) {
            lapses.add(laneA.attended(now));
            now += commit;
            Slots.Ready job = job("a1");
            laneA.add(job, now);
            if (begun.isEmpty()) {
                laneA.takeBack(job);
            }
        }

        assertThat(begun).containsExactly("a1");
        assertThat(lapses).containsExactly(false, true, true);
        assertThat(laneA.attended(now + Attendance.LAPSE.toNanos()))
                .as("what it takes is as before once a job has begun")
                .isTrue();
    }

    @Test
    void aPlaceIsReleasedOnce() {
        Slots.Place place = requireNonNull(laneA.tryTake());
        place.release();

        assertThatThrownBy(place::release).isInstanceOf(IllegalStateException.class);
        assertThat(slots.taken()).isZero();
    }

    @Test
    void aSlotIsGivenBackOnce() {
        laneA.add(job("a1"), 0);
        laneA.ended(0);

        assertThatThrownBy(() -> laneA.ended(0)).isInstanceOf(IllegalStateException.class);
        assertThat(slots.running()).isZero();
    }

    @Test
    void thereIsAtLeastOne() {
        assertThatThrownBy(() -> new Slots(0)).hasMessage("inFlight: 0 (expected: >= 1)");
    }

    private Slots.Ready job(String name) {
        return new Slots.Ready() {
            @Override
            public void begin() {
                begun.add(name);
            }
        };
    }

    private static List<Slots.Place> takeAll(Slots.Share lane) {
        List<Slots.Place> places = new ArrayList<>();
        for (Slots.Place place = lane.tryTake(); place != null; place = lane.tryTake()) {
            places.add(place);
        }
        return places;
    }
}
