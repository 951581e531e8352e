package dev.assay.cli.drill;

import dev.assay.cli.read.TopicFeed;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.schemas.deadletter.DeadLetterHeaders;
import dev.assay.schemas.topics.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Reads results, scores and dead letters of all runs as they are committed, once for all rows: thirty readers of the
 * same topics would take the machine from what is measured.
 */
final class RecordFeed implements AutoCloseable {
    /** What a run has brought so far. */
    static final class Yield {
        private final List<Result> results = new ArrayList<>();
        private final List<Score> scores = new ArrayList<>();
        private final List<DeadLetter> letters = new ArrayList<>();
    }

    private final Deserializer<SpecificRecord> deserializer;
    private final Topics topics;
    private final Map<String, Yield> yields = new HashMap<>();
    private final TopicFeed feed;

    private RecordFeed(KafkaClients clients) {
        deserializer = clients.valueDeserializer();
        topics = clients.settings().topics();
        feed = TopicFeed.start(
                clients,
                "assay-drill-feed",
                List.of(topics.results(), topics.scores(), topics.deadLetterJobs()),
                this::take);
    }

    static RecordFeed start(KafkaClients clients) {
        return new RecordFeed(clients);
    }

    List<Result> results(String run) {
        return read(run, yield -> List.copyOf(yield.results));
    }

    List<Score> scores(String run) {
        return read(run, yield -> List.copyOf(yield.scores));
    }

    List<DeadLetter> letters(String run) {
        return read(run, yield -> List.copyOf(yield.letters));
    }

    /**
     * Waits until a run has brought what is wanted.
     *
     * @return whether it did in time
     */
    boolean await(BooleanSupplier wanted, Duration patience) throws InterruptedException {
        return feed.await(wanted, patience);
    }

    /** Waits until everything is read that was committed before. */
    boolean awaitCaughtUp(Duration patience) throws InterruptedException {
        return feed.awaitCaughtUp(patience);
    }

    @Override
    public void close() {
        feed.close();
        deserializer.close();
    }

    private <T> List<T> read(String run, Function<Yield, List<T>> which) {
        return feed.read(() -> which.apply(yields.getOrDefault(run, new Yield())));
    }

    private void take(ConsumerRecord<byte[], byte[]> consumed) {
        if (consumed.topic().equals(topics.deadLetterJobs())) {
            if (DeadLetterHeaders.read(consumed.headers())
                    instanceof DeadLetterHeaders.Reading.Intact(DeadLetter letter)) {
                of(String.valueOf(letter.getRunId())).letters.add(letter);
            }
            return;
        }
        switch (deserializer.deserialize(consumed.topic(), consumed.headers(), consumed.value())) {
            case Result result -> of(result.getRunId()).results.add(result);
            case Score score -> of(score.getRunId()).scores.add(score);
            case SpecificRecord other -> throw new IllegalStateException("in " + consumed.topic() + ": " + other);
        }
    }

    private Yield of(String run) {
        return yields.computeIfAbsent(run, name -> new Yield());
    }
}
