package dev.assay.benchmarks;

import dev.assay.producer.NewJob;
import dev.assay.runtime.KafkaClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Jobs a second through the whole door, beside a plain producer that sends the very records that came out of it. */
final class Enqueue implements Benchmark {
    private static final Bar OF_PLAIN = Bar.atLeast(0.7);
    private static final String LANE = "batch";
    private static final String PLAIN = "plain";

    @Override
    public String name() {
        return "enqueue";
    }

    @Override
    public String summary() {
        return "jobs a second through AssayProducer, beside a plain producer that sends the same records";
    }

    /** One round of one of the two: how long it took, and the processor time of this process meanwhile. */
    private record Round(long jobs, Duration time, Duration cpu) {
        double rate() {
            return jobs / (time.toNanos() / 1e9);
        }

        double cpuPerThousand() {
            return cpu.toNanos() / 1e6 / jobs;
        }
    }

    @Override
    public Outcome.Measured run(Bench bench) throws InterruptedException {
        int jobs = bench.form().of(50_000, 20_000, 500);
        int rounds = bench.form().of(5, 3, 1);
        List<NewJob> made = new ArrayList<>();
        BenchJobs.of(jobs).forEach(made::add);
        try (Stage stage = Stage.open(bench, List.of(LANE), Duration.ZERO)) {
            stage.createTopic(PLAIN);
            // The first round of both warms this JVM and the broker up, and is thrown away.
            stage.enqueue("round-0", LANE, made);
            List<ProducerRecord<byte[], byte[]>> records = recordsOf(stage.clients(), jobs);
            sendPlain(stage, records);
            List<Round> assay = new ArrayList<>();
            List<Round> plain = new ArrayList<>();
            for (int round = 1; round <= rounds; round++) {
                String runId = "round-" + round;
                boolean assayFirst = round % 2 == 1;
                if (assayFirst) {
                    assay.add(timed(bench, jobs, () -> stage.enqueue(runId, LANE, made)));
                }
                plain.add(timed(bench, jobs, () -> sendPlain(stage, records)));
                if (!assayFirst) {
                    assay.add(timed(bench, jobs, () -> stage.enqueue(runId, LANE, made)));
                }
            }
            requireAll(stage, (long) jobs * (rounds + 1));
            return measured(stage, jobs, assay, plain);
        }
    }

    private static Outcome.Measured measured(Stage stage, int jobs, List<Round> assay, List<Round> plain) {
        double assayRate = Quantiles.median(assay, Round::rate);
        double plainRate = Quantiles.median(plain, Round::rate);
        Map<String, String> parameters = stage.parameters();
        parameters.put("jobs of a round", String.valueOf(jobs));
        parameters.put("rounds", assay.size() + " after one to warm up, the order alternates; figures are medians");
        parameters.put("both", "acks=all, idempotent, linger and batches as Kafka's clients have them");
        parameters.put("jobs of a transaction", "500 (AssayProducer)");
        return new Outcome.Measured(
                parameters,
                List.of(
                        Figure.of("AssayProducer, share of the plain producer's rate", assayRate / plainRate, "")
                                .withBar(OF_PLAIN),
                        Figure.of("AssayProducer, jobs", assayRate, "1/s"),
                        Figure.of("plain producer, records", plainRate, "1/s"),
                        Figure.of(
                                "AssayProducer, CPU", Quantiles.median(assay, Round::cpuPerThousand), Course.CPU_UNIT),
                        Figure.of(
                                "plain producer, CPU",
                                Quantiles.median(plain, Round::cpuPerThousand),
                                Course.CPU_UNIT)));
    }

    private static Round timed(Bench bench, int jobs, Runnable work) {
        long pid = ProcessHandle.current().pid();
        Duration cpu = ProcessUse.cpu(pid);
        long began = bench.clock().nanos();
        work.run();
        Duration time = Duration.ofNanos(bench.clock().nanos() - began);
        return new Round(jobs, time, ProcessUse.cpu(pid).minus(cpu));
    }

    /** The records that AssayProducer wrote, to be written once more as they are: bytes, key and headers. */
    private static List<ProducerRecord<byte[], byte[]>> recordsOf(KafkaClients clients, int jobs) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        Topic.read(
                clients,
                clients.settings().topics().jobs(LANE),
                record ->
                        records.add(new ProducerRecord<>(PLAIN, null, record.key(), record.value(), record.headers())));
        NotRightException.when(records.size() != jobs, records.size() + " jobs enqueued (expected: " + jobs + ")");
        return records;
    }

    /** Connects, sends all of them, waits until they are stored, and leaves. */
    private static void sendPlain(Stage stage, List<ProducerRecord<byte[], byte[]>> records) {
        stage.bench().step("a plain producer sends " + records.size() + " records");
        AtomicReference<@Nullable Exception> trouble = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer = stage.clients().producer("plain-producer")) {
            for (ProducerRecord<byte[], byte[]> record : records) {
                Future<?> unused = producer.send(record, (stored, e) -> {
                    if (e != null) {
                        trouble.set(e);
                    }
                });
            }
        }
        Exception seen = trouble.get();
        NotRightException.when(seen != null, "the plain producer could not send: " + seen);
    }

    private static void requireAll(Stage stage, long jobs) {
        for (String topic : List.of(stage.clients().settings().topics().jobs(LANE), PLAIN)) {
            long[] count = new long[1];
            Topic.read(stage.clients(), topic, record -> count[0]++);
            NotRightException.when(
                    count[0] != jobs, "records in " + topic + ": " + count[0] + " (expected: " + jobs + ")");
        }
    }
}
