package dev.assay.cli.read;

import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.RunEntry;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.ScoreSet;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.Names;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Follows the runs topic: the latest manifest, progress and summary of one run or of all. Not thread-safe. */
public final class RunReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Deserializer<SpecificRecord> deserializer;
    private final String topic;
    private final @Nullable String keyPrefix;
    private final List<TopicPartition> partitions = new ArrayList<>();
    private final Map<String, RunView> views = new HashMap<>();
    private long damaged;

    private RunReader(KafkaClients clients, @Nullable String runId) {
        consumer = clients.consumer("assay-run-reader", Map.of());
        deserializer = clients.valueDeserializer();
        topic = clients.settings().topics().runs();
        keyPrefix = runId == null ? null : runId + "/";
        consumer.partitionsFor(topic)
                .forEach(info -> partitions.add(new TopicPartition(info.topic(), info.partition())));
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Follows every run. */
    public static RunReader ofAll(KafkaClients clients) {
        return new RunReader(clients, null);
    }

    /** Follows one run and decodes no other. */
    public static RunReader of(KafkaClients clients, String runId) {
        return new RunReader(clients, runId);
    }

    /** Reads up to where the topic ends now. */
    public void refresh() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        long start = System.nanoTime();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            consumer.poll(POLL).forEach(this::take);
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new TimeoutException(topic + " could not be read within " + PATIENCE.toSeconds() + " s");
            }
        }
    }

    /** Reads what arrives, waiting for the first record up to that long. */
    public void await(Duration longest) {
        consumer.poll(longest).forEach(this::take);
    }

    public Optional<RunView> run(String runId) {
        return Optional.ofNullable(views.get(runId));
    }

    /** Every run seen, the latest submitted first. */
    public List<RunView> runs() {
        List<RunView> runs = new ArrayList<>(views.values());
        runs.sort(Comparator.comparingLong(RunReader::submittedAtMillis)
                .reversed()
                .thenComparing(RunView::runId));
        return runs;
    }

    /** Records that could not be decoded and were passed over. */
    public long damaged() {
        return damaged;
    }

    @Override
    public void close() {
        consumer.close();
        deserializer.close();
    }

    private void take(ConsumerRecord<byte[], byte[]> consumed) {
        if (consumed.key() == null) {
            damaged++;
            return;
        }
        String key = new String(consumed.key(), StandardCharsets.UTF_8);
        if (keyPrefix != null && !key.startsWith(keyPrefix)) {
            return;
        }
        String runId = Keys.runIdOf(key);
        if (!Names.isName(runId)) {
            damaged++;
            return;
        }
        RunView view = views.getOrDefault(runId, new RunView(runId, null, null, null));
        if (consumed.value() == null) {
            forget(view, key);
            return;
        }
        SpecificRecord decoded;
        try {
            decoded = deserializer.deserialize(consumed.topic(), consumed.headers(), consumed.value());
        } catch (RuntimeException e) {
            // A record that cannot be read hides itself, not the others.
            damaged++;
            return;
        }
        if (decoded instanceof RunEntry entry && entry.getRunId().equals(runId)) {
            views.put(runId, with(view, entry));
        } else {
            damaged++;
        }
    }

    private static RunView with(RunView view, RunEntry entry) {
        return switch (entry.getEntry()) {
            case RunManifest manifest ->
                new RunView(view.runId(), manifest, view.progress(), view.summary(), view.scoreSets());
            case RunProgress progress ->
                new RunView(view.runId(), view.manifest(), progress, view.summary(), view.scoreSets());
            case RunSummary summary ->
                new RunView(view.runId(), view.manifest(), view.progress(), summary, view.scoreSets());
            case ScoreSet set -> {
                List<ScoreSet> sets = new ArrayList<>(others(view, view.runId() + "/scores/" + set.getName()));
                sets.add(set);
                sets.sort(Comparator.comparing(ScoreSet::getName));
                yield new RunView(view.runId(), view.manifest(), view.progress(), view.summary(), sets);
            }
            // An entry kind of a newer version.
            case Object unknown -> view;
        };
    }

    /** A run of which nothing is left is none. */
    private void forget(RunView view, String key) {
        String runId = view.runId();
        RunView left = without(view, key);
        if (left.equals(new RunView(runId, null, null, null))) {
            views.remove(runId);
        } else {
            views.put(runId, left);
        }
    }

    private static RunView without(RunView view, String key) {
        String runId = view.runId();
        boolean isManifest = key.equals(Keys.manifest(runId));
        boolean isProgress = key.equals(Keys.progress(runId));
        boolean isSummary = key.equals(Keys.summary(runId));
        return new RunView(
                runId,
                isManifest ? null : view.manifest(),
                isProgress ? null : view.progress(),
                isSummary ? null : view.summary(),
                others(view, key));
    }

    /** The score sets under other keys than that one. */
    private static List<ScoreSet> others(RunView view, String key) {
        return view.scoreSets().stream()
                .filter(set -> !key.equals(view.runId() + "/scores/" + set.getName()))
                .toList();
    }

    private static long submittedAtMillis(RunView view) {
        RunManifest manifest = view.manifest();
        return manifest == null ? 0 : manifest.getSubmittedAt().toEpochMilli();
    }
}
