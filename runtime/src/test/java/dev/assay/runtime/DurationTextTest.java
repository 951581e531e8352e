package dev.assay.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DurationTextTest {
    @TempDir
    Path directory;

    record Waits(Duration first, Duration second) {}

    @Test
    void readsWhatPeopleWrite() {
        assertThat(DurationText.parse("200ms")).isEqualTo(Duration.ofMillis(200));
        assertThat(DurationText.parse("1.5s")).isEqualTo(Duration.ofMillis(1_500));
        assertThat(DurationText.parse(" 1h30m ")).isEqualTo(Duration.ofMinutes(90));
        assertThat(DurationText.parse("2d")).isEqualTo(Duration.ofDays(2));
        assertThat(DurationText.parse("PT2S")).isEqualTo(Duration.ofSeconds(2));
        assertThat(DurationText.parse("0")).isZero();
    }

    @Test
    void refusesANumberWithoutAUnit() {
        assertThatThrownBy(() -> DurationText.parse("5"))
                .hasMessage("5 (expected: a duration such as 200ms, 1.5s, 2m or 1h30m)");
    }

    @Test
    void servesInSettingsFilesAndNamesThePlaceOfABadOne() throws Exception {
        Path file = Files.writeString(directory.resolve("waits.yaml"), "first: 20ms\nsecond: soon\n");

        assertThatThrownBy(() -> YamlFile.read(file, Waits.class))
                .hasMessageStartingWith(file + ":2:")
                .hasMessageContaining("second")
                .hasMessageContaining("soon (expected: a duration such as");
        assertThat(YamlFile.parse("text", "{\"first\": \"1s\", \"second\": \"2s\"}", Waits.class))
                .isEqualTo(new Waits(Duration.ofSeconds(1), Duration.ofSeconds(2)));
    }
}
