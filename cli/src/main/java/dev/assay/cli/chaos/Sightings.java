package dev.assay.cli.chaos;

import dev.assay.cli.chaos.ChaosEvidence.ChunkSeen;
import dev.assay.cli.chaos.ChaosEvidence.ResultSeen;
import dev.assay.cli.chaos.ChaosEvidence.ScoreSeen;
import dev.assay.cli.read.TopicFeed;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunEntry;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.schemas.deadletter.DeadLetterHeaders;
import dev.assay.schemas.topics.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Notes every committed record of the one run of the stage, and when it could be read. */
final class Sightings implements AutoCloseable {
    private final Topics topics;
    private final Deserializer<SpecificRecord> deserializer;
    private final Clock clock;
    private final List<ResultSeen> results = new ArrayList<>();
    private final Set<String> answered = new HashSet<>();
    private final List<ScoreSeen> scores = new ArrayList<>();
    private final List<ChunkSeen> chunks = new ArrayList<>();
    private final List<String> letters = new ArrayList<>();
    private final TopicFeed feed;
    private @Nullable RunManifest manifest;
    private boolean isSubmitComplete;
    private long counted;

    Sightings(KafkaClients clients, Clock clock) {
        this.clock = clock;
        topics = clients.settings().topics();
        deserializer = clients.valueDeserializer();
        feed = TopicFeed.start(
                clients,
                "assay-chaos-feed",
                List.of(
                        topics.results(),
                        topics.scores(),
                        topics.runs(),
                        topics.deadLetterJobs(),
                        topics.deadLetterResults()),
                this::take);
    }

    /** Looks at several of these at one moment. */
    <T> T at(Supplier<T> what) {
        return feed.read(what);
    }

    /** Whether everything was read in time that was committed before. */
    boolean awaitCaughtUp(Duration patience) throws InterruptedException {
        return feed.awaitCaughtUp(patience);
    }

    List<ResultSeen> results() {
        return at(() -> List.copyOf(results));
    }

    List<ScoreSeen> scores() {
        return at(() -> List.copyOf(scores));
    }

    List<ChunkSeen> chunks() {
        return at(() -> List.copyOf(chunks));
    }

    /** Dead letters, each in words. */
    List<String> letters() {
        return at(() -> List.copyOf(letters));
    }

    @Nullable
    RunManifest manifest() {
        return feed.read(() -> manifest);
    }

    /** Jobs with a result. */
    long answered() {
        return at(() -> (long) answered.size());
    }

    long enqueued() {
        return at(() -> chunks.isEmpty() ? 0 : chunks.getLast().enqueued());
    }

    boolean isSubmitComplete() {
        return at(() -> isSubmitComplete);
    }

    /** Jobs that the summary counts. */
    long counted() {
        return at(() -> counted);
    }

    @Override
    public void close() {
        feed.close();
        deserializer.close();
    }

    private void take(ConsumerRecord<byte[], byte[]> consumed) {
        if (consumed.topic().equals(topics.deadLetterJobs()) || consumed.topic().equals(topics.deadLetterResults())) {
            letters.add(consumed.topic() + ": " + DeadLetterHeaders.read(consumed.headers()));
            return;
        }
        if (consumed.value() == null) {
            return;
        }
        long now = clock.nanos();
        switch (deserializer.deserialize(consumed.topic(), consumed.headers(), consumed.value())) {
            case Result result -> {
                answered.add(result.getJobId());
                results.add(new ResultSeen(
                        result.getJobId(),
                        result.getGeneration(),
                        process(result.getWorker()),
                        Instant.ofEpochMilli(consumed.timestamp()),
                        now));
            }
            case Score score -> scores.add(new ScoreSeen(score.getJobId(), score.getGeneration(), now));
            case RunEntry entry -> take(entry, now);
            case SpecificRecord other -> throw new IllegalStateException("in " + consumed.topic() + ": " + other);
        }
    }

    private void take(RunEntry entry, long now) {
        switch (entry.getEntry()) {
            case RunManifest found -> manifest = found;
            case RunProgress progress -> {
                chunks.add(new ChunkSeen(progress.getUpdatedAt(), progress.getEnqueued(), now));
                isSubmitComplete |= progress.getComplete();
            }
            case RunSummary summary -> counted = summary.getFinished();
            case Object unknown -> throw new IllegalStateException("in " + topics.runs() + ": " + unknown);
        }
    }

    /** A worker appends a part of its own to the name that it is given. */
    private static String process(String worker) {
        int end = worker.lastIndexOf('-');
        return end < 0 ? worker : worker.substring(0, end);
    }
}
