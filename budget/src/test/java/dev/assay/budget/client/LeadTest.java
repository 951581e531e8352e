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
}
