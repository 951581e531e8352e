package dev.assay.deadletters;

import dev.assay.runtime.Answers;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.DeadLetterMark;
import dev.assay.schemas.topics.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Reads which letters of a partition have a mark, for whoever has its turn.
 *
 * <p>Reading to where committed records end is not enough. Letters of both stages have their marks in the same partition,
 * so an open transaction about the other stage's holds that point back, and marks of this one may lie behind it. It reads
 * to the end of the log as it was at the beginning, however long the transactions before that take; none takes longer
 * than its timeout.
 */
final class DoneMarks implements Turn.DoneReader, AutoCloseable {
    private final Topics topics;
    private final Admin admin;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicScan scan;
    private final Deserializer<SpecificRecord> deserializer;

    /** @param admin stays the caller's to close */
    DoneMarks(KafkaClients clients, Admin admin) {
        this.topics = clients.settings().topics();
        this.admin = admin;
        // A partition that holds nothing new would keep the answer waiting for half a second.
        this.consumer = clients.consumer("assay-mark-reader", Map.of("fetch.max.wait.ms", 10));
        this.scan = new TopicScan(consumer);
        this.deserializer = clients.valueDeserializer();
    }

    @Override
    public Map<String, Long> read(Stage stage, int partition) {
        TopicPartition marks = Marks.partitionOf(topics, partition);
        Map<String, Long> done = new HashMap<>();
        scan.read(scan.beginnings(List.of(marks)), Map.of(marks, end(admin, marks)), record -> {
            LetterId id = Marks.idOf(record);
            if (id != null && id.stage() == stage) {
                DeadLetterMark mark = Marks.decode(topics, deserializer, record);
                if (mark != null) {
                    done.put(id.toString(), mark.getAt().toEpochMilli());
                } else if (record.value() == null) {
                    done.remove(id.toString());
                } else {
                    // It says something that this version cannot read; sending it twice would be worse than not at all.
                    done.put(id.toString(), record.timestamp());
                }
            }
        });
        return done;
    }

    /** Where the log of a partition ends, open transactions included. */
    static long end(Admin admin, TopicPartition partition) {
        return Answers.await(admin.listOffsets(
                                Map.of(partition, OffsetSpec.latest()),
                                new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                        .partitionResult(partition))
                .offset();
    }

    @Override
    public void close() {
        consumer.close();
        deserializer.close();
    }
}
