package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.producer.AssayProducer;
import dev.assay.producer.JobInput;
import dev.assay.producer.NewJob;
import dev.assay.producer.SubmitOutcome;
import dev.assay.producer.SubmitRequest;
import dev.assay.runtime.KafkaClients;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.topics.Topics;
import dev.assay.testkit.Evidence;
import dev.assay.testkit.World;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * In the middle of an upgrade two versions of the contract are on the topics at once. The next version is made here
 * from the present one, by a field more in every record.
 */
class RollingUpgradeIT extends Scenario {
    private static final int JOBS = 60;

    @Test
    void whatANewerSubmitAndANewerWorkerWroteIsWorkedAndScoredAndOursIsReadByTheNextVersion(@TempDir Path directory)
            throws Exception {
        World world = world(directory, SimulatorSettings.standard(), 16);
        Topics topics = world.clients().settings().topics();
        Map<String, byte[]> newer = submitAsNextVersion(world, "newer");
        submitAll(world, "present", JOBS);
        world.startWorker("present");

        world.awaitOver("newer", PATIENCE);
        world.awaitOver("present", PATIENCE);
        NextVersion next = NextVersion.on(world.clients());
        int echoed = writeResultsAsNextVersion(world, next, "present", "echo");

        await().atMost(PATIENCE)
                .until(() -> of(world.clients(), topics.scores(), "echo").size() == echoed);
        checkEveryGuarantee(world, "newer", "present");
        Evidence evidence = world.evidence("newer");
        assertThat(evidence.run().outcomes()).isEqualTo(Map.of("SCORED", JOBS - 1L, "DEAD_LETTERED", 1L));
        assertThat(RawTopic.read(world.clients(), topics.deadLetterResults())).isEmpty();
        assertThat(RawTopic.read(world.clients(), topics.deadLetterJobs()))
                .singleElement()
                .satisfies(letter -> assertThat(letter.value()).isEqualTo(newer.get(RawTopic.text(letter.key()))));
        next.readSchemas();
        for (String topic : List.of(topics.jobs(World.LANE), topics.results(), topics.scores(), topics.runs())) {
            assertThat(of(world.clients(), topic, "present").stream()
                            .filter(record -> next.isPresent(record.value()))
                            .map(record ->
                                    String.valueOf(next.read(record.value()).get(NextVersion.FIELD))))
                    .as("ours in %s, as the next version reads it", topic)
                    .isNotEmpty()
                    .containsOnly(NextVersion.DEFAULT);
        }
    }

    /**
     * Enqueues a run as a submit of the next version would: what the present one writes elsewhere, written anew.
     *
     * @return the jobs' values by their keys
     */
    private Map<String, byte[]> submitAsNextVersion(World world, String runId) throws Exception {
        KafkaClients elsewhere = new KafkaClients(kafka().freshSettings());
        World.createTopics(elsewhere);
        List<NewJob> jobs = new ArrayList<>(questions(JOBS - 1));
        jobs.add(NewJob.of("refused", "{\"messages\":[{\"role\":\"user\",\"content\":\"[[fault:bad-request]]\"}]}"));
        try (AssayProducer producer = AssayProducer.connect(elsewhere.settings())) {
            SubmitRequest request = SubmitRequest.run(runId)
                    .lane(World.LANE)
                    .route(World.ROUTE)
                    .tenant("tests")
                    .build();
            assertThat(producer.submit(request, JobInput.records("jobs", jobs)))
                    .isEqualTo(new SubmitOutcome.Enqueued(runId, JOBS, JOBS, 0, 0));
        }
        jobs.forEach(job -> world.expect(runId, job.customId()));
        NextVersion next = NextVersion.on(elsewhere);
        Topics from = elsewhere.settings().topics();
        Topics to = world.clients().settings().topics();
        copy(next, elsewhere, from.runs(), world.clients(), to.runs());
        return copy(next, elsewhere, from.jobs(World.LANE), world.clients(), to.jobs(World.LANE));
    }

    private static Map<String, byte[]> copy(
            NextVersion next, KafkaClients clients, String from, KafkaClients others, String to) throws Exception {
        Map<String, byte[]> values = new HashMap<>();
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : RawTopic.read(clients, from)) {
            byte[] value = next.rewriteOn(others, record.value(), unchanged -> {});
            values.put(RawTopic.text(record.key()), value);
            records.add(new ProducerRecord<>(to, record.partition(), record.key(), value, record.headers()));
        }
        RawTopic.write(others, records);
        return values;
    }

    /** Writes the results of a run once more as those of another run, as a worker of the next version would. */
    private static int writeResultsAsNextVersion(World world, NextVersion next, String runId, String asRunId)
            throws Exception {
        String topic = world.clients().settings().topics().results();
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : of(world.clients(), topic, runId)) {
            byte[] key = RawTopic.text(record.key())
                    .replace(runId + "/", asRunId + "/")
                    .getBytes(StandardCharsets.UTF_8);
            byte[] value = next.rewriteOn(world.clients(), record.value(), result -> result.put("runId", asRunId));
            records.add(new ProducerRecord<>(topic, null, key, value, record.headers()));
        }
        RawTopic.write(world.clients(), records);
        return records.size();
    }

    private static List<ConsumerRecord<byte[], byte[]>> of(KafkaClients clients, String topic, String runId) {
        return RawTopic.read(clients, topic).stream()
                .filter(record -> RawTopic.text(record.key()).startsWith(runId + "/"))
                .toList();
    }
}
