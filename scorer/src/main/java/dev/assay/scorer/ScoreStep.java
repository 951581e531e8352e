package dev.assay.scorer;

import dev.assay.schemas.Job;
import dev.assay.schemas.Judging;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.Topics;
import dev.assay.scorer.fold.Counted;
import dev.assay.scorer.fold.CountedState;
import dev.assay.scorer.judge.JudgeDesk;
import dev.assay.scorer.judge.JudgeJobs;
import dev.assay.scorer.judge.JudgeSettings;
import dev.assay.scorer.judge.Judged;
import dev.assay.scorer.scoring.JudgeTask;
import dev.assay.scorer.scoring.ScoreMaker;
import dev.assay.scorer.scoring.Scorers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
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
 * A result that judges have to see waits for them, and so is no score yet.
 */
final class ScoreStep implements Processor<byte[], byte[], byte[], ScoreOutput> {
    static final Duration SWEEP_INTERVAL = Duration.ofMinutes(1);

    private final Topics topics;
    private final ScorerSettings settings;
    private final ScorerMeters meters;
    private final ResultReader reader;
    private final Serializer<SpecificRecord> serializer;
    private final ScoreMaker maker;
    private final JudgeSettings judges;
    private @Nullable Task task;

    ScoreStep(Topics topics, ScorerSettings settings, RecordSerdes serdes, ScorerMeters meters, Scorers scorers) {
        this.topics = topics;
        this.settings = settings;
        this.meters = meters;
        this.judges = settings.judging();
        this.maker = new ScoreMaker(scorers);
        this.reader = new ResultReader(serdes.deserializers().get());
        this.serializer = serdes.serializers().get();
    }

    /** What a processor has while its task runs; made anew when the task starts again, for its state may differ. */
    private record Task(
            ProcessorContext<byte[], ScoreOutput> context,
            KeyValueStore<byte[], byte[]> jobs,
            Shares shares,
            JudgeDesk desk,
            Windows windows,
            UnusableResults unusable) {}

    @Override
    public void init(ProcessorContext<byte[], ScoreOutput> context) {
        KeyValueStore<byte[], byte[]> jobs = context.getStateStore(ScorerTopology.JOBS);
        Shares shares = new Shares(context.getStateStore(ScorerTopology.SHARES), jobs);
        Windows windows = new Windows(context.getStateStore(ScorerTopology.WINDOWS));
        JudgeDesk desk = new JudgeDesk(
                judges,
                maker,
                this::judged,
                this::ask,
                context.taskId().partition(),
                context.getStateStore(ScorerTopology.JUDGED));
        task = new Task(context, jobs, shares, desk, windows, new UnusableResults(context.applicationId()));
        shares.open();
        windows.open();
        meters.watchJudges(context.taskId().partition(), desk);
        context.schedule(settings.summaryInterval(), PunctuationType.WALL_CLOCK_TIME, this::handOnShares);
        context.schedule(SWEEP_INTERVAL, PunctuationType.WALL_CLOCK_TIME, now -> {
            shares.sweep(now - settings.jobsKept().toMillis());
            desk.giveUp(now).forEach(judged -> settle(running(), judged));
            desk.ask(now).forEach(judged -> settle(running(), judged));
        });
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Task running = running();
        switch (reader.read(topics.results(), record.value())) {
            case ResultReader.Reading.Usable(Result result) -> {
                if (result.getJudging() != null) {
                    hear(running, result, result.getJudging());
                } else if (result.getRunId().equals(Keys.JUDGES)) {
                    // A judge's job that nobody could read: its answer is given up when its time is over.
                    meters.unwantedJudge();
                } else {
                    score(running, result, record);
                }
            }
            case ResultReader.Reading.Unusable unusable -> {
                meters.undecodable();
                running.context().forward(running.unusable().letter(unusable, record, running.context()));
            }
        }
    }

    private void score(Task running, Result result, Record<byte[], byte[]> record) {
        byte[] key = bytes(Keys.job(result.getRunId(), result.getJobId()));
        byte[] known = running.jobs().get(key);
        if ((known != null && result.getGeneration() <= CountedState.generationOf(known))
                || running.desk().isWaiting(key, result.getGeneration())) {
            meters.duplicate();
            return;
        }
        running.desk().forget(key);
        Instant time = Instant.ofEpochMilli(record.timestamp());
        Map<Integer, JudgeTask> asked = maker.judges(result);
        if (asked.isEmpty()) {
            settle(running, result, maker.score(result, time), record.headers());
        } else {
            running.desk()
                    .open(
                            key,
                            result,
                            record.value(),
                            time,
                            asked,
                            running.context().currentSystemTimeMs())
                    .forEach(judged -> settle(running, judged));
        }
    }

    /** A judge's result: it counts in no run, but may complete the score of the answer it is about. */
    private void hear(Task running, Result reply, Judging judging) {
        List<Judged> finished = new ArrayList<>();
        running.desk()
                .hear(reply, judging, running.context().currentSystemTimeMs(), finished)
                .ifPresentOrElse(meters::judged, meters::unwantedJudge);
        finished.forEach(judged -> settle(running, judged));
    }

    private void settle(Task running, Judged judged) {
        settle(running, judged.result(), judged.score(), JudgeJobs.headers(judged.result()));
    }

    private void settle(Task running, Result result, Score score, Headers headers) {
        byte[] key = bytes(Keys.job(score.getRunId(), score.getJobId()));
        byte[] known = running.jobs().get(key);
        count(running, key, known, Counted.of(score, FirstChoice.of(result)), score.getRunId());
        byte[] value = serializer.serialize(topics.scores(), score);
        running.context()
                .forward(new Record<>(
                        key,
                        new ScoreOutput.OfScore(Bytes.wrap(value)),
                        score.getScoredAt().toEpochMilli(),
                        headers));
        meters.scored(score, known != null);
    }

    private void ask(byte[] key, Job job, Headers headers) {
        byte[] value = serializer.serialize(topics.jobs(judges.lane()), job);
        running()
                .context()
                .forward(new Record<>(
                        key,
                        new ScoreOutput.OfJudgeJob(Bytes.wrap(value)),
                        job.getEnqueuedAt().toEpochMilli(),
                        headers));
    }

    /** The result of a record that was read before. */
    private Result judged(byte[] value) {
        return switch (reader.read(topics.results(), value)) {
            case ResultReader.Reading.Usable(Result result) -> result;
            case ResultReader.Reading.Unusable(String why, Throwable cause) ->
                throw new IllegalStateException("a result that was read before cannot be read: " + why, cause);
        };
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
        if (task != null) {
            meters.unwatchJudges(task.context().taskId().partition(), task.desk());
        }
        reader.close();
        serializer.close();
    }
}
