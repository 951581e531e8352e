package dev.assay.cli.read;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.LaneDepth;
import dev.assay.runtime.LaneReader;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.Job;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.settlement.Settlement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * One reading of everything that verification needs. The order makes it exact although nothing stands still meanwhile:
 * first the summary, then how much was submitted and replayed, then the topics in the direction in which jobs move; of the
 * lane's topics the settlements before the ends, because a job can also move between those. A job that moves
 * on while they are read is then seen twice, which sets can tell, and never not at all.
 */
record Reading(Conservation conservation, long damagedResults, long damagedScores, boolean isScorerRunning) {
    private static final long PATIENCE_SECONDS = 30;

    /** @param reckoned the conservation, which may take the summary as it stands for its last word */
    List<Finding> findings(Conservation reckoned) {
        List<Finding> findings = new ArrayList<>(reckoned.findings());
        if (damagedResults > 0) {
            findings.add(new Finding(Check.RESULT_UNREADABLE, damagedResults, List.of()));
        }
        if (damagedScores > 0) {
            findings.add(new Finding(Check.SCORE_UNREADABLE, damagedScores, List.of()));
        }
        return findings;
    }

    static Reading take(KafkaClients clients, RunManifest manifest) {
        String runId = manifest.getRunId();
        try (RunReader runs = RunReader.of(clients, runId)) {
            runs.refresh();
            RunSummary summary = runs.run(runId).map(RunView::summary).orElse(null);
            runs.refresh();
            RunProgress progress = runs.run(runId).map(RunView::progress).orElse(null);
            ReplayedJobs replays = ReplayedJobs.read(clients, manifest);
            OrdinalLedger queued = new OrdinalLedger();
            OrdinalLedger parked = new OrdinalLedger();
            for (String lane : replays.lanes()) {
                readLane(clients, runId, lane, queued, parked);
            }
            RunRecords topics = new RunRecords(clients);
            OrdinalLedger results = new OrdinalLedger();
            Misplaced misplacedResults = new Misplaced();
            long damagedResults = topics.results(runId, manifest, result -> {
                if (misplacedResults.passes(result.getOrdinal(), result.getGeneration())) {
                    results.add(result.getOrdinal(), result.getGeneration(), result.getJobId(), 0);
                }
            });
            OrdinalLedger scores = new OrdinalLedger();
            Misplaced misplacedScores = new Misplaced();
            long damagedScores = topics.scores(runId, manifest, score -> {
                if (misplacedScores.passes(score.getOrdinal(), score.getGeneration())) {
                    scores.add(
                            score.getOrdinal(),
                            score.getGeneration(),
                            score.getJobId(),
                            Conservation.note(score.getOutcome(), score.getPassed()));
                }
            });
            Conservation conservation = new Conservation(
                    progress == null ? 0 : progress.getEnqueued(),
                    progress != null && progress.getComplete(),
                    tally(summary),
                    false,
                    queued,
                    parked,
                    results,
                    scores,
                    replays.generations());
            return new Reading(
                    conservation,
                    damagedResults + misplacedResults.count,
                    damagedScores + misplacedScores.count,
                    isScorerRunning(clients));
        }
    }

    /** Counts records whose place no job can have. */
    private static final class Misplaced {
        private long count;

        boolean passes(long ordinal, int generation) {
            boolean isPlace = OrdinalLedger.isPlace(ordinal, generation);
            count += isPlace ? 0 : 1;
            return isPlace;
        }
    }

    private static boolean isScorerRunning(KafkaClients clients) {
        String group = clients.settings().topics().scorerGroup();
        try (Admin admin = clients.admin("assay-group-reader")) {
            Map<String, ConsumerGroupDescription> described =
                    admin.describeConsumerGroups(List.of(group)).all().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return described.values().stream()
                    .anyMatch(description -> !description.members().isEmpty());
        } catch (ExecutionException e) {
            // No such group: no scorer ever ran.
            return false;
        } catch (TimeoutException e) {
            throw new org.apache.kafka.common.errors.TimeoutException("group " + group + " cannot be described", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptException(e);
        }
    }

    /** What a lane's topics hold of the run and no settlement calls finished. */
    private static void readLane(
            KafkaClients clients, String runId, String lane, OrdinalLedger queued, OrdinalLedger parked) {
        LaneDepth depth = LaneReader.read(clients, lane);
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("assay-lane-reader", Map.of());
                Deserializer<SpecificRecord> deserializer = clients.valueDeserializer()) {
            TopicScan scan = new TopicScan(consumer);
            RunDecoder<Job> decoder = new RunDecoder<>(deserializer, runId, Job.class);
            read(scan, depth.partitions(), decoder, queued);
            read(scan, depth.parkedPartitions(), decoder, parked);
        }
    }

    private static void read(
            TopicScan scan, List<LaneDepth.Partition> partitions, RunDecoder<Job> decoder, OrdinalLedger ledger) {
        Map<TopicPartition, Settlement> settlements = new HashMap<>();
        Map<TopicPartition, Long> from = new HashMap<>();
        Map<TopicPartition, Long> to = new HashMap<>();
        for (LaneDepth.Partition partition : partitions) {
            settlements.put(partition.name(), partition.settlement());
            from.put(partition.name(), partition.settlement().lowWater());
            to.put(partition.name(), partition.end());
        }
        scan.read(from, to, consumed -> {
            Settlement settlement = settlements.get(new TopicPartition(consumed.topic(), consumed.partition()));
            boolean isFinished = settlement != null && settlement.isFinished(consumed.offset());
            if (!isFinished && decoder.isOfRun(consumed)) {
                add(ledger, decoder, consumed);
            }
        });
    }

    private static void add(OrdinalLedger ledger, RunDecoder<Job> decoder, ConsumerRecord<byte[], byte[]> consumed) {
        long damagedBefore = decoder.damaged();
        boolean[] misplaced = {false};
        decoder.decode(consumed, (job, bytes) -> {
            if (OrdinalLedger.isPlace(job.getOrdinal(), job.getGeneration())) {
                ledger.add(job.getOrdinal(), job.getGeneration(), job.getJobId(), 0);
            } else {
                misplaced[0] = true;
            }
        });
        if (misplaced[0] || decoder.damaged() > damagedBefore) {
            String key = new String(consumed.key(), StandardCharsets.UTF_8);
            ledger.add(OrdinalLedger.UNKNOWN, 0, key.substring(key.indexOf('/') + 1), 0);
        }
    }

    private static Conservation.Tally tally(@Nullable RunSummary summary) {
        return summary == null
                ? new Conservation.Tally(Map.of(), 0)
                : new Conservation.Tally(summary.getOutcomes(), summary.getPassed());
    }
}
