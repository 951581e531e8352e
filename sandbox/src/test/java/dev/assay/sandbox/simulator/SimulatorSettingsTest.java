package dev.assay.sandbox.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.runtime.YamlFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SimulatorSettingsTest {
    @TempDir
    Path directory;

    @Test
    void haveADefaultForEverything() {
        assertThat(read("{}")).isEqualTo(SimulatorSettings.standard());
    }

    @Test
    void areReadFromYaml() {
        SimulatorSettings settings = read("""
            port: 8089
            models: [simulator-small]
            anyModel: false
            apiKeys: [key-1]
            latency: p50=200ms p99=2s
            stream: {perToken: 5ms}
            limits: {rpm: 600, tpm: 60000, scope: ACCOUNT}
            answers: {file: questions.jsonl, accuracy: 0.73}
            faults:
              - fault: status=503
                from: 10s
                until: 25s
                share: 0.5
                headers: {Retry-After: "3"}
            log: {capacity: 10, file: calls.jsonl, bodies: true}
            idleTimeout: 4s
            seed: 9
            """);

        assertThat(settings.limits()).isEqualTo(new Limits(600, 60_000, null, Limits.Scope.ACCOUNT));
        assertThat(settings.latency()).isEqualTo(new Latency.LogNormal(Duration.ofMillis(200), Duration.ofSeconds(2)));
        assertThat(settings.stream()).isEqualTo(new StreamPace(Duration.ofMillis(5), 4));
        assertThat(settings.answers()).isEqualTo(new SimulatorSettings.Answers(Path.of("questions.jsonl"), 0.73, 1L));
        assertThat(settings.faults().getFirst().until()).isEqualTo(Duration.ofSeconds(25));
        assertThat(settings.log()).isEqualTo(new SimulatorSettings.Log(10, Path.of("calls.jsonl"), true));
        assertThat(settings.models()).isEqualTo(List.of("simulator-small"));
        assertThat(settings.anyModel()).isFalse();
    }

    @Test
    void survivesTheWayToAProcessOfItsOwn() throws Exception {
        SimulatorSettings settings = SimulatorSettings.standard()
                .withPort(8089)
                .withOnlyModels("a")
                .withApiKeys("k")
                .withLatency(Latency.parse("p50=20ms p99=100ms tail=0.05x10s"))
                .withStream(new StreamPace(Duration.ofMillis(3), 7))
                .withLimits(Limits.perMinute(10, 1_000))
                .withAnswers(directory.resolve("q.jsonl"), 0.5, 3)
                .withFaults(FaultRule.of("reset").within(Duration.ofSeconds(1), Duration.ofSeconds(2)))
                .withLog(new SimulatorSettings.Log(5, directory.resolve("l.jsonl"), true))
                .withIdleTimeout(Duration.ofSeconds(4));
        Path file = directory.resolve("settings.json");
        SimulatorJson.MAPPER.writeValue(file.toFile(), settings);

        assertThat(SimulatorMain.parse(List.of("--config", file.toString()))).isEqualTo(settings);
        assertThat(SimulatorMain.parse(List.of("--config", file.toString(), "--port", "1")))
                .isEqualTo(settings.withPort(1));
    }

    @Test
    void nameWhatIsWrongAndWhere() {
        assertRefused("port: 70000", "port: 70000 (expected: 0 to 65535; 0 for a free one)");
        assertRefused("limits: {rpm: 0}", "limits: rpm: 0 (expected: >= 1)");
        assertRefused("latency: soon", "latency: soon (expected: a duration");
        assertRefused("faults: [{fault: reset}, {fault: boo}]", "faults[1]: fault: boo (expected one of: status");
        assertRefused("faults: [{share: 1}]", "faults[0]: fault: missing");
        assertRefused("speed: 1", "speed");
        assertRefused("answers: {accuracy: 1}", "answers.file: missing");
        assertRefused("log: {capacity: 0}", "log.capacity: 0 (expected: >= 1)");
        assertThatThrownBy(() -> SimulatorMain.parse(List.of("--loud")))
                .hasMessageContaining("unknown argument: --loud (expected: --config, --port");
        assertThatThrownBy(() -> SimulatorMain.parse(List.of("--port", "x"))).hasMessageContaining("--port: x");
        assertThatThrownBy(() -> SimulatorMain.parse(List.of("--config"))).hasMessage("--config: value missing");
    }

    private void assertRefused(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(directory.resolve("simulator.yaml").toString())
                .hasMessageContaining(message);
    }

    private SimulatorSettings read(String yaml) {
        try {
            return YamlFile.read(Files.writeString(directory.resolve("simulator.yaml"), yaml), SimulatorSettings.class);
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }
}
