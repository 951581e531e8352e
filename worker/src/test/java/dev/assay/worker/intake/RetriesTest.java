package dev.assay.worker.intake;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RetriesTest {
    private final Retries<String> retries = new Retries<>();

    @Test
    void theEarliestComesFirstAndNoneBeforeItsTime() {
        retries.add("late", 30);
        retries.add("early", 10);

        assertThat(retries.poll(9)).isNull();
        assertThat(retries.poll(10)).isEqualTo("early");
        assertThat(retries.poll(29)).isNull();
        assertThat(retries.poll(30)).isEqualTo("late");
        assertThat(retries.size()).isZero();
    }

    @Test
    void monotonicTimeMayOverflow() {
        retries.add("after", Long.MIN_VALUE + 5);
        retries.add("before", Long.MAX_VALUE - 5);

        assertThat(retries.poll(Long.MAX_VALUE - 4)).isEqualTo("before");
        assertThat(retries.poll(Long.MAX_VALUE - 4)).isNull();
        assertThat(retries.poll(Long.MIN_VALUE + 6)).isEqualTo("after");
    }
}
