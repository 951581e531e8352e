package dev.assay.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnknownIdsTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void anIdIsRememberedForFiveSeconds() {
        UnknownIds unknown = new UnknownIds();
        unknown.note(7, 100);

        assertThat(unknown.recently(7, 100 + 5 * SECOND - 1)).isTrue();
        assertThat(unknown.recently(7, 100 + 5 * SECOND)).isFalse();
        assertThat(unknown.recently(8, 100)).isFalse();
    }

    @Test
    void aFloodOfIdsTakesNoMoreMemoryAndForgetsTheOldest() {
        UnknownIds unknown = new UnknownIds();
        for (int id = 0; id < 100_000; id++) {
            unknown.note(id, 0);
        }

        assertThat(unknown.recently(99_999, 1)).isTrue();
        assertThat(unknown.recently(99_000, 1)).isTrue();
        assertThat(unknown.recently(98_999, 1)).isFalse();
    }
}
