package dev.assay.scorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.schemas.topics.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MembershipTest {
    @TempDir
    private Path directory;

    @Test
    void aScorerKeepsItsNameOverStartsAndSharesItWithNobody() throws IOException {
        String name = Membership.of(directory.resolve("one"));

        assertThat(Membership.of(directory.resolve("one"))).isEqualTo(name);
        assertThat(Membership.of(directory.resolve("two"))).isNotEqualTo(name);
        try (Stream<Path> files = Files.list(directory.resolve("one"))) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void theGroupKnowsAScorerByThatName() {
        KafkaClients clients =
                new KafkaClients(new KafkaSettings(Map.of("bootstrap.servers", "localhost:9"), new Topics("t")));

        Properties properties = StreamsSettings.of(clients, ScorerSettings.in(directory));

        assertThat(properties).containsEntry("main.consumer.group.instance.id", Membership.of(directory));
    }

    @Test
    void aDamagedNameIsRefusedWithWhatToDo() throws IOException {
        Files.writeString(directory.resolve("assay-member"), "scorer one\n");

        assertThatThrownBy(() -> Membership.of(directory))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("assay-member: holds no name of a group member (delete it");
    }
}
