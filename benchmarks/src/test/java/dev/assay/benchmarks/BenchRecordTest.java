package dev.assay.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchRecordTest {
    private static final Figure SHARE =
            Figure.of("share of the ceiling", 0.9712, "").withBar(Bar.atLeast(0.95));
    private static final Figure CPU = Figure.of("CPU", 2.5, "s").withBar(Bar.atMost(2.0));
    private static final Figure RATE = Figure.of("jobs", 12_345.678, "1/s");

    @TempDir
    Path directory;

    private static BenchRecord record(Outcome outcome) {
        return new BenchRecord(
                Instant.parse("2026-02-03T04:05:06Z"),
                "0123456789ab",
                Form.QUICK,
                new Machine(2, 8L << 30, "Linux 6 amd64", "A JVM 25", 0.25),
                List.of(new BenchRecord.Entry("throughput", "jobs a second", Duration.ofSeconds(90), outcome)));
    }

    private static Outcome measured(Figure... figures) {
        return new Outcome.Measured(Map.of("jobs", "4000"), List.of(figures));
    }

    @Test
    void theJsonHasThisShape() throws IOException {
        JsonNode expected = new JsonMapper().readTree("""
            {"at": "2026-02-03T04:05:06Z", "revision": "0123456789ab", "form": "quick",
             "machine": {"cores": 2, "memoryBytes": 8589934592, "system": "Linux 6 amd64", "jvm": "A JVM 25",
                         "loadAverageAtStart": 0.25},
             "benchmarks": [{
               "name": "throughput", "summary": "jobs a second", "tookMillis": 90000,
               "parameters": {"jobs": "4000"},
               "figures": [
                 {"name": "share of the ceiling", "value": 0.9712, "unit": "", "bar": {"atLeast": 0.95},
                  "holds": true},
                 {"name": "CPU", "value": 2.5, "unit": "s", "bar": {"atMost": 2.0}, "holds": false},
                 {"name": "jobs", "value": 12345.678, "unit": "1/s"}]}]}
            """);
        Path file = directory.resolve("new").resolve("bench.json");
        record(measured(SHARE, CPU, RATE)).write(file);
        assertThat(new JsonMapper().readTree(Files.readString(file))).isEqualTo(expected);
    }

    @Test
    void itHoldsWhenEveryBarIsReached() {
        assertThat(record(measured(SHARE, RATE)).holds()).isTrue();
        assertThat(record(measured(SHARE, CPU)).holds()).isFalse();
        assertThat(record(measured(SHARE, CPU)).isRight()).isTrue();
        assertThat(record(new Outcome.NotRight("2 jobs were lost")).isRight()).isFalse();
        assertThat(record(new Outcome.NotRight("2 jobs were lost")).holds()).isFalse();
    }

    @Test
    void theLimitItselfReachesTheBar() {
        assertThat(Figure.of("a", 0.95, "").withBar(Bar.atLeast(0.95)).holds()).isTrue();
        assertThat(Figure.of("a", 0.949, "").withBar(Bar.atLeast(0.95)).holds()).isFalse();
        assertThat(Figure.of("a", 1.1, "").withBar(Bar.atMost(1.1)).holds()).isTrue();
        assertThat(Figure.of("a", 1.11, "").withBar(Bar.atMost(1.1)).holds()).isFalse();
    }

    @Test
    void whatIsNoNumberIsNoFigure() {
        assertThatThrownBy(() -> Figure.of("rate", Double.NaN, "1/s"))
                .hasMessage("rate: NaN (expected: a finite number)");
        assertThatThrownBy(() -> Figure.of("rate", 1.0 / 0, "1/s")).hasMessageContaining("Infinity");
    }

    @Test
    void theReportIsATableOfTheFigures() {
        List<String> lines =
                BenchReport.lines(List.of(record(measured(SHARE, CPU, RATE)).json()));
        assertThat(lines)
                .contains(
                        "## throughput",
                        "Jobs a second.",
                        "| figure | value | unit | bar | holds |",
                        "| share of the ceiling | 0.971 |  | >= 0.95 | yes |",
                        "| CPU | 2.500 | s | <= 2.0 | **no** |",
                        "| jobs | 12,346 | 1/s |  |  |",
                        "- jobs: 4000",
                        "Taken 2026-02-03T04:05:06Z at revision 0123456789ab (quick form): 2 cores, 8.0 GiB,"
                                + " Linux 6 amd64, A JVM 25, load average 0.25 at the start.");
    }

    @Test
    void theReportShowsTheLatestFiguresOfABenchmark() {
        JsonNode old = record(measured(CPU)).json();
        JsonNode latest = record(measured(SHARE)).json();
        assertThat(BenchReport.lines(List.of(old, latest)))
                .anyMatch(line -> line.startsWith("| share"))
                .noneMatch(line -> line.startsWith("| CPU"));
    }

    @Test
    void theReportSaysWhatCouldNotBeMeasured() {
        JsonNode wrong =
                record(new Outcome.NotRight("results: 299 (expected: 300)")).json();
        assertThat(BenchReport.lines(List.of(wrong))).contains("Not measured: results: 299 (expected: 300)");
    }

    @Test
    void theReportSaysWhereTheMachineWasBusy() {
        BenchRecord quiet = record(measured(SHARE));
        BenchRecord busy = new BenchRecord(
                quiet.at(), quiet.revision(), quiet.form(), new Machine(2, 1, "s", "j", 1.5), quiet.entries());
        assertThat(BenchReport.lines(List.of(busy.json()))).anyMatch(line -> line.contains("was busy"));
        assertThat(BenchReport.lines(List.of(quiet.json()))).noneMatch(line -> line.contains("was busy"));
    }

    @Test
    void anotherFileIsRefused() throws IOException {
        Path other = Files.writeString(directory.resolve("other.json"), "{\"at\": 1}");
        assertThatThrownBy(() -> BenchReport.read(other))
                .hasMessage(other + ": no figures (expected: a file that assay bench wrote)");
        Path text = Files.writeString(directory.resolve("text.json"), "figures");
        assertThatThrownBy(() -> BenchReport.read(text)).hasMessageContaining("text.json: no JSON");
    }
}
