package dev.assay.scorer;

import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import dev.assay.scorer.scoring.Scorers;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * The way from results to summaries, under {@code exactly_once_v2}: what is written, what is remembered and how far was
 * read change together or not at all.
 *
 * <pre>
 * results ─ score ─┬─ scores
 *                  ├─ dead letters of results
 *                  ├─ judges' jobs ─ (workers) ─ results, in the partition of the judged one
 *                  ├─ parts of runs ──┬─ by run ─ fold ─ runs (summaries)
 * runs ─ progress of submits ─────────┘
 *                  └─ parts of windows ─ by window ─ fold ─ fallback rates
 * </pre>
 *
 * <p>A run's jobs are spread over all partitions of the results. {@link ScoreStep} counts each partition's share of a
 * run, which it can because all results of a job are in one partition, and sends the share on a few times a second;
 * {@link FoldStep} adds the shares up. Sending every score to its run's partition instead would write and read each one
 * once more.
 *
 * <p>Every key and value is bytes: a record that cannot be read is a value like any other and stops nothing.
 */
final class ScorerTopology {
    static final String JOBS = "jobs";
    static final String SHARES = "shares";
    static final String RUNS = "runs";
    static final String JUDGED = "judged";
    static final String WINDOWS = "windows";
    static final String WINDOW_SHARES = "window-shares";

    private static final Serde<byte[]> BYTES = Serdes.ByteArray();

    private ScorerTopology() {}

    /** Scores by the scorers that come with Assay. */
    static Topology of(Topics topics, ScorerSettings settings, RecordSerdes serdes, ScorerMeters meters) {
        return of(topics, settings, serdes, meters, Scorers.standard());
    }

    static Topology of(
            Topics topics, ScorerSettings settings, RecordSerdes serdes, ScorerMeters meters, Scorers scorers) {
        StreamsBuilder builder = new StreamsBuilder();
        for (String store : List.of(JOBS, SHARES, RUNS, WINDOWS, WINDOW_SHARES)) {
            builder.addStateStore(store(store));
        }
        builder.addStateStore(judged());

        KStream<byte[], ScoreOutput> scored = builder.stream(
                        topics.results(), Consumed.with(BYTES, BYTES).withName("results"))
                .process(
                        () -> new ScoreStep(topics, settings, serdes, meters, scorers),
                        Named.as("score"),
                        JOBS,
                        SHARES,
                        JUDGED,
                        WINDOWS);

        scored.flatMapValues(ScoreOutput::score, Named.as("of-scores"))
                .to(topics.scores(), Produced.with(BYTES, BYTES).withName("scores"));
        scored.flatMapValues(ScoreOutput::deadLetter, Named.as("of-dead-letters"))
                .mapValues(ScorerTopology::valueOf, Named.as("dead-letter-values"))
                .to(topics.deadLetterResults(), Produced.with(BYTES, BYTES).withName("dead-letters"));

        scored.flatMapValues(ScoreOutput::judgeJob, Named.as("of-judge-jobs"))
                .to(
                        topics.jobs(settings.judging().lane()),
                        Produced.with(BYTES, BYTES).withName("judge-jobs"));

        KStream<byte[], byte[]> shares = scored.flatMapValues(ScoreOutput::share, Named.as("of-shares"));
        KStream<byte[], byte[]> progress = builder.stream(
                        topics.runs(), Consumed.with(BYTES, BYTES).withName("submits"))
                .process(() -> new ProgressStep(topics, serdes, meters), Named.as("progress"));

        shares.merge(progress, Named.as("updates"))
                .repartition(Repartitioned.with(BYTES, BYTES).withName("by-run"))
                .process(() -> new FoldStep(topics, settings, serdes, meters), Named.as("fold"), RUNS)
                .to(topics.runs(), Produced.with(BYTES, BYTES).withName("summaries"));

        // Last of all: tasks are numbered in the order of their sources, and a task finds its state by its number.
        scored.flatMapValues(ScoreOutput::window, Named.as("of-windows"))
                .repartition(Repartitioned.with(BYTES, BYTES).withName("to-window"))
                .process(() -> new WindowStep(topics, settings, serdes), Named.as("fold-window"), WINDOW_SHARES)
                .to(topics.fallbackRates(), Produced.with(BYTES, BYTES).withName("rates"));
        return builder.build();
    }

    /** An answer that waits is kept with its result's record, which may be as large as a record gets by default. */
    private static StoreBuilder<KeyValueStore<byte[], byte[]>> judged() {
        return store(JUDGED)
                .withLoggingEnabled(Map.of("max.message.bytes", String.valueOf(TopicSizes.MAX_RECORD_BYTES)));
    }

    private static byte @Nullable [] valueOf(ScoreOutput.OfDeadLetter letter) {
        return letter.value() == null ? null : letter.value().get();
    }

    /** Kept on disk and in a changelog; writes to the same key between two commits become one. */
    private static StoreBuilder<KeyValueStore<byte[], byte[]>> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), BYTES, BYTES)
                .withCachingEnabled();
    }
}
