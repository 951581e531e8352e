package dev.assay.budget.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PulseTest {
    private final Pulse pulse = new Pulse(400, 0);

    @Test
    void itIsSteadyOnceTheEndOfTheJournalWasSeenTwice() {
        pulse.round(true, 50);
        assertThat(pulse.isSteady()).isFalse();
        pulse.round(false, 100);
        assertThat(pulse.isSteady()).isFalse();
        pulse.round(true, 150);
        assertThat(pulse.isSteady()).isTrue();
    }

    @Test
    void afterALapseWhatIsReadIsInDoubtUntilTheEndWasSeenTwiceAgain() {
        pulse.round(true, 50);
        pulse.round(true, 100);
        pulse.beat(450);
        assertThat(pulse.isSteady()).isTrue();

        pulse.beat(851);
        assertThat(pulse.isSteady()).isFalse();
        pulse.round(true, 900);
        assertThat(pulse.isSteady()).isFalse();
        pulse.round(true, 950);
        assertThat(pulse.isSteady()).isTrue();
    }
}
