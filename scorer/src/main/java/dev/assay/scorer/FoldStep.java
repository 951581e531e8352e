package dev.assay.scorer;

import dev.assay.schemas.RunEntry;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.Topics;
import dev.assay.scorer.fold.RunSummaries;
import dev.assay.scorer.fold.RunTally;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the shares of a run and writes its summary, at most once an interval however much changed. That a summary is
 * due is part of the state: a task that takes over after a crash writes the one that its predecessor owed.
 */
final class FoldStep implements Processor<byte[], byte[], byte[], byte[]> {
    private static final int SWEEP_LIMIT = 2_000;

    private final Topics topics;
    private final ScorerSettings settings;
    private final ScorerMeters meters;
    private final Serializer<SpecificRecord> serializer;
    private @Nullable Task task;

    FoldStep(Topics topics, ScorerSettings settings, RecordSerdes serdes, ScorerMeters meters) {
        this.topics = topics;
        this.settings = settings;
        this.meters = meters;
        this.serializer = serdes.serializers().get();
    }

    /** What a processor has while its task runs; made anew when the task starts again. */
    private static final class Task {
        final ProcessorContext<byte[], byte[]> context;
        final RunStore runs;
        final Set<String> untold = new LinkedHashSet<>();
        String sweptTo = "";

        Task(ProcessorContext<byte[], byte[]> context, RunStore runs) {
            this.context = context;
            this.runs = runs;
        }
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        Task starting = new Task(context, new RunStore(context.getStateStore(ScorerTopology.RUNS)));
        starting.runs.walk("", Integer.MAX_VALUE, (runId, state) -> {
            if (state.untold()) {
                starting.untold.add(runId);
            }
        });
        task = starting;
        context.schedule(settings.summaryInterval(), PunctuationType.WALL_CLOCK_TIME, this::summarize);
        context.schedule(ScoreStep.SWEEP_INTERVAL, PunctuationType.WALL_CLOCK_TIME, this::sweep);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Task running = running();
        String runId = new String(record.key(), StandardCharsets.UTF_8);
        RunState known = running.runs.find(runId).orElse(RunState.NEW);
        if (known.closed()) {
            return;
        }
        long now = running.context.currentSystemTimeMs();
        RunState next = switch (RunUpdate.read(record.value())) {
            case RunUpdate.Share(int partition, RunTally tally) -> {
                running.runs.putShare(runId, partition, tally);
                yield known.shared(now);
            }
            case RunUpdate.Submitted(RunProgress progress) -> known.submitted(progress, isCurrent(progress, now), now);
        };
        if (!next.equals(known)) {
            running.runs.put(runId, next);
        }
        if (next.untold()) {
            running.untold.add(runId);
        }
    }

    /**
     * Whether progress alone makes a summary. A scorer that begins from nothing reads the progress of runs whose results
     * have expired; a summary without them would replace the true one for ever.
     */
    private boolean isCurrent(RunProgress progress, long now) {
        return progress.getUpdatedAt().toEpochMilli()
                >= now - settings.resultsKept().toMillis();
    }

    private void summarize(long now) {
        Task running = running();
        for (String runId : running.untold) {
            RunState state = running.runs.find(runId).orElse(RunState.NEW);
            RunSummary summary = RunSummaries.of(runId, running.runs.sum(runId), state.progress());
            byte[] value = serializer.serialize(topics.runs(), new RunEntry(runId, summary));
            byte[] key = Keys.summary(runId).getBytes(StandardCharsets.UTF_8);
            running.context.forward(new Record<>(key, value, now));
            running.runs.put(runId, state.told());
            meters.summarized();
        }
        running.untold.clear();
    }

    private void sweep(long now) {
        Task running = running();
        long before = now - settings.jobsKept().toMillis();
        List<String> idle = new ArrayList<>();
        running.sweptTo = running.runs.walk(running.sweptTo, SWEEP_LIMIT, (runId, state) -> {
            if (!state.closed() && !state.untold() && state.changedAt() < before) {
                idle.add(runId);
            }
        });
        for (String runId : idle) {
            running.runs.deleteShares(runId);
            running.runs.put(
                    runId, running.runs.find(runId).orElse(RunState.NEW).forgotten());
        }
    }

    private Task running() {
        if (task == null) {
            throw new IllegalStateException("not initialized");
        }
        return task;
    }

    @Override
    public void close() {
        serializer.close();
    }
}
