package dev.assay.worker;

import dev.assay.runtime.KafkaSettings;
import dev.assay.schemas.topics.TopicSizes;
import java.util.Map;

/**
 * What a worker's producers are told where the user's settings say nothing: to give up within the time that a
 * transaction may stay open, and to send records as large as the topics take.
 */
final class WriterLimits {
    private static final String MAX_REQUEST = "max.request.size";
    /** Room for a record's key, headers and framing beside its value. */
    private static final int OVERHEAD_BYTES = 16 << 10;

    private static final Map<String, String> TIMES =
            Map.of("request.timeout.ms", "5000", "delivery.timeout.ms", "10000");

    private WriterLimits() {}

    static KafkaSettings applied(KafkaSettings settings) {
        KafkaSettings applied = settings;
        // Kafka refuses a delivery timeout below the request timeout: both are the user's, or both are ours.
        if (TIMES.keySet().stream().noneMatch(key -> isSet(settings, key)) && !isSet(settings, "linger.ms")) {
            for (Map.Entry<String, String> time : TIMES.entrySet()) {
                applied = applied.with("producer." + time.getKey(), time.getValue());
            }
        }
        if (!isSet(settings, "max.block.ms")) {
            applied = applied.with("producer.max.block.ms", "10000");
        }
        if (!isSet(settings, MAX_REQUEST)) {
            applied = applied.with("producer." + MAX_REQUEST, String.valueOf(TopicSizes.MAX_RECORD_BYTES));
        }
        return applied;
    }

    /** Size of a record's value above which it is not even tried to send it. */
    static int maxValueBytes(KafkaSettings applied) {
        Map<String, String> client = applied.client();
        String size = client.getOrDefault("producer." + MAX_REQUEST, client.getOrDefault(MAX_REQUEST, ""));
        try {
            return Math.max(Integer.parseInt(size) - OVERHEAD_BYTES, OVERHEAD_BYTES);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(MAX_REQUEST + ": " + size + " (expected: a whole number)", e);
        }
    }

    private static boolean isSet(KafkaSettings settings, String key) {
        return settings.client().containsKey(key) || settings.client().containsKey("producer." + key);
    }
}
