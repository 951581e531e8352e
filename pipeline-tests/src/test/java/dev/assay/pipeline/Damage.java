package dev.assay.pipeline;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.topics.HeaderNames;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** Records of every damaged kind, and the check that their dead letters hold each byte of them. */
final class Damage {
    private static final byte[] NOT_UTF8 = {(byte) 0xC3, (byte) 0x28, (byte) 0xFF, 0};
    private static final byte[] RUBBISH = "no record".getBytes(StandardCharsets.UTF_8);

    private Damage() {}

    /**
     * One record of each kind.
     *
     * @param topic where they go
     * @param stranger a record of ours in its wire format, but of a type that has no business in the topic
     */
    static List<ProducerRecord<byte[], byte[]>> ofEveryKind(String topic, byte[] stranger) {
        byte[] ones = new byte[64];
        Arrays.fill(ones, (byte) 0xFF);
        byte[] large = new byte[2_000_000];
        new Random(7).nextBytes(large);
        byte[] unknownSchema = stranger.clone();
        ByteBuffer.wrap(unknownSchema).putInt(1, 99_999);
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        records.add(record(topic, "empty", new byte[0], plain()));
        records.add(record(topic, "null", null, plain()));
        records.add(record(topic, "ones", ones, plain()));
        records.add(record(topic, "json", "{\"not\":\"a record\"}".getBytes(StandardCharsets.UTF_8), plain()));
        records.add(record(topic, "unknown-schema", unknownSchema, plain()));
        records.add(record(topic, "wrong-type", stranger, plain()));
        records.add(record(topic, "cut-within-the-id", Arrays.copyOf(stranger, 3), plain()));
        records.add(record(topic, "cut-within-the-body", Arrays.copyOf(stranger, stranger.length / 2), plain()));
        records.add(record(topic, "two-megabytes", large, plain()));
        records.add(record(topic, "no-headers", RUBBISH, List.of()));
        records.add(record(topic, "doubled-headers", RUBBISH, doubled("doubled-headers")));
        records.add(record(topic, "headers-not-utf8", RUBBISH, notUtf8()));
        records.add(new ProducerRecord<>(topic, null, (byte[]) null, RUBBISH, plain()));
        records.add(new ProducerRecord<>(topic, null, NOT_UTF8, RUBBISH, plain()));
        return records;
    }

    /** Headers that name the same thing twice. */
    static List<Header> doubled(String jobId) {
        return List.of(
                header(HeaderNames.TENANT, "one"),
                header(HeaderNames.TENANT, "two"),
                header(HeaderNames.RUN_ID, "stray"),
                header(HeaderNames.RUN_ID, "stray"),
                header(HeaderNames.JOB_ID, jobId),
                header(HeaderNames.JOB_ID, jobId),
                header("own", "first"),
                header("own", "second"));
    }

    /** Headers whose values are no text, or nothing. */
    static List<Header> notUtf8() {
        return List.of(
                new RecordHeader(HeaderNames.TENANT, NOT_UTF8),
                new RecordHeader(HeaderNames.RUN_ID, NOT_UTF8),
                new RecordHeader(HeaderNames.JOB_ID, NOT_UTF8),
                new RecordHeader("own", NOT_UTF8),
                new RecordHeader("nothing", (byte[]) null));
    }

    /** Checks that each record lies among the dead letters once, with its key, value and headers as they were. */
    static void checkKept(
            List<ProducerRecord<byte[], byte[]>> damaged,
            List<RecordMetadata> places,
            List<ConsumerRecord<byte[], byte[]>> letters) {
        Map<String, ConsumerRecord<byte[], byte[]>> byPlace = letters.stream()
                .collect(Collectors.toMap(
                        letter -> RawTopic.header(letter, "assay.original.partition") + "@"
                                + RawTopic.header(letter, "assay.original.offset"),
                        Function.identity()));
        assertThat(byPlace).hasSize(damaged.size());
        for (int i = 0; i < damaged.size(); i++) {
            ProducerRecord<byte[], byte[]> record = damaged.get(i);
            String name = RawTopic.text(record.key());
            ConsumerRecord<byte[], byte[]> letter = requireNonNull(
                    byPlace.get(places.get(i).partition() + "@" + places.get(i).offset()), name);
            assertThat(letter.key()).as(name).isEqualTo(record.key());
            assertThat(letter.value()).as(name).isEqualTo(record.value());
            assertThat(RawTopic.header(letter, "assay.error.disposition"))
                    .as(name)
                    .isEqualTo("UNDECODABLE");
            assertThat(RawTopic.header(letter, "assay.original.topic")).as(name).isEqualTo(record.topic());
            List<Header> kept = Arrays.asList(letter.headers().toArray());
            List<Header> given = Arrays.asList(record.headers().toArray());
            assertThat(kept.subList(0, given.size())).as(name).isEqualTo(given);
        }
    }

    private static ProducerRecord<byte[], byte[]> record(
            String topic, String key, byte @Nullable [] value, List<Header> headers) {
        return new ProducerRecord<>(topic, null, key.getBytes(StandardCharsets.UTF_8), value, headers);
    }

    private static List<Header> plain() {
        return List.of(header("own", "kept"), header(HeaderNames.TENANT, "tests"));
    }

    private static Header header(String name, String value) {
        return new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
