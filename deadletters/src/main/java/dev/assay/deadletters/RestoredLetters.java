package dev.assay.deadletters;

import dev.assay.runtime.TopicScan;
import dev.assay.schemas.topics.HeaderNames;
import dev.assay.schemas.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Letters that were written back from an export. Each is the record as it was, with one header more that names what it
 * was, by which it is known when the same export is read again.
 */
final class RestoredLetters implements Turn.DoneReader {
    private final Topics topics;
    private final Admin admin;
    private final TopicScan scan;
    private final Instant since;

    /** @param since nothing to be written back died before that, so nothing was written back before that either */
    RestoredLetters(Topics topics, Admin admin, TopicScan scan, Instant since) {
        this.topics = topics;
        this.admin = admin;
        this.scan = scan;
        this.since = since;
    }

    @Override
    public Map<String, Long> read(Stage stage, int partition) {
        TopicPartition letters = new TopicPartition(stage.topic(topics), partition);
        Map<TopicPartition, Long> from = scan.startsAt(List.of(letters), since.toEpochMilli());
        Map<String, Long> done = new HashMap<>();
        scan.read(from, Map.of(letters, DoneMarks.end(admin, letters)), record -> {
            Header header = record.headers().lastHeader(HeaderNames.RESTORED);
            if (header != null && header.value() != null) {
                done.put(new String(header.value(), StandardCharsets.UTF_8), record.timestamp());
            }
        });
        return done;
    }

    /** What tells the letter of a line apart from all others. */
    static String name(ExportLine line) {
        return line.id() + "@" + line.at();
    }

    /** What writes it back. */
    static Step step(Topics topics, ExportLine line, int partition) {
        String topic = line.id().stage().topic(topics);
        return new Step.Write(topic, null, "", 0, 0, 0, List.of(), now -> {
            Headers headers = new RecordHeaders(line.headers().toArray());
            headers.remove(HeaderNames.RESTORED);
            headers.add(HeaderNames.RESTORED, name(line).getBytes(StandardCharsets.UTF_8));
            return List.of(
                    new ProducerRecord<>(topic, partition, now.toEpochMilli(), line.key(), line.value(), headers));
        });
    }
}
