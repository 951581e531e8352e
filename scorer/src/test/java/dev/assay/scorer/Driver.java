package dev.assay.scorer;

import dev.assay.schemas.FallbackWindow;
import dev.assay.schemas.Job;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunEntry;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.Topics;
import dev.assay.scorer.scoring.Scorers;
import dev.assay.scorer.testing.PlainAvro;
import dev.assay.scorer.testing.Results;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** The topology without Kafka: one partition, a clock moved by hand. */
final class Driver implements AutoCloseable {
    static final Topics TOPICS = Topics.standard();

    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> results;
    private final TestInputTopic<byte[], byte[]> runs;
    private final TestOutputTopic<byte[], byte[]> scores;
    private final TestOutputTopic<byte[], byte[]> summaries;
    private final TestOutputTopic<byte[], byte[]> deadLetters;
    private final TestOutputTopic<byte[], byte[]> judgeJobs;
    private final TestOutputTopic<byte[], byte[]> rates;
    private final Map<String, FallbackWindow> windows = new TreeMap<>();

    Driver(Path stateDir) {
        this(ScorerSettings.in(stateDir));
    }

    Driver(ScorerSettings settings) {
        this(settings, Scorers.standard());
    }

    Driver(Path stateDir, Scorers scorers) {
        this(ScorerSettings.in(stateDir), scorers);
    }

    private Driver(ScorerSettings settings, Scorers scorers) {
        Properties properties = new Properties();
        properties.put("application.id", TOPICS.scorerGroup());
        properties.put("bootstrap.servers", "unused:1");
        properties.put("processing.guarantee", "exactly_once_v2");
        properties.put("state.dir", settings.stateDir().toString());
        RecordSerdes serdes = new RecordSerdes(PlainAvro::serializer, PlainAvro::deserializer);
        driver = new TopologyTestDriver(
                ScorerTopology.of(TOPICS, settings, serdes, new ScorerMeters(registry), scorers),
                properties,
                Results.START);
        ByteArraySerializer in = new ByteArraySerializer();
        ByteArrayDeserializer out = new ByteArrayDeserializer();
        results = driver.createInputTopic(TOPICS.results(), in, in);
        runs = driver.createInputTopic(TOPICS.runs(), in, in);
        scores = driver.createOutputTopic(TOPICS.scores(), out, out);
        summaries = driver.createOutputTopic(TOPICS.runs(), out, out);
        deadLetters = driver.createOutputTopic(TOPICS.deadLetterResults(), out, out);
        judgeJobs = driver.createOutputTopic(TOPICS.jobs("judge"), out, out);
        rates = driver.createOutputTopic(TOPICS.fallbackRates(), out, out);
    }

    void result(Result result) {
        raw(Keys.job(result.getRunId(), result.getJobId()), PlainAvro.write(result), result.getFinishedAt());
    }

    void raw(String key, byte @Nullable [] value, Instant time) {
        results.pipeInput(new TestRecord<>(key.getBytes(StandardCharsets.UTF_8), value, time));
    }

    void progress(String runId, long enqueued, boolean complete, Instant time) {
        RunProgress progress = RunProgress.newBuilder()
                .setRunId(runId)
                .setEnqueued(enqueued)
                .setChunks(1)
                .setSkipped(0)
                .setPrefixHash("00")
                .setComplete(complete)
                .setUpdatedAt(time)
                .build();
        entry(Keys.progress(runId), new RunEntry(runId, progress));
    }

    void entry(String key, SpecificRecord entry) {
        rawEntry(key, PlainAvro.write(entry));
    }

    void rawEntry(String key, byte[] value) {
        runs.pipeInput(new TestRecord<>(key.getBytes(StandardCharsets.UTF_8), value, Results.START));
    }

    void pass(Duration time) {
        driver.advanceWallClockTime(time);
    }

    /** Twice the interval: shares are handed on by the first, folded by the second. */
    void settle() {
        pass(Duration.ofMillis(500));
        pass(Duration.ofMillis(500));
    }

    List<Score> scores() {
        return scores.readValuesToList().stream()
                .map(bytes -> (Score) PlainAvro.read(bytes))
                .toList();
    }

    /** Judges' jobs sent since the last call. */
    List<Job> judgeJobs() {
        return judgeJobs.readValuesToList().stream()
                .map(bytes -> (Job) PlainAvro.read(bytes))
                .toList();
    }

    List<TestRecord<byte[], byte[]>> deadLetters() {
        return deadLetters.readRecordsToList();
    }

    /** The windows of the fallback rate as a compacted topic holds them, by key. */
    Map<String, FallbackWindow> windows() {
        for (TestRecord<byte[], byte[]> record : rates.readRecordsToList()) {
            String key = new String(record.key(), StandardCharsets.UTF_8);
            if (record.value() == null) {
                windows.remove(key);
            } else {
                windows.put(key, (FallbackWindow) PlainAvro.read(record.value()));
            }
        }
        return windows;
    }

    /** Summaries written since the last call, in order. */
    List<RunSummary> summaries() {
        List<RunSummary> read = new ArrayList<>();
        for (byte[] value : summaries.readValuesToList()) {
            if (PlainAvro.read(value) instanceof RunEntry entry && entry.getEntry() instanceof RunSummary summary) {
                read.add(summary);
            }
        }
        return read;
    }

    /** The last summary of each run, written since the last call. */
    Map<String, RunSummary> lastSummaries() {
        Map<String, RunSummary> last = new TreeMap<>();
        summaries().forEach(summary -> last.put(summary.getRunId(), summary));
        return last;
    }

    double count(String meter) {
        return registry.get(meter).counters().stream()
                .mapToDouble(io.micrometer.core.instrument.Counter::count)
                .sum();
    }

    @Override
    public void close() {
        driver.close();
    }
}
