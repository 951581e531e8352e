package dev.assay.budget.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeadTest {
    private final Lead lead = new Lead();

    @Test
    void aClockThatIsBehindIsKnownByWhatComesFromItsFuture() {
        lead.note(1, 1_000, 1_003);
        assertThat(lead.millis()).isZero();
        lead.note(1, 5_000, 3_010);
        lead.note(1, 6_000, 4_300);
        assertThat(lead.millis()).isEqualTo(1_990);
    }

    @Test
    void anotherKeeperHasAnotherClock() {
        lead.note(1, 5_000, 3_010);
        lead.note(2, 6_000, 6_004);
        assertThat(lead.millis()).isZero();
    }

    @Test
    void aClockThatIsAheadIsKnownByWhatWasAskedBeforeItWasDecided() {
        lead.note(1, 1_000, 6_020);
        lead.answered(1_000, 5_990);
        assertThat(lead.millis()).isEqualTo(-4_990);
    }

    @Test
    void whoWaitedInLineLearnsNothingOfTheClocks() {
        lead.note(1, 40_000, 40_010);
        lead.answered(40_000, 10_000);
        assertThat(lead.millis()).isZero();
    }

    @Test
    void whatIsOnlyReadLateIsNoSignOfAClockThatIsAhead() {
        lead.note(1, 1_000, 6_000);
        lead.note(1, 2_000, 7_000);
        assertThat(lead.millis()).isZero();
    }

    @Test
    void aClockThatIsSetBackAgainIsBelieved() {
        lead.note(1, 1_000, 6_020);
        lead.answered(1_000, 5_990);
        lead.note(1, 2_000, 2_010);
        assertThat(lead.millis()).isEqualTo(-10);
    }

    @Test
    void aClockThatIsSetForwardAgainIsBelieved() {
        lead.note(1, 9_000, 4_010);
        lead.note(1, 10_000, 10_010);
        lead.answered(10_000, 9_990);
        assertThat(lead.millis()).isEqualTo(10);
    }
}
