package dev.assay.cli.read;

import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.Score;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * The last word on each job of a run, by its place in the run's input: the record of the highest generation, once.
 * The records lie in a temporary file, because a million of them do not fit into memory.
 */
public final class LatestRecords<T extends SpecificRecord> implements Closeable {
    private final Deserializer<SpecificRecord> deserializer;
    private final String topic;
    private final Class<T> type;
    private final OrdinalSpool spool;
    private final Map<String, T> unplaced = new LinkedHashMap<>();
    private final Set<String> mended = new HashSet<>();
    private long damaged;

    private LatestRecords(Deserializer<SpecificRecord> deserializer, String topic, Class<T> type, OrdinalSpool spool) {
        this.deserializer = deserializer;
        this.topic = topic;
        this.type = type;
        this.spool = spool;
    }

    /**
     * Reads the results of a run as they are now.
     *
     * @param manifest the run's manifest; see {@link RunRecords#results}
     * @param directory where the temporary file is made
     */
    public static LatestRecords<Result> results(
            KafkaClients clients, String runId, @Nullable RunManifest manifest, Path directory) throws IOException {
        LatestRecords<Result> latest = new LatestRecords<>(
                clients.valueDeserializer(),
                clients.settings().topics().results(),
                Result.class,
                OrdinalSpool.in(directory));
        latest.fill(clients, runId, manifest, Result::getOrdinal, Result::getGeneration, Result::getJobId);
        return latest;
    }

    /** The same for scores. */
    public static LatestRecords<Score> scores(
            KafkaClients clients, String runId, @Nullable RunManifest manifest, Path directory) throws IOException {
        LatestRecords<Score> latest = new LatestRecords<>(
                clients.valueDeserializer(),
                clients.settings().topics().scores(),
                Score.class,
                OrdinalSpool.in(directory));
        latest.fill(clients, runId, manifest, Score::getOrdinal, Score::getGeneration, Score::getJobId);
        return latest;
    }

    /** The same for the scores of a set, which were made of stored results later on. */
    public static LatestRecords<Score> scoresOfSet(KafkaClients clients, String runId, String set, Path directory)
            throws IOException {
        LatestRecords<Score> latest = new LatestRecords<>(
                clients.valueDeserializer(),
                clients.settings().topics().scoreSets(),
                Score.class,
                OrdinalSpool.in(directory, true));
        latest.fill(clients, runId + "/" + set, null, Score::getOrdinal, Score::getGeneration, Score::getJobId);
        return latest;
    }

    /** The record of the job at that place; null when there is none. */
    public @Nullable T get(long ordinal) throws IOException {
        byte[] bytes = spool.get(ordinal);
        return bytes == null ? null : type.cast(deserializer.deserialize(topic, bytes));
    }

    /** Records of jobs whose place is not known, because what was enqueued could not be read; by job id. */
    public Map<String, T> unplaced() {
        return Collections.unmodifiableMap(unplaced);
    }

    /** One past the last place that has a record. */
    public long end() {
        return spool.end();
    }

    /** Records that could not be decoded and were passed over. */
    public long damaged() {
        return damaged;
    }

    @Override
    public void close() throws IOException {
        deserializer.close();
        spool.close();
    }

    private void fill(
            KafkaClients clients,
            String runId,
            @Nullable RunManifest manifest,
            ToLongFunction<T> ordinal,
            ToIntFunction<T> generation,
            Function<T, String> jobId)
            throws IOException {
        try {
            long unreadable = new RunRecords(clients).each(topic, runId, manifest, type, (decoded, bytes) -> {
                if (!OrdinalLedger.isPlace(ordinal.applyAsLong(decoded), generation.applyAsInt(decoded))) {
                    damaged++;
                    return;
                }
                if (ordinal.applyAsLong(decoded) == OrdinalLedger.UNKNOWN) {
                    if (!mended.contains(jobId.apply(decoded))) {
                        unplaced.putIfAbsent(jobId.apply(decoded), decoded);
                    }
                    return;
                }
                if (generation.applyAsInt(decoded) > 0) {
                    // Bytes that were no job may have been mended: then their place is known now.
                    mended.add(jobId.apply(decoded));
                    unplaced.remove(jobId.apply(decoded));
                }
                try {
                    spool.put(ordinal.applyAsLong(decoded), generation.applyAsInt(decoded), bytes);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            damaged += unreadable;
        } catch (UncheckedIOException e) {
            close();
            throw e.getCause();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }
}
