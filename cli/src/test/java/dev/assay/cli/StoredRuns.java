package dev.assay.cli;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.Expectation;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunEntry;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorerUse;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import dev.assay.scorer.fold.RunSummaries;
import dev.assay.scorer.fold.RunTally;
import dev.assay.scorer.scoring.ScoreMaker;
import dev.assay.scorer.scoring.Scorers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.Serializer;

/** A broker with runs that are over, written as the services write them but without any. */
public final class StoredRuns implements AutoCloseable {
    private static final int A_TRANSACTION = 5_000;

    private final EmbeddedKafka broker;
    private final KafkaClients clients;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Serializer<SpecificRecord> serializer;
    private final ScoreMaker maker = new ScoreMaker(Scorers.standard());

    private StoredRuns(EmbeddedKafka broker) {
        this.broker = broker;
        clients = new KafkaClients(KafkaSettings.of(broker.bootstrap()));
        try (Admin admin = clients.admin("test")) {
            new TopicAdmin(admin)
                    .apply(TopicCatalogue.of(topics(), List.of("batch"), new TopicSizes(1, 1, 2, 2, 1, 1)), (short) 1);
        }
        producer = clients.transactionalProducer("test-writer");
        producer.initTransactions();
        serializer = clients.valueSerializer();
    }

    public static StoredRuns start() {
        return new StoredRuns(EmbeddedKafka.start(EmbeddedKafkaSettings.temporary()));
    }

    public KafkaClients clients() {
        return clients;
    }

    public Topics topics() {
        return clients.settings().topics();
    }

    /** The command with this broker's address. */
    Call assay(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--bootstrap", broker.bootstrap()));
        return Call.of(all.toArray(String[]::new));
    }

    /** A job of the n-th place with that answer, which is judged by {@code numeric} against n. */
    public static Result.Builder answered(String runId, int n, String answer) {
        return Result.newBuilder(RunSamples.result(runId, n))
                .setAnswer(answer)
                .setExpectation(numeric(Map.of(), String.valueOf(n)));
    }

    public static Expectation numeric(Map<String, String> options, String... targets) {
        return Expecting.of(List.of(ScorerUse.newBuilder()
                .setScorer("numeric")
                .setTargets(Arrays.asList(targets))
                .setOptions(options)
                .build()));
    }

    /** Stores a run that is over, its scores and summary being those that its results have. */
    public void store(String runId, List<Result> results) {
        store(RunSamples.manifest(runId), results, results.size());
    }

    /** @param enqueued jobs of the run, which has that many less its results under way */
    public void store(RunManifest manifest, List<Result> results, long enqueued) {
        String runId = manifest.getRunId();
        RunTally tally = new RunTally();
        RunProgress progress = RunSamples.progress(runId, enqueued, true);
        producer.beginTransaction();
        for (Result result : results) {
            String key = Keys.job(runId, result.getJobId());
            Score score = maker.score(result, RunSamples.TIME);
            tally.add(score);
            send(topics().results(), key, result);
            send(topics().scores(), key, score);
        }
        send(topics().runs(), Keys.manifest(runId), new RunEntry(runId, manifest));
        send(topics().runs(), Keys.progress(runId), new RunEntry(runId, progress));
        send(
                topics().runs(),
                Keys.summary(runId),
                new RunEntry(runId, RunSummaries.of(runId, tally, Optional.of(progress))));
        producer.commitTransaction();
    }

    /** Stores a run that is over and does not fit into memory. */
    void storeMany(String runId, int jobs, IntFunction<Result> results) {
        RunTally tally = new RunTally();
        producer.beginTransaction();
        for (int n = 0; n < jobs; n++) {
            Result result = results.apply(n);
            Score score = maker.score(result, RunSamples.TIME);
            tally.add(score);
            send(topics().results(), Keys.job(runId, result.getJobId()), result);
            send(topics().scores(), Keys.job(runId, result.getJobId()), score);
            if (n % A_TRANSACTION == A_TRANSACTION - 1) {
                producer.commitTransaction();
                producer.beginTransaction();
            }
        }
        RunProgress progress = RunSamples.progress(runId, jobs, true);
        send(topics().runs(), Keys.manifest(runId), new RunEntry(runId, RunSamples.manifest(runId)));
        send(topics().runs(), Keys.progress(runId), new RunEntry(runId, progress));
        send(
                topics().runs(),
                Keys.summary(runId),
                new RunEntry(runId, RunSummaries.of(runId, tally, Optional.of(progress))));
        producer.commitTransaction();
    }

    String bootstrap() {
        return broker.bootstrap();
    }

    @Override
    public void close() {
        producer.close();
        serializer.close();
        broker.close();
    }

    private void send(String topic, String key, SpecificRecord value) {
        // The commit fails where this does.
        Future<RecordMetadata> unused = producer.send(
                new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), serializer.serialize(topic, value)));
    }
}
