package dev.assay.scorer;

import dev.assay.schemas.FallbackWindow;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.Topics;
import dev.assay.scorer.fold.WindowTally;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the shares of each window of the fallback rate and writes a record for each lane and model that changed, at
 * most once an interval. What was written last is part of the state: a lane or model that is gone from its window,
 * because a replay took its only job back, has its record deleted.
 */
final class WindowStep implements Processor<byte[], byte[], byte[], byte[]> {
    private final Topics topics;
    private final ScorerSettings settings;
    private final Serializer<SpecificRecord> serializer;
    private @Nullable ProcessorContext<byte[], byte[]> context;
    private @Nullable WindowStore windows;

    WindowStep(Topics topics, ScorerSettings settings, RecordSerdes serdes) {
        this.topics = topics;
        this.settings = settings;
        this.serializer = serdes.serializers().get();
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> running) {
        context = running;
        windows = new WindowStore(running.getStateStore(ScorerTopology.WINDOW_SHARES));
        windows.open();
        running.schedule(settings.summaryInterval(), PunctuationType.WALL_CLOCK_TIME, this::write);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        if (windows != null) {
            windows.put(Windows.startOf(record.key()), WindowShare.of(record.value()));
        }
    }

    private void write(long now) {
        if (windows == null) {
            return;
        }
        windows.tell((start, told, sum) -> {
            Map<String, FallbackWindow> gone = byKey(told, start);
            byKey(sum, start).forEach((key, window) -> {
                if (!window.equals(gone.remove(key))) {
                    forward(key, serializer.serialize(topics.fallbackRates(), window), now);
                }
            });
            gone.keySet().forEach(key -> forward(key, null, now));
        });
    }

    private static Map<String, FallbackWindow> byKey(WindowTally tally, long start) {
        Map<String, FallbackWindow> byKey = new LinkedHashMap<>();
        for (FallbackWindow window : tally.records(start)) {
            byKey.put(Keys.fallbackWindow(window.getLane(), window.getModel(), start), window);
        }
        return byKey;
    }

    private void forward(String key, byte @Nullable [] value, long now) {
        if (context != null) {
            context.forward(new Record<>(key.getBytes(StandardCharsets.UTF_8), value, now));
        }
    }

    @Override
    public void close() {
        serializer.close();
    }
}
