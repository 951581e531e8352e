package dev.assay.sandbox.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BrokerMainTest {
    @Test
    void readsTheSettingsThatAParentPassesOn() {
        EmbeddedKafkaSettings settings = EmbeddedKafkaSettings.keptIn(Path.of("/data/kafka"))
                .withPort(9092)
                .withNodes(3)
                .withQuickShutdown(true)
                .withBroker("log.retention.ms", "1000")
                .withBroker("listener.name", "a=b");

        assertThat(BrokerMain.parse(BrokerMain.arguments(settings))).isEqualTo(settings);
        assertThat(BrokerMain.parse(BrokerMain.arguments(EmbeddedKafkaSettings.temporary())))
                .isEqualTo(EmbeddedKafkaSettings.temporary());
    }

    @Test
    void namesTheArgumentThatIsWrong() {
        assertRefused("unknown argument: --loud (expected: --state, --port", "--loud");
        assertRefused("--port: value missing", "--port");
        assertRefused("--port: x (expected: a whole number)", "--port", "x");
        assertRefused("port: 70000 (expected: 0 to 65535", "--port", "70000");
        assertRefused("nodes: 2 (expected: 1 or 3)", "--nodes", "2");
        assertRefused("--set: =x (expected: KEY=VALUE)", "--set", "=x");
    }

    private static void assertRefused(String message, String... args) {
        assertThatThrownBy(() -> BrokerMain.parse(List.of(args)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }
}
