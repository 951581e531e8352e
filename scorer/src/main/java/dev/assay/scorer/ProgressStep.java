package dev.assay.scorer;

import dev.assay.schemas.RunEntry;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.topics.Topics;
import java.nio.charset.StandardCharsets;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Picks the progress of submits out of the runs topic. Manifests say nothing that is counted, and summaries are our
 * own. An entry that cannot be read is passed over: it is of a compacted topic that others repair by writing it again.
 */
final class ProgressStep implements Processor<byte[], byte[], byte[], byte[]> {
    private static final Logger LOG = LoggerFactory.getLogger(ProgressStep.class);
    private static final byte[] MINE = "/progress".getBytes(StandardCharsets.UTF_8);

    private final Topics topics;
    private final Deserializer<SpecificRecord> deserializer;
    private final ScorerMeters meters;
    private @Nullable ProcessorContext<byte[], byte[]> context;

    ProgressStep(Topics topics, RecordSerdes serdes, ScorerMeters meters) {
        this.topics = topics;
        this.deserializer = serdes.deserializers().get();
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> running) {
        context = running;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        if (context == null || record.value() == null || !isProgress(record.key())) {
            return;
        }
        try {
            if (deserializer.deserialize(topics.runs(), record.value()) instanceof RunEntry entry
                    && entry.getEntry() instanceof RunProgress progress) {
                byte[] runId = progress.getRunId().getBytes(StandardCharsets.UTF_8);
                context.forward(record.withKey(runId).withValue(RunUpdate.write(new RunUpdate.Submitted(progress))));
            }
        } catch (SerializationException e) {
            meters.unreadableEntry();
            LOG.atWarn().addKeyValue("topic", topics.runs()).setCause(e).log("unreadable progress entry passed over");
        }
    }

    /** By the key, so that summaries, of which there are many, need not be decoded. */
    private static boolean isProgress(byte @Nullable [] key) {
        if (key == null || key.length < MINE.length) {
            return false;
        }
        return java.util.Arrays.equals(key, key.length - MINE.length, key.length, MINE, 0, MINE.length);
    }

    @Override
    public void close() {
        deserializer.close();
    }
}
