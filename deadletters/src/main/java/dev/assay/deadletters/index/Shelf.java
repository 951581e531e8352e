package dev.assay.deadletters.index;

import dev.assay.deadletters.LetterId;
import dev.assay.deadletters.Stage;
import dev.assay.schemas.topics.Topics;
import org.apache.kafka.common.TopicPartition;

/**
 * One partition of a stage's dead-letter topic.
 *
 * @param stage the stage
 * @param partition the partition's number
 */
record Shelf(Stage stage, int partition) {
    TopicPartition letters(Topics topics) {
        return new TopicPartition(stage.topic(topics), partition);
    }

    /** Where the marks of its letters are. */
    TopicPartition marks(Topics topics) {
        return new TopicPartition(topics.deadLetterMarks(), partition);
    }

    LetterId id(long offset) {
        return new LetterId(stage, partition, offset);
    }

    /** The name of its file. */
    String fileName() {
        return stage.label() + "-" + partition;
    }
}
