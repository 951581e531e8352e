package dev.assay.cli.read;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.FallbackWindow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/** Reads the windows of the fallback rate that the scorers have written so far. */
public final class RatesReader {
    private RatesReader() {}

    /**
     * What was read.
     *
     * @param windows the last word on each window, by lane, model and start
     * @param damaged records that could not be decoded and were passed over
     */
    public record Read(List<FallbackWindow> windows, long damaged) {}

    /** Reads the topic from its beginning to where it ends now. */
    public static Read read(KafkaClients clients) {
        String topic = clients.settings().topics().fallbackRates();
        Map<String, FallbackWindow> latest = new TreeMap<>();
        long[] damaged = new long[1];
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("assay-rates-reader", Map.of());
                Deserializer<SpecificRecord> deserializer = clients.valueDeserializer()) {
            TopicScan scan = new TopicScan(consumer);
            List<TopicPartition> partitions = scan.partitions(topic);
            Map<TopicPartition, Long> ends = scan.ends(partitions);
            scan.read(scan.beginnings(partitions), ends, record -> {
                String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
                if (record.value() == null) {
                    latest.remove(key);
                    return;
                }
                try {
                    if (deserializer.deserialize(topic, record.value()) instanceof FallbackWindow window) {
                        latest.put(key, window);
                    } else {
                        damaged[0]++;
                    }
                } catch (SerializationException e) {
                    damaged[0]++;
                }
            });
        }
        return new Read(List.copyOf(latest.values()), damaged[0]);
    }
}
