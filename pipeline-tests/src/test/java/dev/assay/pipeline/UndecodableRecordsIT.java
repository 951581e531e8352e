package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.runtime.KafkaClients;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.Job;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunCancel;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.Topics;
import dev.assay.testkit.World;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that are no jobs or no results lie among those of a run. */
class UndecodableRecordsIT extends Scenario {
    @Test
    void recordsThatAreNoJobsBecomeDeadLettersByteForByteAndHarmNoNeighbour(@TempDir Path directory) throws Exception {
        World world = world(directory, SimulatorSettings.standard(), 16);
        Topics topics = world.clients().settings().topics();
        submitAll(world, "among", 200);
        List<ProducerRecord<byte[], byte[]>> damaged =
                Damage.ofEveryKind(topics.jobs(World.LANE), stranger(world.clients()));
        List<RecordMetadata> places = RawTopic.write(world.clients(), damaged);
        RawTopic.write(world.clients(), jobsWithOddHeaders(world));
        submitAll(world, "behind", 200);

        world.startWorker("worker-1");
        world.awaitOver("among", PATIENCE);
        world.awaitOver("behind", PATIENCE);

        checkEveryGuarantee(world, "among", "behind");
        Damage.checkKept(damaged, places, RawTopic.read(world.clients(), topics.deadLetterJobs()));
        Map<String, JobStatus> strays = strays(world);
        assertThat(strays)
                .as("headers are no part of a job")
                .containsEntry("bare", JobStatus.SUCCEEDED)
                .containsEntry("twice", JobStatus.SUCCEEDED)
                .containsEntry("garbled", JobStatus.SUCCEEDED);
    }

    @Test
    void recordsThatAreNoResultsBecomeDeadLettersOfTheScorerAndTheRunIsScored(@TempDir Path directory)
            throws Exception {
        World world = world(directory, SimulatorSettings.standard(), 16);
        Topics topics = world.clients().settings().topics();
        List<ProducerRecord<byte[], byte[]>> damaged = Damage.ofEveryKind(topics.results(), stranger(world.clients()));
        List<RecordMetadata> places = RawTopic.write(world.clients(), damaged);
        world.startWorker("worker-1");
        submitAll(world, "scored", 200);

        world.awaitOver("scored", PATIENCE);

        await().atMost(PATIENCE)
                .until(() -> RawTopic.read(world.clients(), topics.deadLetterResults())
                                .size()
                        >= damaged.size());
        checkEveryGuarantee(world, "scored");
        Damage.checkKept(damaged, places, RawTopic.read(world.clients(), topics.deadLetterResults()));
    }

    /** A cancel, which belongs into the fleet topic. */
    private static byte[] stranger(KafkaClients clients) {
        try (Serializer<SpecificRecord> serializer = clients.valueSerializer()) {
            RunCancel cancel = RunCancel.newBuilder()
                    .setRunId("nobody")
                    .setBy("test")
                    .setReason(null)
                    .setAt(Instant.EPOCH)
                    .build();
            FleetEntry entry = FleetEntry.newBuilder().setEntry(cancel).build();
            return serializer.serialize(clients.settings().topics().fleet(), entry);
        }
    }

    /** Jobs in order, of a run that nobody submitted, whose headers are missing, doubled or no text. */
    private static List<ProducerRecord<byte[], byte[]>> jobsWithOddHeaders(World world) {
        String topic = world.clients().settings().topics().jobs(World.LANE);
        Map<String, List<Header>> headers =
                Map.of("bare", List.of(), "twice", Damage.doubled("twice"), "garbled", Damage.notUtf8());
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (Deserializer<SpecificRecord> deserializer = world.clients().valueDeserializer();
                Serializer<SpecificRecord> serializer = world.clients().valueSerializer()) {
            byte[] some = RawTopic.read(world.clients(), topic).stream()
                    .filter(record -> RawTopic.text(record.key()).startsWith("among/"))
                    .findFirst()
                    .orElseThrow()
                    .value();
            Job sample = (Job) deserializer.deserialize(topic, some);
            headers.forEach((jobId, odd) -> {
                Job stray =
                        Job.newBuilder(sample).setRunId("stray").setJobId(jobId).build();
                byte[] key = Keys.job("stray", jobId).getBytes(StandardCharsets.UTF_8);
                records.add(new ProducerRecord<>(topic, null, key, serializer.serialize(topic, stray), odd));
            });
        }
        return records;
    }

    /** How the jobs came out that were written with odd headers; each of them once. */
    private static Map<String, JobStatus> strays(World world) {
        String topic = world.clients().settings().topics().results();
        try (Deserializer<SpecificRecord> deserializer = world.clients().valueDeserializer()) {
            return RawTopic.read(world.clients(), topic).stream()
                    .map(record -> (Result) deserializer.deserialize(topic, record.value()))
                    .filter(result -> result.getRunId().equals("stray"))
                    .collect(Collectors.toMap(Result::getJobId, Result::getStatus));
        }
    }
}
