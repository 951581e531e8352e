package dev.assay.schemas.deadletter;

import dev.assay.schemas.DeadLetter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The headers that Spring Kafka's dead-letter recoverer writes, in its encodings, so that tools made for them (AKHQ's
 * dead-letter view, a Spring listener) work on Assay's dead letters. No stack trace: it could quote a prompt.
 */
final class SpringHeaders {
    static final String TOPIC = "kafka_dlt-original-topic";
    static final String PARTITION = "kafka_dlt-original-partition";
    static final String OFFSET = "kafka_dlt-original-offset";
    static final String TIMESTAMP = "kafka_dlt-original-timestamp";
    static final String TIMESTAMP_TYPE = "kafka_dlt-original-timestamp-type";
    static final String CONSUMER_GROUP = "kafka_dlt-original-consumer-group";
    static final String EXCEPTION_CLASS = "kafka_dlt-exception-fqcn";
    static final String EXCEPTION_MESSAGE = "kafka_dlt-exception-message";

    private static final String PREFIX = "kafka_dlt-";

    private SpringHeaders() {}

    static boolean isReserved(String name) {
        return name.startsWith(PREFIX);
    }

    static Map<String, byte[]> of(DeadLetter letter, DeadLetterHeaders.Reader reader) {
        Map<String, byte[]> headers = new LinkedHashMap<>();
        headers.put(TOPIC, text(letter.getOriginalTopic()));
        headers.put(PARTITION, number(letter.getOriginalPartition()));
        headers.put(OFFSET, number(letter.getOriginalOffset()));
        headers.put(TIMESTAMP, number(letter.getOriginalTimestamp().toEpochMilli()));
        headers.put(TIMESTAMP_TYPE, text(reader.timestampType().name));
        headers.put(CONSUMER_GROUP, text(reader.consumerGroup()));
        headers.put(EXCEPTION_CLASS, text(exceptionClass(letter, reader)));
        headers.put(EXCEPTION_MESSAGE, text(Bounds.message(letter.getMessage())));
        return headers;
    }

    /** Most failures are no exception; by the kind in its place, tools group dead letters all the same. */
    private static String exceptionClass(DeadLetter letter, DeadLetterHeaders.Reader reader) {
        Class<? extends Throwable> exception = reader.exception();
        return exception == null
                ? letter.getKind().getDeclaringClass().getName() + "." + letter.getKind()
                : exception.getName();
    }

    private static byte[] text(String value) {
        return value.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
    }

    private static byte[] number(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }
}
