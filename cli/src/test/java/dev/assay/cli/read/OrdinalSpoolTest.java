package dev.assay.cli.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrdinalSpoolTest {
    @TempDir
    Path directory;

    @Test
    void givesBackEachOrdinalsHighestGeneration() throws IOException {
        try (OrdinalSpool spool = OrdinalSpool.in(directory)) {
            spool.put(2, 0, bytes("two"));
            spool.put(0, 1, bytes("zero again"));
            spool.put(0, 0, bytes("zero"));
            spool.put(2, 0, bytes("a second two"));
            spool.put(4, 0, bytes(""));
            assertThat(spool.end()).isEqualTo(5);
            assertThat(spool.get(0)).isEqualTo(bytes("zero again"));
            assertThat(spool.get(1)).isNull();
            assertThat(spool.get(2)).isEqualTo(bytes("two"));
            assertThat(spool.get(4)).isEmpty();
            assertThat(spool.get(5)).isNull();
            spool.put(1, 0, bytes("one, after reading"));
            assertThat(spool.get(1)).isEqualTo(bytes("one, after reading"));
        }
    }

    @Test
    void holdsRecordsLargerThanItsBufferAndLeavesNoFileBehind() throws IOException {
        String large = "x".repeat(200_000);
        try (OrdinalSpool spool = OrdinalSpool.in(directory)) {
            for (int i = 0; i < 10; i++) {
                spool.put(9 - i, 0, bytes(large + i));
            }
            for (int i = 0; i < 10; i++) {
                assertThat(spool.get(9 - i)).isEqualTo(bytes(large + i));
            }
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
