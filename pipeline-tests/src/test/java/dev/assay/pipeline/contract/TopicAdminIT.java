package dev.assay.pipeline.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.runtime.TopicAdmin.Finding;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.TopicSpec;
import dev.assay.schemas.topics.Topics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TopicAdminIT {
    private static final TopicSizes SIZES = new TopicSizes(3, 1, 2, 1, 2, 1);

    private static EmbeddedKafka kafka;

    @BeforeAll
    static void start() {
        kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @Test
    void whatIsMissingIsPlannedThenCreatedAndThenThere() {
        TopicCatalogue catalogue = TopicCatalogue.of(new Topics("first"), List.of("batch", "judge"), SIZES);
        try (Admin admin = admin()) {
            TopicAdmin topics = new TopicAdmin(admin);

            assertThat(topics.plan(catalogue))
                    .hasSameSizeAs(catalogue.specs())
                    .allMatch(Finding.Missing.class::isInstance);
            assertThat(topics.apply(catalogue, (short) -1)).allMatch(Finding.Missing.class::isInstance);
            assertThat(topics.plan(catalogue))
                    .hasSameSizeAs(catalogue.specs())
                    .allMatch(Finding.Present.class::isInstance);
            assertThat(topics.apply(catalogue, (short) -1)).allMatch(Finding.Present.class::isInstance);
            topics.require(catalogue.specs().stream().map(TopicSpec::name).toList());
        }
    }

    @Test
    void whatDiffersIsToldAndLeftAlone() throws Exception {
        Topics names = new Topics("second");
        TopicCatalogue catalogue = TopicCatalogue.of(names, List.of("batch"), SIZES);
        try (Admin admin = admin()) {
            TopicAdmin topics = new TopicAdmin(admin);
            topics.apply(catalogue, (short) 1);
            admin.createPartitions(Map.of(names.results(), NewPartitions.increaseTo(5)))
                    .all()
                    .get();
            ConfigResource runs = new ConfigResource(ConfigResource.Type.TOPIC, names.runs());
            admin.incrementalAlterConfigs(Map.of(
                            runs,
                            List.of(new AlterConfigOp(
                                    new ConfigEntry("cleanup.policy", "delete"), AlterConfigOp.OpType.SET))))
                    .all()
                    .get();

            List<Finding> differing = topics.apply(catalogue, (short) 1).stream()
                    .filter(Finding.Differs.class::isInstance)
                    .toList();

            assertThat(differing)
                    .extracting(finding -> finding.spec().name())
                    .containsExactly(names.results(), names.runs());
            assertThat(differing)
                    .extracting(finding -> ((Finding.Differs) finding).differences())
                    .containsExactly(
                            List.of("has 5 partitions (catalogue: 2)"),
                            List.of("cleanup.policy is delete (catalogue: compact)"));
            assertThat(topics.plan(catalogue))
                    .filteredOn(Finding.Differs.class::isInstance)
                    .isEqualTo(differing);
        }
    }

    @Test
    void missingTopicsThatAServiceNeedsAreNamed() {
        try (Admin admin = admin()) {
            assertThatThrownBy(() -> new TopicAdmin(admin).require(List.of("nowhere.jobs.a", "nowhere.results")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("nowhere.jobs.a, nowhere.results")
                    .hasMessageContaining("assay topics apply");
        }
    }

    @Test
    void twoMayApplyAtOnce() throws Exception {
        TopicCatalogue catalogue = TopicCatalogue.of(new Topics("third"), List.of("batch"), SIZES);
        try (Admin admin = admin();
                ExecutorService threads = Executors.newFixedThreadPool(2)) {
            TopicAdmin topics = new TopicAdmin(admin);
            Future<List<Finding>> one = threads.submit(() -> topics.apply(catalogue, (short) 1));
            Future<List<Finding>> other = threads.submit(() -> topics.apply(catalogue, (short) 1));

            assertThat(one.get()).hasSameSizeAs(other.get());
            assertThat(topics.plan(catalogue)).allMatch(Finding.Present.class::isInstance);
        }
    }

    private static Admin admin() {
        return new KafkaClients(KafkaSettings.of(kafka.bootstrap())).admin("topic-admin-it");
    }
}
