package dev.assay.benchmarks;

import dev.assay.producer.AssayProducer;
import dev.assay.producer.JobInput;
import dev.assay.producer.SubmitOutcome;
import dev.assay.producer.SubmitRequest;
import dev.assay.runtime.Answers;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.LaneDepth;
import dev.assay.runtime.LaneReader;
import dev.assay.runtime.Parts;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.BrokerProcess;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.process.JvmOptions;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.LaneBound;
import dev.assay.schemas.settlement.Settlement;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Where a lane's bound is measured: a broker, submitters, each a process of its own, and no worker. */
final class SlotsStage implements AutoCloseable {
    static final String LANE = "batch";

    private static final List<String> JVM =
            List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private final Bench bench;
    private final Parts parts = new Parts("a benchmark");
    private final KafkaClients clients;
    private final Admin admin;

    private SlotsStage(Bench bench) {
        this.bench = bench;
        try {
            BrokerProcess broker = parts.add(BrokerProcess.start(
                    EmbeddedKafkaSettings.keptIn(bench.directory().resolve("kafka"))
                            .withQuickShutdown(true),
                    JvmOptions.lasting(512)));
            clients = new KafkaClients(KafkaSettings.of(broker.bootstrap()));
            admin = parts.add(clients.admin("assay-bench"));
            new TopicAdmin(admin)
                    .apply(TopicCatalogue.of(clients.settings().topics(), List.of(LANE), TopicSizes.LAPTOP), (short) 1);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    static SlotsStage open(Bench bench) {
        bench.step("starting a broker");
        return new SlotsStage(bench);
    }

    KafkaClients clients() {
        return clients;
    }

    /** Starts a submitter of a run, for the first time or again. */
    ChildProcess submitter(String run, int jobs) {
        List<String> arguments = List.of(
                clients.settings().bootstrap(),
                LANE,
                run,
                String.valueOf(jobs),
                refusals(run).toString());
        Path log = bench.directory().resolve(run + ".log");
        return parts.add(ChildProcess.start(RacingSubmitMain.class, JVM, arguments, Map.of(), log));
    }

    /** What the submits of a run were refused with: depth and bound. */
    List<long[]> refusalsOf(String run) {
        List<long[]> all = new ArrayList<>();
        if (!Files.exists(refusals(run))) {
            return all;
        }
        try {
            for (String line : Files.readAllLines(refusals(run))) {
                int space = line.indexOf(' ');
                all.add(new long[] {Long.parseLong(line.substring(0, space)), Long.parseLong(line.substring(space + 1))
                });
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    /** Enqueues a run from this process, and returns its jobs a second. */
    double rateOf(AssayProducer producer, String run, int jobs) {
        SubmitRequest request = SubmitRequest.run(run)
                .lane(LANE)
                .route("main")
                .tenant("bench")
                .bound(100_000_000)
                .build();
        long began = bench.clock().nanos();
        SubmitOutcome outcome = producer.submit(request, JobInput.records(run, BenchJobs.of(jobs)));
        NotRightException.when(!(outcome instanceof SubmitOutcome.Enqueued), run + " ended as " + outcome);
        return jobs / ((bench.clock().nanos() - began) / 1e9);
    }

    /** Says what the lane's bound is, as a person does; null takes it back. */
    void bound(@Nullable Long bound) throws InterruptedException {
        LaneBound word = new LaneBound(
                LANE, null, bound, "bench", "measured", bench.clock().now());
        String topic = clients.settings().topics().fleet();
        try (KafkaProducer<byte[], byte[]> producer = clients.producer("assay-bench-bound");
                Serializer<SpecificRecord> serializer = clients.valueSerializer()) {
            byte[] key = Keys.laneBound(LANE).getBytes(StandardCharsets.UTF_8);
            byte[] value = serializer.serialize(
                    topic, FleetEntry.newBuilder().setEntry(word).build());
            producer.send(new ProducerRecord<>(topic, key, value)).get();
        } catch (ExecutionException e) {
            throw new KafkaException("the lane's bound cannot be written", e);
        }
    }

    /** Does what workers do to a lane's depth: finishes so many jobs, the oldest of each partition. */
    void work(long jobs) {
        LaneDepth depth = new LaneReader(admin, clients.settings().topics(), LANE).read();
        long left = jobs;
        Map<TopicPartition, OffsetAndMetadata> commits = new HashMap<>();
        for (LaneDepth.Partition partition : depth.partitions()) {
            long done = Math.min(left, partition.unfinished());
            if (done > 0) {
                Settlement settlement = Settlement.at(partition.settlement().lowWater() + done);
                commits.put(partition.name(), new OffsetAndMetadata(settlement.lowWater(), settlement.encode()));
                left -= done;
            }
        }
        if (!commits.isEmpty()) {
            Answers.await(
                    admin.alterConsumerGroupOffsets(clients.settings().topics().workerGroup(LANE), commits)
                            .all());
        }
    }

    @Override
    public void close() {
        parts.close();
    }

    private Path refusals(String run) {
        return bench.directory().resolve(run + ".refusals");
    }
}
