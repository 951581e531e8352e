package dev.assay.runtime;

import static java.util.Objects.requireNonNull;

import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Compares the topic catalogue with a cluster and creates what is missing; it never changes or deletes a topic. */
public final class TopicAdmin {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Admin admin;

    public TopicAdmin(Admin admin) {
        this.admin = admin;
    }

    /** How one wanted topic stands on the cluster. */
    public sealed interface Finding {
        TopicSpec spec();

        /** It is not there; {@link TopicAdmin#apply} would create it. */
        record Missing(TopicSpec spec) implements Finding {}

        /** It is as wanted. */
        record Present(TopicSpec spec) implements Finding {}

        /** It is there but differs; a person has to decide. {@code differences} are sentences. */
        record Differs(TopicSpec spec, List<String> differences) implements Finding {}
    }

    /** Compares, changing nothing. */
    public List<Finding> plan(TopicCatalogue catalogue) {
        List<String> names = catalogue.specs().stream().map(TopicSpec::name).toList();
        Map<String, TopicDescription> descriptions = describe(names);
        Map<String, Config> configs = configs(descriptions.keySet());
        List<Finding> findings = new ArrayList<>();
        for (TopicSpec spec : catalogue.specs()) {
            TopicDescription description = descriptions.get(spec.name());
            if (description == null) {
                findings.add(new Finding.Missing(spec));
                continue;
            }
            List<String> differences = differences(spec, description, requireNonNull(configs.get(spec.name())));
            findings.add(differences.isEmpty() ? new Finding.Present(spec) : new Finding.Differs(spec, differences));
        }
        return findings;
    }

    /**
     * Creates what is missing and waits until each created partition has a leader that answers.
     *
     * @param replication replicas of each partition; -1 for the cluster's default
     * @return the findings before the change
     */
    public List<Finding> apply(TopicCatalogue catalogue, short replication) {
        List<Finding> findings = plan(catalogue);
        List<TopicSpec> missing = new ArrayList<>();
        for (Finding finding : findings) {
            if (finding instanceof Finding.Missing(TopicSpec spec)) {
                missing.add(spec);
            }
        }
        create(missing, replication);
        awaitLeaders(missing.stream().map(TopicSpec::name).toList());
        return findings;
    }

    /**
     * Checks that the topics named are there.
     *
     * @throws IllegalStateException naming the missing ones and what to run
     */
    public void require(List<String> names) {
        Map<String, TopicDescription> found = describe(names);
        List<String> missing =
                names.stream().filter(name -> !found.containsKey(name)).toList();
        if (!missing.isEmpty()) {
            throw new IllegalStateException("topics missing on the cluster: " + String.join(", ", missing)
                    + " (create them with: assay topics apply, with --lane NAME for each lane)");
        }
    }

    private void create(List<TopicSpec> specs, short replication) {
        Optional<Short> replicas = replication < 0 ? Optional.empty() : Optional.of(replication);
        List<NewTopic> topics = specs.stream()
                .map(spec ->
                        new NewTopic(spec.name(), Optional.of(spec.partitions()), replicas).configs(spec.configs()))
                .toList();
        for (KafkaFuture<Void> created : admin.createTopics(topics).values().values()) {
            try {
                get(created);
            } catch (TopicExistsException e) {
                // Somebody else was faster; that is what was wanted.
            }
        }
    }

    private void awaitLeaders(List<String> names) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<String> waiting = withoutLeader(names);
        while (!waiting.isEmpty()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException(
                        "topic " + String.join(", ", waiting) + ": no leader after " + PATIENCE.toSeconds() + " s");
            }
            try {
                TimeUnit.MILLISECONDS.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for leaders of " + waiting, e);
            }
            waiting = withoutLeader(waiting);
        }
        awaitAnswers(names);
    }

    /**
     * Waits until the leaders answer. A broker is named as leader a moment before it takes records, and an idempotent
     * producer that has several batches on the way then does not always find back to their order.
     */
    private void awaitAnswers(List<String> names) {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        describe(names)
                .forEach((name, description) -> description
                        .partitions()
                        .forEach(info -> ends.put(new TopicPartition(name, info.partition()), OffsetSpec.latest())));
        get(admin.listOffsets(ends).all());
    }

    private List<String> withoutLeader(List<String> names) {
        Map<String, TopicDescription> descriptions = describe(names);
        return names.stream()
                .filter(name -> !hasLeaders(descriptions.get(name)))
                .toList();
    }

    private static boolean hasLeaders(@Nullable TopicDescription description) {
        return description != null && description.partitions().stream().allMatch(TopicAdmin::hasLeader);
    }

    private static boolean hasLeader(TopicPartitionInfo partition) {
        return partition.leader() != null && !partition.leader().isEmpty();
    }

    /** Those that are there, by name. */
    private Map<String, TopicDescription> describe(List<String> names) {
        Map<String, TopicDescription> found = new HashMap<>();
        admin.describeTopics(names).topicNameValues().forEach((name, description) -> {
            try {
                found.put(name, get(description));
            } catch (UnknownTopicOrPartitionException e) {
                // It is not there; that is an answer.
            }
        });
        return found;
    }

    private Map<String, Config> configs(Collection<String> names) {
        List<ConfigResource> resources = names.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        Map<String, Config> configs = new HashMap<>();
        get(admin.describeConfigs(resources).all()).forEach((resource, config) -> configs.put(resource.name(), config));
        return configs;
    }

    private static List<String> differences(TopicSpec spec, TopicDescription description, Config config) {
        List<String> differences = new ArrayList<>();
        int partitions = description.partitions().size();
        if (partitions != spec.partitions()) {
            differences.add("has " + partitions + " partitions (catalogue: " + spec.partitions() + ")");
        }
        for (Map.Entry<String, String> wanted : spec.configs().entrySet()) {
            ConfigEntry entry = config.get(wanted.getKey());
            String actual = entry == null ? "unset" : entry.value();
            if (!wanted.getValue().equals(actual)) {
                differences.add(wanted.getKey() + " is " + actual + " (catalogue: " + wanted.getValue() + ")");
            }
        }
        return differences;
    }

    private static <T> T get(KafkaFuture<T> future) {
        try {
            return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("the cluster did not answer within " + PATIENCE.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the cluster", e);
        }
    }
}
