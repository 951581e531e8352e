package dev.assay.scorer;

import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.deadletter.DeadLetterHeaders;
import dev.assay.schemas.topics.TopicSizes;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Makes the dead letter of a result that cannot be used: key and value as they came, the reason in headers. No
 * serializer takes part, for the one that failed may be the reason.
 */
final class UnusableResults {
    /** Room for key, headers and framing beside the value; a larger letter would be refused, again and again. */
    private static final int OVERHEAD_BYTES = 16 << 10;

    private final String group;

    UnusableResults(String group) {
        this.group = group;
    }

    Record<byte[], ScoreOutput> letter(
            ResultReader.Reading.Unusable unusable, Record<byte[], byte[]> record, ProcessorContext<?, ?> context) {
        RecordMetadata origin = context.recordMetadata()
                .orElseThrow(() -> new IllegalStateException("a record that comes from no topic"));
        byte[] value = record.value();
        boolean fits = value == null || value.length <= TopicSizes.MAX_RECORD_BYTES - OVERHEAD_BYTES;
        DeadLetter letter = DeadLetter.newBuilder()
                .setKind(FailureKind.UNKNOWN)
                .setDisposition(Disposition.UNDECODABLE)
                .setMessage(fits ? unusable.why() : unusable.why() + "; too large to copy, read it at its origin")
                .setOriginalTopic(origin.topic())
                .setOriginalPartition(origin.partition())
                .setOriginalOffset(origin.offset())
                .setOriginalTimestamp(Instant.ofEpochMilli(Math.max(0, record.timestamp())))
                .setAttempts(0)
                .setDeliveries(1)
                .setGeneration(0)
                .setWorker(group)
                .build();
        DeadLetterHeaders.Reader reader = new DeadLetterHeaders.Reader(
                group,
                TimestampType.CREATE_TIME,
                unusable.cause() == null ? null : unusable.cause().getClass());
        Headers headers = DeadLetterHeaders.write(letter, record.headers(), reader);
        return record.<ScoreOutput>withValue(
                        new ScoreOutput.OfDeadLetter(fits && value != null ? Bytes.wrap(value) : null))
                .withHeaders(headers);
    }
}
