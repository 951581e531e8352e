package dev.assay.scorer;

import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.Topics;
import dev.assay.scorer.fold.Counted;
import dev.assay.scorer.fold.CountedState;
import dev.assay.scorer.scoring.ScoreMaker;
import dev.assay.scorer.scoring.Scorers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Scores results and counts them into this partition's share of their runs. Of a job's results the first of the highest
 * generation counts: one of the same or a lower generation changes nothing, a higher one takes the earlier score back.
 */
final class ScoreStep implements Processor<byte[], byte[], byte[], ScoreOutput> {
    static final Duration SWEEP_INTERVAL = Duration.ofMinutes(1);

    private final Topics topics;
    private final ScorerSettings settings;
    private final ScorerMeters meters;
    private final ResultReader reader;
    private final Serializer<SpecificRecord> serializer;
    private final ScoreMaker maker = new ScoreMaker(Scorers.standard());
    private @Nullable Task task;

    ScoreStep(Topics topics, ScorerSettings settings, RecordSerdes serdes, ScorerMeters meters) {
        this.topics = topics;
        this.settings = settings;
        this.meters = meters;
        this.reader = new ResultReader(serdes.deserializers().get());
        this.serializer = serdes.serializers().get();
    }

    /** What a processor has while its task runs; made anew when the task starts again, for its state may differ. */
    private record Task(
            ProcessorContext<byte[], ScoreOutput> context,
            KeyValueStore<byte[], byte[]> jobs,
            Shares shares,
            Windows windows,
            UnusableResults unusable) {}

    @Override
    public void init(ProcessorContext<byte[], ScoreOutput> context) {
        KeyValueStore<byte[], byte[]> jobs = context.getStateStore(ScorerTopology.JOBS);
        Shares shares = new Shares(context.getStateStore(ScorerTopology.SHARES), jobs);
        Windows windows = new Windows(context.getStateStore(ScorerTopology.WINDOWS));
        task = new Task(context, jobs, shares, windows, new UnusableResults(context.applicationId()));
        shares.open();
        windows.open();
        context.schedule(settings.summaryInterval(), PunctuationType.WALL_CLOCK_TIME, this::handOnShares);
        context.schedule(
                SWEEP_INTERVAL,
                PunctuationType.WALL_CLOCK_TIME,
                now -> shares.sweep(now - settings.jobsKept().toMillis()));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Task running = running();
        switch (reader.read(topics.results(), record.value())) {
            case ResultReader.Reading.Usable(Result result) -> score(running, result, record);
            case ResultReader.Reading.Unusable unusable -> {
                meters.undecodable();
                running.context().forward(running.unusable().letter(unusable, record, running.context()));
            }
        }
    }

    private void score(Task running, Result result, Record<byte[], byte[]> record) {
        byte[] key = bytes(Keys.job(result.getRunId(), result.getJobId()));
        byte[] known = running.jobs().get(key);
        if (known != null && result.getGeneration() <= CountedState.generationOf(known)) {
            meters.duplicate();
            return;
        }
        Score score = maker.score(result, Instant.ofEpochMilli(record.timestamp()));
        count(running, key, known, Counted.of(score, FirstChoice.of(result)), score.getRunId());
        byte[] value = serializer.serialize(topics.scores(), score);
        running.context().forward(record.withKey(key).withValue(new ScoreOutput.OfScore(Bytes.wrap(value))));
        meters.scored(score, known != null);
    }

    private void count(Task running, byte[] key, byte @Nullable [] known, Counted counted, String runId) {
        RunShare share = running.shares().of(runId);
        if (share.isClosed()) {
            meters.late();
            return;
        }
        Counted replaced = known == null ? null : CountedState.read(known);
        byte[] state = CountedState.write(counted);
        if (replaced != null && known != null) {
            share.subtract(replaced, known);
        }
        share.add(counted, state);
        running.windows().count(replaced, counted);
        running.jobs().put(key, state);
        running.shares().changed(runId, share, running.context().currentSystemTimeMs());
    }

    private void handOnShares(long now) {
        Task running = running();
        int partition = running.context().taskId().partition();
        running.shares()
                .handOn((runId, share) -> running.context()
                        .forward(new Record<>(
                                bytes(runId),
                                new ScoreOutput.OfShare(
                                        Bytes.wrap(RunUpdate.write(new RunUpdate.Share(partition, share.tally())))),
                                now)));
        running.windows()
                .handOn((start, tally) -> running.context()
                        .forward(new Record<>(
                                Windows.key(start),
                                new ScoreOutput.OfWindow(Bytes.wrap(new WindowShare(partition, tally).toBytes())),
                                now)));
    }

    private Task running() {
        if (task == null) {
            throw new IllegalStateException("not initialized");
        }
        return task;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        reader.close();
        serializer.close();
    }
}
