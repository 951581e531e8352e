package dev.assay.benchmarks;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.LaneDepth;
import dev.assay.runtime.LaneReader;
import dev.assay.sandbox.simulator.RequestLog;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;

/** Counts what came out of a run: figures of a run that lost, doubled or failed a job are worth nothing. */
final class Totals {
    private static final Duration SETTLING = Duration.ofSeconds(30);

    private Totals() {}

    /**
     * Requires that a run of the pipeline is over: nothing left in its lane, each job with one good result.
     *
     * @param jobs how many jobs it has
     */
    static void requireOver(Stage stage, String lane, String runId, long jobs) throws InterruptedException {
        requireNothingLeft(stage, lane);
        requireResults(stage, runId, jobs);
    }

    /** Requires so many good results of a run, each of another job. */
    static void requireResults(Stage stage, String runId, long jobs) {
        KafkaClients clients = stage.clients();
        Deserializer<SpecificRecord> deserializer = clients.valueDeserializer();
        Set<String> answered = new HashSet<>();
        long[] counts = new long[2];
        Topic.read(clients, clients.settings().topics().results(), record -> {
            if (deserializer.deserialize(record.topic(), record.value()) instanceof Result result
                    && result.getRunId().equals(runId)) {
                counts[0]++;
                counts[1] += result.getStatus() == JobStatus.SUCCEEDED ? 1 : 0;
                answered.add(result.getJobId());
            }
        });
        deserializer.close();
        require("results", jobs, counts[0]);
        require("jobs with a result", jobs, answered.size());
        require("good results", jobs, counts[1]);
    }

    /** Requires so many answers in the topic of a plain program, each with another key. */
    static void requireAnswers(Stage stage, String topic, long jobs) {
        Set<String> keys = new HashSet<>();
        long[] count = new long[1];
        Topic.read(stage.clients(), topic, record -> {
            count[0]++;
            keys.add(new String(record.key(), StandardCharsets.UTF_8));
        });
        require("answers written", jobs, count[0]);
        require("jobs with an answer", jobs, keys.size());
    }

    /**
     * Requires that the provider has seen each job once, and answered it well.
     *
     * @param before its counts at the beginning
     */
    static void requireCalls(Stage stage, RequestLog.Counts before, long jobs) {
        RequestLog.Counts after = stage.provider().counts();
        require("calls", jobs, after.arrived() - before.arrived());
        require("good answers of the provider", jobs, ok(after.byStatus()) - ok(before.byStatus()));
    }

    /**
     * Requires that so many jobs are left in a lane at least: none went without a result. Markers of transactions that
     * nobody has passed yet count too.
     */
    static void requireLeft(Stage stage, String lane, long jobs) {
        long left = LaneReader.read(stage.clients(), lane).unfinished();
        NotRightException.when(left < jobs, "jobs left in the lane: " + left + " (expected: at least " + jobs + ")");
    }

    private static long ok(Map<Integer, Long> byStatus) {
        return byStatus.getOrDefault(200, 0L);
    }

    /** The last results are settled within moments of their calls' end. */
    private static void requireNothingLeft(Stage stage, String lane) throws InterruptedException {
        long began = stage.bench().clock().nanos();
        LaneDepth depth = LaneReader.read(stage.clients(), lane);
        while (depth.unfinished() > 0 && stage.bench().clock().nanos() - began < SETTLING.toNanos()) {
            stage.bench().clock().pause(Duration.ofMillis(50));
            depth = LaneReader.read(stage.clients(), lane);
        }
        require("jobs left in the lane", 0, depth.unfinished());
    }

    private static void require(String what, long expected, long found) {
        NotRightException.when(found != expected, what + ": " + found + " (expected: " + expected + ")");
    }
}
