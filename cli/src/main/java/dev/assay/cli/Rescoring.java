package dev.assay.cli;

import dev.assay.cli.read.LatestRecords;
import dev.assay.cli.read.RunView;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.Expectation;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunEntry;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScoreSet;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.Topics;
import dev.assay.scorer.fold.RunSummaries;
import dev.assay.scorer.fold.RunTally;
import dev.assay.scorer.scoring.ScoreMaker;
import dev.assay.scorer.scoring.Scorers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Scores the stored results of a run anew and writes what comes of it as a score set beside the run's own scores. No
 * model is called. The scores go out in transactions and the set's entry last, in one of its own, so that a set that is
 * listed is whole; one that was not finished is written over by the next try.
 */
final class Rescoring {
    private static final int SCORES_A_TRANSACTION = 1_000;

    private final KafkaClients clients;
    private final Scorers scorers;
    private final Topics topics;
    private final RunView run;
    private final NewExpectations expectations;

    Rescoring(KafkaClients clients, Scorers scorers, RunView run, NewExpectations expectations) {
        this.clients = clients;
        this.scorers = scorers;
        this.topics = clients.settings().topics();
        this.run = run;
        this.expectations = expectations;
    }

    /**
     * What there is now.
     *
     * @param summary the run's summary under the new scores
     * @param withoutExpectation jobs for which the new expectations say nothing, which keep their own
     * @param damaged results that cannot be read
     */
    record Made(RunSummary summary, long withoutExpectation, long damaged) {}

    /** Counts while the scores are written. */
    private static final class Progress {
        private final RunTally tally = new RunTally();
        private long inTransaction;
        private long withoutExpectation;
    }

    /** @param entry the set's entry without its summary, which is made here */
    Made write(ScoreSet.Builder entry, Path scratch) throws IOException {
        String set = entry.getName();
        try (KafkaProducer<byte[], byte[]> producer =
                        clients.transactionalProducer("assay-score-" + run.runId() + "-" + set);
                Serializer<SpecificRecord> serializer = clients.valueSerializer();
                LatestRecords<Result> results = LatestRecords.results(clients, run.runId(), run.manifest(), scratch)) {
            producer.initTransactions();
            producer.beginTransaction();
            Progress progress = new Progress();
            ScoreMaker maker = new ScoreMaker(scorers);
            for (long ordinal = 0; ordinal < results.end(); ordinal++) {
                Result result = results.get(ordinal);
                if (result != null) {
                    send(producer, serializer, score(maker, result, set, progress), progress);
                }
            }
            for (Result result : results.unplaced().values()) {
                send(producer, serializer, score(maker, result, set, progress), progress);
            }
            producer.commitTransaction();
            RunSummary summary = RunSummaries.of(run.runId(), progress.tally, Optional.ofNullable(run.progress()));
            producer.beginTransaction();
            send(
                    producer,
                    topics.runs(),
                    Keys.scoreSet(run.runId(), set),
                    serializer.serialize(
                            topics.runs(),
                            new RunEntry(run.runId(), entry.setSummary(summary).build())));
            producer.commitTransaction();
            return new Made(summary, progress.withoutExpectation, results.damaged());
        }
    }

    private Score score(ScoreMaker maker, Result result, String set, Progress progress) {
        Optional<Expectation> expectation = expectations.of(result);
        progress.withoutExpectation += expectation.isEmpty() ? 1 : 0;
        Expectation own = result.getExpectation();
        Result judged = expectation.isEmpty()
                ? result
                : Result.newBuilder(result)
                        .setExpectation(Expectation.newBuilder(expectation.get())
                                .setQuestion(own.getQuestion())
                                .setSample(own.getSample())
                                .setEpoch(own.getEpoch())
                                .setReducer(own.getReducer())
                                .build())
                        .build();
        // The time of the answer, so that scoring it again by the same expectation gives the same bytes.
        Score score = Score.newBuilder(maker.score(judged, result.getFinishedAt()))
                .setScoreSet(set)
                .build();
        progress.tally.add(score);
        return score;
    }

    private void send(
            KafkaProducer<byte[], byte[]> producer,
            Serializer<SpecificRecord> serializer,
            Score score,
            Progress progress) {
        send(
                producer,
                topics.scoreSets(),
                Keys.scoreOfSet(score.getRunId(), String.valueOf(score.getScoreSet()), score.getJobId()),
                serializer.serialize(topics.scoreSets(), score));
        if (++progress.inTransaction == SCORES_A_TRANSACTION) {
            progress.inTransaction = 0;
            producer.commitTransaction();
            producer.beginTransaction();
        }
    }

    /** A record that cannot be sent fails the commit. */
    private static void send(KafkaProducer<byte[], byte[]> producer, String topic, String key, byte[] value) {
        Future<RecordMetadata> unused =
                producer.send(new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), value));
    }
}
