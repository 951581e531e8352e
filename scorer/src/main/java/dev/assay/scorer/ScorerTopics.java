package dev.assay.scorer;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.TopicAdmin;
import dev.assay.schemas.topics.Topics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;

/** Checks the scorer's topics before it starts, for Kafka Streams would wait for a missing one or fail later. */
final class ScorerTopics {
    private ScorerTopics() {}

    /**
     * Checks them.
     *
     * @param judges the lane of judges' jobs
     * @return whether that lane has its topic; without it a scorer works, and asks no judge
     * @throws IllegalStateException when one is missing, or scores and results differ in their partitions: a job's
     *     score is looked for in the partition that its result is in
     */
    static boolean verify(KafkaClients clients, String judges) {
        Topics topics = clients.settings().topics();
        try (Admin admin = clients.admin(topics.scorerGroup() + "-start")) {
            new TopicAdmin(admin)
                    .require(List.of(
                            topics.results(),
                            topics.scores(),
                            topics.runs(),
                            topics.deadLetterResults(),
                            topics.fallbackRates()));
            List<String> paired = List.of(topics.results(), topics.scores());
            Map<String, TopicDescription> described =
                    admin.describeTopics(paired).allTopicNames().get();
            int results = partitions(described, topics.results());
            int scores = partitions(described, topics.scores());
            if (results != scores) {
                throw new IllegalStateException(topics.scores() + ": " + scores + " partitions (expected: " + results
                        + ", as many as " + topics.results() + " has)");
            }
            return admin.listTopics().names().get().contains(topics.jobs(judges));
        } catch (ExecutionException e) {
            throw new IllegalStateException("topics cannot be described: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while checking topics", e);
        }
    }

    private static int partitions(Map<String, TopicDescription> described, String topic) {
        TopicDescription description = described.get(topic);
        if (description == null) {
            throw new IllegalStateException(topic + ": not described");
        }
        return description.partitions().size();
    }
}
