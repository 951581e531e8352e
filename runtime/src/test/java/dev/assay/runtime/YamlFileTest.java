package dev.assay.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YamlFileTest {
    @TempDir
    Path directory;

    /** Settings as a service would have them. */
    record Sample(String name, int threads, Duration patience, List<Part> parts, Map<String, String> kafka, Mode mode) {
        Sample {
            if (threads < 1) {
                throw new IllegalArgumentException("threads: " + threads + " (expected: >= 1)");
            }
        }
    }

    /** A choice among them. */
    enum Mode {
        FAST,
        SAFE
    }

    /** A part of them. */
    record Part(@JsonProperty(required = true) String route, double share) {
        Part {
            if (share < 0) {
                throw new IllegalArgumentException("share: " + share + " (expected: >= 0)");
            }
        }
    }

    @Test
    void aFileIsReadIntoARecord() throws Exception {
        Path file = write("""
            # comment
            name: worker-1
            threads: 4
            mode: SAFE
            patience: 1m30s
            parts:
              - route: gpt-main
                share: 0.5
            kafka:
              bootstrap.servers: "a:1,b:2"
            """);

        assertThat(YamlFile.read(file, Sample.class))
                .isEqualTo(new Sample(
                        "worker-1",
                        4,
                        Duration.ofSeconds(90),
                        List.of(new Part("gpt-main", 0.5)),
                        Map.of("bootstrap.servers", "a:1,b:2"),
                        Mode.SAFE));
    }

    @Test
    void anUnknownKeyIsNamedWithItsPlaceAndTheKnownOnes() throws Exception {
        Path file = write("name: a\nthreads: 1\nthreds: 2\nkafka:\n  a: b\n");

        refused(file)
                .hasMessage(file + ":3:1: threds: unknown key"
                        + " (expected: one of kafka, mode, name, parts, patience, threads)");
    }

    @Test
    void anUnknownKeyWithinAListIsNamedByItsPath() throws Exception {
        Path file = write(
                "threads: 1\nparts:\n  - route: a\n    share: 1\n  - route: b\n    share: 2\n    shares: 2\nname: a\n");

        refused(file).hasMessage(file + ":7:5: parts[1].shares: unknown key (expected: one of route, share)");
    }

    @Test
    void aValueOfTheWrongTypeIsNamedWithItsPlace() throws Exception {
        Path file = write("name: a\nthreads: many\n");
        refused(file).hasMessage(file + ":2:1: threads: 'many' (expected: a whole number)");
        refused(write("threads: 1\nparts:\n  - share: half\n"))
                .hasMessage(file + ":3:5: parts[0].share: 'half' (expected: a number)");
        refused(write("threads: 1\nmode: quick\n"))
                .hasMessage(file + ":2:1: mode: 'quick' (expected: one of FAST, SAFE)");
        refused(write("threads: 1\nname: [a, b]\n"))
                .hasMessage(file + ":2:1: name: a value of another kind (expected: a text)");
        refused(write("threads: 1\nparts: 3\n"))
                .hasMessage(file + ":2:1: parts: a value of another kind (expected: a list)");
        refused(write("threads: 1\nkafka: [1]\n"))
                .hasMessage(file + ":2:1: kafka: a value of another kind (expected: keys and values)");
    }

    @Test
    void aDurationThatIsNoneIsNamedWithItsPlace() throws Exception {
        Path file = write("threads: 1\npatience: soon\n");

        refused(file)
                .hasMessageStartingWith(file + ":2:1: patience: ")
                .hasMessageContaining("soon")
                .hasMessageContaining("(expected: ");
    }

    @Test
    void whatTheRecordRefusesIsSaidInItsWords() throws Exception {
        Path file = write("name: a\nthreads: 0\nkafka: {}\n");
        refused(file).hasMessage(file + ":2:1: threads: 0 (expected: >= 1)");
        refused(write("threads: 1\nparts:\n  - route: a\n    share: -1\n"))
                .hasMessage(file + ":4:5: parts[0]: share: -1.0 (expected: >= 0)");
    }

    @Test
    void aMissingNumberIsNotZero() throws Exception {
        Path file = write("name: a\n");

        refused(file).hasMessage(file + ": threads: missing (expected: a whole number)");
        refused(write("threads:\nname: a\n")).hasMessage(file + ":1:1: threads: missing (expected: a whole number)");
    }

    @Test
    void aMissingKeyIsNamed() throws Exception {
        refused(write("threads: 1\nparts:\n  - share: 1\n"))
                .hasMessageContaining("parts[0].route: missing key 'route'");
    }

    @Test
    void whatIsNoYamlIsNamedWithItsPlace() throws Exception {
        Path file = write("name: a\n  threads: 1\n");

        refused(file).hasMessage(file + ":2:10: mapping values are not allowed here");
    }

    @Test
    void anEmptyFileIsRefused() throws Exception {
        Path file = write("");

        refused(file).hasMessageStartingWith(file.toString()).hasMessageEndingWith(": nothing in it");
    }

    @Test
    void aMissingFileIsNamed() {
        Path file = directory.resolve("nowhere.yaml");

        refused(file).hasMessage(file + ": no such file");
        refused(directory).hasMessageStartingWith(directory + ": cannot be read: ");
    }

    private static AbstractThrowableAssert<?, ?> refused(Path file) {
        return assertThatThrownBy(() -> YamlFile.read(file, Sample.class)).isInstanceOf(IllegalArgumentException.class);
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("settings.yaml"), text);
    }
}
