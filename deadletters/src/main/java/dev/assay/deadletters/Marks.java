package dev.assay.deadletters;

import dev.assay.runtime.TopicScan;
import dev.assay.schemas.DeadLetterMark;
import dev.assay.schemas.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was done about the letters of one partition number, as the topic of marks says: it has as many partitions as the
 * dead-letter topics, so the marks of a letter are in the partition of its own number.
 */
public final class Marks {
    private static final Logger LOG = LoggerFactory.getLogger(Marks.class);

    private final Map<LetterId, DeadLetterMark> byLetter = new HashMap<>();

    private Marks() {}

    /** Reads the committed marks of letters in partitions of that number, all that there are now. */
    public static Marks read(TopicScan scan, Topics topics, Deserializer<SpecificRecord> deserializer, int partition) {
        TopicPartition marks = partitionOf(topics, partition);
        Marks read = new Marks();
        Map<TopicPartition, Long> from = scan.beginnings(List.of(marks));
        scan.read(from, scan.ends(List.of(marks)), record -> {
            LetterId id = idOf(record);
            if (id != null) {
                read.take(id, decode(topics, deserializer, record));
            }
        });
        return read;
    }

    /** Where the marks of letters in partitions of that number are. */
    static TopicPartition partitionOf(Topics topics, int partition) {
        return new TopicPartition(topics.deadLetterMarks(), partition);
    }

    /** The letter that a mark is of; null where the key is no id. */
    public static @Nullable LetterId idOf(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null) {
            return null;
        }
        try {
            return LetterId.parse(new String(record.key(), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            LOG.warn("a mark without a letter's id as its key is passed over: {}", e.getMessage());
            return null;
        }
    }

    /** The mark; null where it was taken back or cannot be read. */
    public static @Nullable DeadLetterMark decode(
            Topics topics, Deserializer<SpecificRecord> deserializer, ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return null;
        }
        try {
            return deserializer.deserialize(topics.deadLetterMarks(), record.value()) instanceof DeadLetterMark mark
                    ? mark
                    : null;
        } catch (SerializationException e) {
            LOG.warn("the mark at {}-{} cannot be read: {}", record.partition(), record.offset(), e.getMessage());
            return null;
        }
    }

    /** The mark of a letter; null while it is open. */
    public @Nullable DeadLetterMark of(LetterId id) {
        return byLetter.get(id);
    }

    /** All of them, by letter. */
    public Map<LetterId, DeadLetterMark> all() {
        return new TreeMap<>(byLetter);
    }

    private void take(LetterId id, @Nullable DeadLetterMark mark) {
        if (mark == null) {
            byLetter.remove(id);
        } else {
            byLetter.put(id, mark);
        }
    }
}
