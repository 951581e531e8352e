package dev.assay.sandbox.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AdminTest {
    private ProviderSimulator simulator;
    private SimulatorControl control;
    private Chat chat;

    @BeforeEach
    void start() {
        simulator = ProviderSimulator.start(SimulatorSettings.standard());
        control = new SimulatorControl(simulator.baseUrl());
        chat = new Chat(simulator);
    }

    @AfterEach
    void stop() {
        chat.close();
        control.close();
        simulator.close();
    }

    @Test
    void changesTheFaultsOfARunningSimulator() throws Exception {
        control.replaceFaults(FaultRule.of("status=500")
                .within(Duration.ZERO, Duration.ofHours(1))
                .forShare(1));
        control.addFaults(FaultRule.of("status=502"));
        assertThat(chat.ask("x").statusCode()).isEqualTo(500);
        assertThat(simulator.faults().rules()).hasSize(2);

        control.replaceFaults(FaultRule.of("status=504").answering(503, Map.of("Retry-After", "9"), "busy"));
        HttpResponse<String> response = chat.ask("x");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("retry-after")).contains("9");
        assertThat(response.body()).isEqualTo("busy");
        assertThat(chat.send("GET", "/simulator/faults", "").body()).contains("\"struck\":1");

        control.clearFaults();
        assertThat(chat.ask("x").statusCode()).isEqualTo(200);
    }

    @Test
    void takesRulesAsTheyStandInASettingsFile() throws Exception {
        HttpResponse<String> response = chat.send(
                "POST",
                "/simulator/faults",
                "faults:\n  - {fault: rate-limit=20s, until: 30s, share: 1.0, count: 1}\n");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(chat.ask("x").statusCode()).isEqualTo(429);
        assertThat(chat.ask("x").statusCode()).isEqualTo(200);
    }

    @Test
    void refusesBadRulesAndKeepsTheOldOnes() throws Exception {
        control.replaceFaults(FaultRule.of("status=500"));
        HttpResponse<String> refused = chat.send("POST", "/simulator/faults", "{\"faults\": [{\"fault\": \"boo\"}]}");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("faults[0]").contains("boo (expected one of");
        assertThat(chat.send("POST", "/simulator/faults", "{}").body()).contains("faults: missing");
        assertThat(chat.send("POST", "/simulator/nothing", "").statusCode()).isEqualTo(404);
        assertThat(chat.ask("x").statusCode()).isEqualTo(500);
    }

    @Test
    void tellsCallsAndCounts() throws Exception {
        chat.post(Chat.body("x").toString(), "Idempotency-Key", "r/j/0/1");
        chat.ask("[[fault:status=503]]");

        assertThat(control.calls()).isEqualTo(simulator.requestLog().calls()).hasSize(2);
        assertThat(control.counts()).isEqualTo(simulator.requestLog().counts());
        assertThat(control.counts().byStatus()).isEqualTo(Map.of(200, 1L, 503, 1L));
        assertThat(control.counts().byFault()).isEqualTo(Map.of("status=503", 1L));
        assertThat(chat.send("GET", "/simulator/log?since=1", "").body().lines())
                .hasSize(1);

        control.clearLog();
        assertThat(control.calls()).isEmpty();
        assertThat(control.counts().arrived()).isZero();
    }
}
