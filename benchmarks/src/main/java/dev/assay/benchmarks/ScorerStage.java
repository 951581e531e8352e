package dev.assay.benchmarks;

import dev.assay.runtime.Answers;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.Parts;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.BrokerProcess;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.process.JvmOptions;
import dev.assay.sandbox.process.ServiceProcesses;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Where a scorer and a pass-through topology work off the same results: a broker with topics of its own for each round,
 * so that both begin from nothing each time. How far one has come is what its group has committed.
 */
final class ScorerStage implements AutoCloseable {
    private static final int BROKER_MEGABYTES = 768;
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(60);
    private static final List<String> SERVICE_JVM = List.of("-Xmx768m", "-XX:+UseSerialGC", "-Xshare:auto");
    private static final List<String> SMOKE_JVM =
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");
    private static final TopicSizes SIZES = TopicSizes.LAPTOP;
    private static final String PASSED = "passed";

    private final Bench bench;
    private final List<String> jvm;
    private final Parts parts = new Parts("a benchmark");
    private final BrokerProcess broker;
    private final Admin admin;

    ScorerStage(Bench bench) {
        this.bench = bench;
        jvm = bench.form().of(SERVICE_JVM, SERVICE_JVM, SMOKE_JVM);
        try {
            bench.step("starting a broker");
            List<String> brokerJvm = bench.form() == Form.SMOKE
                    ? JvmOptions.small(BROKER_MEGABYTES)
                    : JvmOptions.lasting(BROKER_MEGABYTES);
            Path data = bench.directory().resolve("kafka");
            broker = parts.add(
                    BrokerProcess.start(EmbeddedKafkaSettings.keptIn(data).withQuickShutdown(true), brokerJvm));
            admin = parts.add(new KafkaClients(KafkaSettings.of(broker.bootstrap())).admin("assay-bench"));
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** One round's topics, with so many results in them. */
    KafkaClients fill(int round, int results) {
        KafkaClients clients = new KafkaClients(
                new KafkaSettings(Map.of("bootstrap.servers", broker.bootstrap()), new Topics("round-" + round)));
        Topics topics = clients.settings().topics();
        new TopicAdmin(admin).apply(TopicCatalogue.of(topics, List.of(), SIZES), (short) 1);
        Answers.await(admin.createTopics(List.of(new NewTopic(passed(topics), SIZES.results(), (short) 1)))
                .all());
        bench.step("writing " + results + " results");
        AtomicReference<@Nullable Exception> trouble = new AtomicReference<>();
        try (Serializer<SpecificRecord> serializer = clients.valueSerializer();
                KafkaProducer<byte[], byte[]> producer = clients.producer("bench-results")) {
            for (int number = 0; number < results; number++) {
                byte[] key = (BenchResults.RUN + "/job-" + number).getBytes(StandardCharsets.UTF_8);
                byte[] value = serializer.serialize(topics.results(), BenchResults.of(number));
                Future<?> unused = producer.send(new ProducerRecord<>(topics.results(), key, value), (stored, e) -> {
                    if (e != null) {
                        trouble.set(e);
                    }
                });
            }
        }
        Exception seen = trouble.get();
        NotRightException.when(seen != null, "results could not be written: " + seen);
        return clients;
    }

    static String passed(Topics topics) {
        return topics.prefix() + "." + PASSED;
    }

    /** Has a scorer work them off. */
    Course score(KafkaClients clients, int results) throws InterruptedException {
        Topics topics = clients.settings().topics();
        bench.step("a scorer scores " + results + " results");
        ServiceProcesses services =
                parts.add(new ServiceProcesses(bench.command(), clients.settings(), bench.directory(), jvm));
        ChildProcess scorer = services.scorer("scorer-" + topics.prefix());
        Course course = follow(topics, topics.scorerGroup(), results, scorer);
        ScorerCheck.requireOver(bench, clients, results);
        stop(scorer);
        return course;
    }

    /** Has the pass-through topology pass them on. */
    Course pass(KafkaClients clients, int results) throws InterruptedException {
        Topics topics = clients.settings().topics();
        String application = topics.prefix() + ".pass-through";
        bench.step("a pass-through topology passes " + results + " results on");
        Path log = bench.directory().resolve(application + ".log");
        ChildProcess passing = parts.add(ChildProcess.start(
                PassThroughMain.class,
                jvm,
                List.of(
                        broker.bootstrap(),
                        topics.prefix(),
                        application,
                        passed(topics),
                        bench.directory().resolve(application + "-state").toString()),
                Map.of(),
                log));
        Course course = follow(topics, application, results, passing);
        ScorerCheck.requireRecords(clients, passed(topics), results);
        stop(passing);
        return course;
    }

    private Course follow(Topics topics, String group, int results, ChildProcess working) throws InterruptedException {
        Duration interval = bench.form().of(Duration.ofMillis(100), Duration.ofMillis(100), Duration.ofMillis(20));
        List<Course.Sample> samples = new ArrayList<>();
        long began = bench.clock().nanos();
        long done = -1;
        while (done < results) {
            if (!samples.isEmpty()) {
                bench.clock().pause(interval);
            }
            done = committed(group, topics.results());
            Map<String, Duration> cpu = new LinkedHashMap<>();
            cpu.put(PipelineRun.WORKING, ProcessUse.cpu(working.pid()));
            cpu.put("broker", ProcessUse.cpu(broker.pid()));
            samples.add(new Course.Sample(bench.clock().nanos(), done, cpu));
            NotRightException.when(
                    done < results && (!working.isAlive() || bench.clock().nanos() - began > PATIENCE.toNanos()),
                    "only " + done + " of " + results + " results were worked off: " + working.tail());
        }
        return new Course(results, samples);
    }

    /** What a group has committed of a topic, in records: nothing but whole results was written there. */
    private long committed(String group, String topic) {
        return Answers.await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata()).entrySet().stream()
                .filter(offset -> offset.getKey().topic().equals(topic) && offset.getValue() != null)
                .mapToLong(offset -> offset.getValue().offset())
                .sum();
    }

    private static void stop(ChildProcess working) {
        working.terminate();
        working.awaitExit(STOP_PATIENCE);
    }

    Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("partitions of results", String.valueOf(SIZES.results()));
        parameters.put("stream threads", "1 each");
        parameters.put("both", "exactly_once_v2, a commit every 100 ms, the scorer's settings");
        parameters.put("JVM of both", String.join(" ", jvm));
        parameters.put("on the same machine", "broker, this command");
        return parameters;
    }

    @Override
    public void close() {
        parts.close();
    }
}
