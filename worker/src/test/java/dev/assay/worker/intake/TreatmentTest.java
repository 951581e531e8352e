package dev.assay.worker.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.settlement.Starts;
import org.junit.jupiter.api.Test;

class TreatmentTest {
    @Test
    void aJobThatKillsEveryWorkerIsQuarantinedAfterTwoDeathsAlone() {
        Starts history = Starts.NONE;
        Treatment[] expected = {
            Treatment.NORMAL,
            Treatment.NORMAL,
            Treatment.ALONE,
            Treatment.ALONE,
            Treatment.POISON,
            Treatment.POISON_UNREAD,
            Treatment.POISON_UNREAD
        };
        for (Treatment treatment : expected) {
            assertThat(Treatment.of(history)).as("after %s", history).isEqualTo(treatment);
            history = treatment.mark(history);
        }
    }

    @Test
    void crowdedDeathsAloneNeverQuarantineAJob() {
        assertThat(Treatment.of(new Starts(1_000, 0))).isEqualTo(Treatment.ALONE);
        assertThat(Treatment.of(new Starts(1_000, 1))).isEqualTo(Treatment.ALONE);
    }

    @Test
    void nothingButANormalJobRunsBesideOthers() {
        assertThat(Treatment.NORMAL.isAlone()).isFalse();
        assertThat(Treatment.ALONE.isAlone()).isTrue();
        assertThat(Treatment.POISON.isAlone()).isTrue();
        assertThat(Treatment.POISON_UNREAD.isAlone()).isTrue();
        assertThat(Treatment.BROKEN.mark(Starts.NONE)).isEqualTo(new Starts(1, 0));
    }
}
