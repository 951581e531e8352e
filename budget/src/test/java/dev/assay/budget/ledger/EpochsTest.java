package dev.assay.budget.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.OwnerEpoch;
import dev.assay.schemas.Released;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EpochsTest {
    @Test
    void theWordOfAnOwnerThatWasFollowedIsVoid() {
        Epochs epochs = new Epochs();

        assertThat(epochs.isValid(owner("a"), 0)).isTrue();
        assertThat(epochs.isValid(entry(0), 1)).isTrue();
        assertThat(epochs.isValid(owner("b"), 2)).isTrue();
        assertThat(epochs.isValid(entry(0), 3)).isFalse();
        assertThat(epochs.isValid(entry(2), 4)).isTrue();
        assertThat(epochs.isValid(entry(0), 5)).isFalse();
        assertThat(epochs.current()).isEqualTo(2);
    }

    @Test
    void whoBeginsAtASnapshotComesToTheSameVerdicts() {
        Epochs epochs = new Epochs(2);

        assertThat(epochs.isValid(entry(0), 3)).isFalse();
        assertThat(epochs.isValid(entry(2), 4)).isTrue();
    }

    @Test
    void whoBeginsSomewhereLearnsTheEpochFromWhatItReads() {
        Epochs epochs = new Epochs();

        assertThat(epochs.isValid(entry(7), 100)).isTrue();
        assertThat(epochs.isValid(entry(50), 101)).isTrue();
        assertThat(epochs.isValid(entry(7), 102)).isFalse();
    }

    private static LedgerEntry owner(String name) {
        return new LedgerEntry("", -1L, Instant.EPOCH, -1L, new OwnerEpoch(name));
    }

    private static LedgerEntry entry(long epoch) {
        return new LedgerEntry("b", epoch, Instant.EPOCH, 0L, new Released("r", Total.NOTHING, false));
    }
}
