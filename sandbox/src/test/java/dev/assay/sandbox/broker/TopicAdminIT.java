package dev.assay.sandbox.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.runtime.TopicAdmin.Finding;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.TopicSpec;
import dev.assay.schemas.topics.Topics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The topic catalogue against a cluster; it stands here because the broker does. */
final class TopicAdminIT {
    private static EmbeddedKafka kafka;
    private static Admin admin;

    @BeforeAll
    static void start() {
        kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
        admin = new KafkaClients(KafkaSettings.of(kafka.bootstrap())).admin("topics");
    }

    @AfterAll
    static void stop() {
        admin.close();
        kafka.close();
    }

    @Test
    void createsWhatIsMissingAndFindsItAsWantedAfterwards() {
        TopicCatalogue catalogue = catalogue("plain");
        TopicAdmin topics = new TopicAdmin(admin);
        assertThat(topics.plan(catalogue)).allMatch(Finding.Missing.class::isInstance);
        List<String> names = catalogue.specs().stream().map(TopicSpec::name).toList();
        assertThatThrownBy(() -> topics.require(names)).hasMessageContaining("assay topics apply");

        List<Finding> before = topics.apply(catalogue, (short) -1);

        assertThat(before).allMatch(Finding.Missing.class::isInstance);
        assertThat(topics.plan(catalogue)).hasSameSizeAs(catalogue.specs()).allMatch(Finding.Present.class::isInstance);
        topics.require(names);
        assertThat(topics.apply(catalogue, (short) -1)).allMatch(Finding.Present.class::isInstance);
    }

    @Test
    void tellsDifferencesAndLeavesThemAlone() throws Exception {
        TopicCatalogue catalogue = catalogue("bent");
        TopicSpec bent = catalogue.specs().stream()
                .filter(spec -> spec.partitions() > 1 && spec.configs().containsKey("cleanup.policy"))
                .findFirst()
                .orElseThrow();
        String policy = bent.configs().getOrDefault("cleanup.policy", "");
        String other = policy.equals("compact") ? "delete" : "compact";
        NewTopic topic =
                new NewTopic(bent.name(), Optional.of(1), Optional.empty()).configs(Map.of("cleanup.policy", other));
        admin.createTopics(List.of(topic)).all().get(30, TimeUnit.SECONDS);
        TopicAdmin topics = new TopicAdmin(admin);

        topics.apply(catalogue, (short) -1);

        assertThat(topics.plan(catalogue))
                .filteredOn(finding -> !(finding instanceof Finding.Present))
                .singleElement()
                .isInstanceOfSatisfying(Finding.Differs.class, differs -> {
                    assertThat(differs.spec()).isEqualTo(bent);
                    assertThat(differs.differences())
                            .contains("has 1 partitions (catalogue: " + bent.partitions() + ")")
                            .contains("cleanup.policy is " + other + " (catalogue: " + policy + ")");
                });
    }

    private static TopicCatalogue catalogue(String prefix) {
        return TopicCatalogue.of(new Topics(prefix), List.of("batch", "judge"), TopicSizes.LAPTOP);
    }
}
