package dev.assay.sandbox.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class SimulatorProcessIT {
    @Test
    void isDrivenFromOutsideAndComesBackAfterKill9OnItsPort() throws Exception {
        try (SimulatorProcess process = SimulatorProcess.start(
                        SimulatorSettings.standard().withFaults(FaultRule.of("status=500")))
                .awaitReady()) {
            String baseUrl = process.baseUrl();
            try (SimulatorControl control = process.control();
                    Chat chat = new Chat(baseUrl)) {
                assertThat(chat.ask("x").statusCode()).isEqualTo(500);
                control.clearFaults();
                assertThat(chat.ask("x").statusCode()).isEqualTo(200);
                assertThat(control.counts().ended()).isEqualTo(2);
            }

            process.kill9();
            try (Chat chat = new Chat(baseUrl)) {
                assertThatThrownBy(() -> chat.ask("x")).isInstanceOf(IOException.class);
            }
            process.restart();
            process.awaitReady();
            assertThat(process.baseUrl()).isEqualTo(baseUrl);
            try (Chat chat = new Chat(baseUrl)) {
                assertThat(chat.ask("x").statusCode()).isEqualTo(500);
            }
        }
    }

    @Test
    void saysWhyItDidNotStart() {
        SimulatorSettings settings = SimulatorSettings.standard().withAnswers(Path.of("nowhere.jsonl"), 1, 1);
        try (SimulatorProcess process = SimulatorProcess.start(settings)) {
            assertThatThrownBy(process::awaitReady)
                    .hasMessageContaining("SimulatorMain ended before it was ready")
                    .hasMessageContaining("nowhere.jsonl: no such file");
        }
    }
}
