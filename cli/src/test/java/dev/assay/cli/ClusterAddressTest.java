package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cli.stack.StackRecord;
import dev.assay.runtime.KafkaSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterAddressTest {
    private static final Map<String, String> ENVIRONMENT = Map.of(ClusterAddress.VARIABLE, "environment:1");

    @TempDir
    Path directory;

    private final GlobalOptions options = new GlobalOptions();

    @BeforeEach
    void useAStateDirectory() {
        options.state = directory;
    }

    @Test
    void theNearestAddressWins() throws IOException {
        new StackRecord(
                        "stack:1",
                        "mine",
                        List.of("main"),
                        ProcessHandle.current().pid())
                .write(directory);
        KafkaSettings stack = ClusterAddress.resolve(options, Map.of());
        assertThat(stack.bootstrap()).isEqualTo("stack:1");
        assertThat(stack.topics().prefix()).isEqualTo("mine");
        KafkaSettings environment = ClusterAddress.resolve(options, ENVIRONMENT);
        assertThat(environment.bootstrap()).isEqualTo("environment:1");
        assertThat(environment.topics().prefix()).isEqualTo("assay");
        options.kafkaConfig = Files.writeString(directory.resolve("c.properties"), "bootstrap.servers=file:1\n");
        assertThat(ClusterAddress.resolve(options, ENVIRONMENT).bootstrap()).isEqualTo("file:1");
        options.kafkaSettings.put("bootstrap.servers", "setting:1");
        assertThat(ClusterAddress.resolve(options, ENVIRONMENT).bootstrap()).isEqualTo("setting:1");
        options.bootstrap = "flag:1";
        assertThat(ClusterAddress.resolve(options, ENVIRONMENT).bootstrap()).isEqualTo("flag:1");
    }

    @Test
    void clientSettingsPassThroughUnchanged() throws IOException {
        options.bootstrap = "b:1";
        options.kafkaConfig = Files.writeString(
                directory.resolve("c.properties"),
                "security.protocol=SASL_SSL\nproducer.linger.ms=7\nsasl.jaas.config=x required;\n");
        options.kafkaSettings.put("security.protocol", "SSL");
        assertThat(ClusterAddress.resolve(options, Map.of()).client())
                .containsEntry("security.protocol", "SSL")
                .containsEntry("producer.linger.ms", "7")
                .containsEntry("sasl.jaas.config", "x required;");
    }

    @Test
    void aStackWhoseProcessIsGoneIsNoStack() throws IOException {
        new StackRecord("stack:1", "assay", List.of(), Long.MAX_VALUE).write(directory);
        assertThatThrownBy(() -> ClusterAddress.resolve(options, Map.of()))
                .hasMessageContaining("no local stack runs in " + directory);
    }

    @Test
    void whatCannotBeReadIsNamed() throws IOException {
        options.kafkaConfig = directory.resolve("missing.properties");
        assertThatThrownBy(() -> ClusterAddress.resolve(options, Map.of())).hasMessageContaining("no such file");
        options.kafkaConfig = null;
        Files.writeString(directory.resolve("stack.json"), "{\"bootstrap\":");
        assertThatThrownBy(() -> ClusterAddress.resolve(options, Map.of())).hasMessageContaining("is damaged");
        options.bootstrap = "b:1";
        options.prefix = "a b";
        assertThatThrownBy(() -> ClusterAddress.resolve(options, Map.of())).hasMessageContaining("--prefix: 'a b'");
    }
}
