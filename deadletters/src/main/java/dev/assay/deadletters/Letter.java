package dev.assay.deadletters;

import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.deadletter.Ancestor;
import dev.assay.schemas.deadletter.DeadLetterHeaders;
import dev.assay.schemas.deadletter.Lineage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * One dead letter as it lies in its topic. Any record there is one, whatever its bytes: where its headers are not
 * complete it is damaged, and stays to be shown, exported and discarded.
 *
 * @param id where it lies
 * @param at when it was written
 * @param key the original record's key; null where it had none
 * @param value the original record's bytes; null where it was empty
 * @param headers all its headers, the original ones among them
 * @param reading what the headers say
 */
@SuppressWarnings("ArrayRecordComponent")
public record Letter(
        LetterId id,
        Instant at,
        byte @Nullable [] key,
        byte @Nullable [] value,
        Headers headers,
        DeadLetterHeaders.Reading reading) {

    /** Reads the headers; never fails. */
    public static Letter of(Stage stage, ConsumerRecord<byte[], byte[]> record) {
        return new Letter(
                new LetterId(stage, record.partition(), record.offset()),
                Instant.ofEpochMilli(Math.max(record.timestamp(), 0)),
                record.key(),
                record.value(),
                record.headers(),
                DeadLetterHeaders.read(record.headers()));
    }

    /** What it says; empty where it is damaged. */
    public Optional<DeadLetter> told() {
        return reading instanceof DeadLetterHeaders.Reading.Intact(DeadLetter letter)
                ? Optional.of(letter)
                : Optional.empty();
    }

    /** How many bytes its key, value and headers have. */
    public long size() {
        long size = length(key) + length(value);
        for (Header header : headers) {
            size += header.key().length() + length(header.value());
        }
        return size;
    }

    /** What is wrong with its headers, a sentence each; empty where nothing is. */
    public List<String> problems() {
        return reading instanceof DeadLetterHeaders.Reading.Damaged(List<String> problems) ? problems : List.of();
    }

    /** The lives that it had before, the first one first. */
    public List<Ancestor> lineage() {
        return Lineage.read(headers);
    }

    /** How often it was sent again; for a record that tells no generation, as often as its lineage says. */
    public int generation() {
        return Math.max(lineage().size(), told().map(DeadLetter::getGeneration).orElse(0));
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
