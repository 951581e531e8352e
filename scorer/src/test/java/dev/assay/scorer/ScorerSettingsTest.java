package dev.assay.scorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.runtime.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScorerSettingsTest {
    @TempDir
    private Path dir;

    @Test
    void whatAFileLeavesOutTakesItsDefault() throws IOException {
        assertThat(read("stateDir: /tmp/scorer\n")).isEqualTo(ScorerSettings.in(Path.of("/tmp/scorer")));
        assertThat(ScorerSettings.in(Path.of("x")))
                .isEqualTo(new ScorerSettings(
                        Path.of("x"),
                        1,
                        Duration.ofMillis(100),
                        Duration.ofMillis(500),
                        Duration.ofDays(100),
                        Duration.ofDays(30),
                        125,
                        Duration.ofDays(1),
                        8));
    }

    @Test
    void readsEverySetting() throws IOException {
        assertThat(read("""
            stateDir: state
            threads: 4
            commitInterval: PT1S
            summaryInterval: PT2S
            jobsKept: P200D
            resultsKept: P10D
            judges: 7
            judgedWithin: PT2H
            restarts: 0
            """))
                .isEqualTo(new ScorerSettings(
                        Path.of("state"),
                        4,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofDays(200),
                        Duration.ofDays(10),
                        7,
                        Duration.ofHours(2),
                        0));
    }

    @Test
    void saysWhichSettingIsWrongAndWhatWouldBeRight() {
        assertRefused("threads: 1\n", "stateDir: missing");
        assertRefused("stateDir: x\nthreads: 0\n", "threads: 0 (expected: 1 to 64)");
        assertRefused("stateDir: x\ncommitInterval: PT1M\n", "commitInterval: PT1M (expected: PT0.01S to PT5S)");
        assertRefused("stateDir: x\njudges: -1\n", "judges: -1 (expected: 0 to 1000000)");
        assertRefused("stateDir: x\nrestarts: -1\n", "restarts: -1 (expected: 0 to 1000)");
        assertRefused("stateDir: x\nstreads: 1\n", "streads");
    }

    private void assertRefused(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    private ScorerSettings read(String yaml) throws IOException {
        Path file = dir.resolve("scorer.yaml");
        Files.writeString(file, yaml);
        return YamlFile.read(file, ScorerSettings.class);
    }
}
