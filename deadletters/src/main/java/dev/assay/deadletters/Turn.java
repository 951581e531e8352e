package dev.assay.deadletters;

import dev.assay.producer.AssayProducer;
import dev.assay.producer.ReplayWriter;
import dev.assay.producer.SubmitListener;
import dev.assay.producer.WhenFull;
import dev.assay.schemas.topics.Topics;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The time in which one process alone deals with the letters of one partition. It begins with a fence: whoever dealt with
 * them before can write nothing more, and what they had not committed is undone. Only then is read what was done, so
 * nothing is done twice. For one thread.
 */
final class Turn implements AutoCloseable {
    private final Stage stage;
    private final int partition;
    private final ReplayWriter writer;
    private final Map<String, Long> done;

    private Turn(Stage stage, int partition, ReplayWriter writer, Map<String, Long> done) {
        this.stage = stage;
        this.partition = partition;
        this.writer = writer;
        this.done = done;
    }

    /** Reads what was done about the letters of a partition: when, in epoch milliseconds, by what tells them apart. */
    interface DoneReader {
        Map<String, Long> read(Stage stage, int partition);
    }

    static Turn begin(
            AssayProducer producer,
            Topics topics,
            Stage stage,
            int partition,
            WhenFull whenFull,
            SubmitListener listener,
            DoneReader reader) {
        ReplayWriter writer =
                producer.replayWriter(topics.replayTransactionalId(stage.label(), partition), whenFull, listener);
        try {
            return new Turn(stage, partition, writer, reader.read(stage, partition));
        } catch (RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    boolean isOf(Stage otherStage, int otherPartition) {
        return stage == otherStage && partition == otherPartition;
    }

    ReplayWriter writer() {
        return writer;
    }

    /** When it was done, in epoch milliseconds; null where it was not. */
    @Nullable
    Long doneAt(String key) {
        return done.get(key);
    }

    void done(String key, long epochMillis) {
        done.put(key, epochMillis);
    }

    @Override
    public void close() {
        writer.close();
    }
}
