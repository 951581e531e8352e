package dev.assay.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartsTest {
    @Test
    void closesTheLastFirstAndTheRestOfThemWhenOneFails() {
        List<String> closed = new ArrayList<>();
        Parts parts = new Parts("a test");
        parts.<AutoCloseable>add(() -> closed.add("first"));
        parts.<AutoCloseable>add(() -> {
            closed.add("second");
            throw new IllegalStateException("does not close");
        });
        parts.<AutoCloseable>add(() -> closed.add("third"));

        parts.close();
        parts.close();

        assertThat(closed).containsExactly("third", "second", "first");
    }
}
