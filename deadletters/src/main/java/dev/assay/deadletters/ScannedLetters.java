package dev.assay.deadletters;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.topics.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/** Dead letters as their topics hold them, read through from the selection's earliest time on. */
public final class ScannedLetters implements Letters, AutoCloseable {
    private final Topics topics;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Deserializer<SpecificRecord> deserializer;
    private final TopicScan scan;

    public ScannedLetters(KafkaClients clients) {
        topics = clients.settings().topics();
        // A fetch that waits at the end of one partition would hold up the next one.
        consumer = clients.consumer("assay-dead-letter-reader", Map.of("fetch.max.wait.ms", 10));
        deserializer = clients.valueDeserializer();
        scan = new TopicScan(consumer);
    }

    @Override
    public void find(Selection selection, Predicate<FoundLetter> visitor) {
        Map<Integer, Marks> marks = new HashMap<>();
        for (Stage stage : Stage.values()) {
            if (!selection.stages().isEmpty() && !selection.stages().contains(stage)) {
                continue;
            }
            for (TopicPartition partition : scan.partitions(stage.topic(topics))) {
                List<TopicPartition> one = List.of(partition);
                Map<TopicPartition, Long> from = selection.since() == null
                        ? scan.beginnings(one)
                        : scan.startsAt(one, selection.since().toEpochMilli());
                Map<TopicPartition, Long> to = scan.ends(one);
                Marks ofPartition = marks.computeIfAbsent(
                        partition.partition(), number -> Marks.read(scan, topics, deserializer, number));
                boolean wantsMore = scan.readWhile(from, to, record -> {
                    FoundLetter found = found(Letter.of(stage, record), ofPartition);
                    return !selection.matches(found) || visitor.test(found);
                });
                if (!wantsMore) {
                    return;
                }
            }
        }
    }

    @Override
    public Optional<FoundLetter> get(LetterId id) {
        TopicPartition partition = new TopicPartition(id.stage().topic(topics), id.partition());
        if (!scan.partitions(partition.topic()).contains(partition)
                || id.offset() >= scan.ends(List.of(partition)).getOrDefault(partition, 0L)) {
            return Optional.empty();
        }
        FoundLetter[] found = {null};
        Marks marks = Marks.read(scan, topics, deserializer, id.partition());
        boolean unused = scan.readWhile(Map.of(partition, id.offset()), Map.of(partition, id.offset() + 1), record -> {
            found[0] = found(Letter.of(id.stage(), record), marks);
            return false;
        });
        return Optional.ofNullable(found[0]);
    }

    @Override
    public void close() {
        consumer.close();
        deserializer.close();
    }

    private static FoundLetter found(Letter letter, Marks marks) {
        return new FoundLetter(letter, marks.of(letter.id()));
    }
}
