package dev.assay.deadletters.index;

import dev.assay.deadletters.Stage;
import dev.assay.runtime.Answers;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.topics.Topics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;

/**
 * What an index belongs to. A topic that was deleted and created again has another id, and entries written by a version
 * with other failure kinds mean something else.
 *
 * @param cluster the cluster's id
 * @param topics the names of the topics
 * @param byName the dead-letter topics and that of the marks
 */
record Facts(String cluster, Topics topics, Map<String, TopicDescription> byName) {
    static Facts of(Admin admin, Topics topics) {
        List<String> names = List.of(topics.deadLetterJobs(), topics.deadLetterResults(), topics.deadLetterMarks());
        var described = admin.describeTopics(names).allTopicNames();
        return new Facts(
                Answers.await(admin.describeCluster().clusterId()), topics, Map.copyOf(Answers.await(described)));
    }

    /** Every partition of the dead-letter topics, by stage and number. */
    List<Shelf> shelves() {
        List<Shelf> shelves = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            int partitions = partitions(stage.topic(topics));
            for (int partition = 0; partition < partitions; partition++) {
                shelves.add(new Shelf(stage, partition));
            }
        }
        return shelves;
    }

    /** Whether the topic of marks has a partition of that number. */
    boolean hasMarks(Shelf shelf) {
        return shelf.partition() < partitions(topics.deadLetterMarks());
    }

    /** A number that another cluster, another topic of the same name or another form of entries does not have. */
    long owner(Shelf shelf) {
        String text = String.join(
                "\n",
                cluster,
                id(shelf.stage().topic(topics)),
                id(topics.deadLetterMarks()),
                shelf.fileName(),
                Arrays.toString(FailureKind.values()),
                Arrays.toString(Disposition.values()));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private int partitions(String topic) {
        TopicDescription description = byName.get(topic);
        return description == null ? 0 : description.partitions().size();
    }

    private String id(String topic) {
        TopicDescription description = byName.get(topic);
        return description == null ? "" : String.valueOf(description.topicId());
    }
}
