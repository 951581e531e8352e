package dev.assay.benchmarks;

import dev.assay.benchmarks.micro.SerdeMicro;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.BrokerProcess;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Times single pieces by JMH: every class of the package {@code micro}. */
final class Micro implements Benchmark {
    private static final String CLASSES = "dev\\.assay\\.benchmarks\\.micro\\..*";

    @Override
    public String name() {
        return "micro";
    }

    @Override
    public String summary() {
        return "time of single pieces by JMH: commit metadata, records to bytes and back, each scorer";
    }

    @Override
    public Outcome.Measured run(Bench bench) {
        int warmups = bench.form().of(5, 2, 1);
        int iterations = bench.form().of(5, 3, 1);
        Duration each = bench.form().of(Duration.ofSeconds(1), Duration.ofMillis(500), Duration.ofMillis(50));
        bench.step("starting a broker, which holds the schemas");
        try (BrokerProcess broker = BrokerProcess.start(EmbeddedKafkaSettings.temporary())) {
            createTopics(broker.bootstrap());
            Options options = new OptionsBuilder()
                    .include(CLASSES)
                    .mode(Mode.AverageTime)
                    .timeUnit(TimeUnit.NANOSECONDS)
                    .forks(1)
                    .jvmArgs("-Xmx512m", "-XX:+UseSerialGC")
                    .jvmArgsAppend("-D" + SerdeMicro.BOOTSTRAP + "=" + broker.bootstrap())
                    .warmupIterations(warmups)
                    .warmupTime(TimeValue.nanoseconds(each.toNanos()))
                    .measurementIterations(iterations)
                    .measurementTime(TimeValue.nanoseconds(each.toNanos()))
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .output(bench.directory().resolve("jmh.log").toString())
                    .build();
            bench.step("JMH runs");
            Map<String, String> parameters = new LinkedHashMap<>();
            parameters.put(
                    "JMH", "1 fork, " + warmups + " + " + iterations + " iterations of " + each.toMillis() + " ms");
            parameters.put("JVM", "-Xmx512m -XX:+UseSerialGC");
            return new Outcome.Measured(parameters, figures(options));
        } catch (RunnerException e) {
            throw new NotRightException("JMH: " + reasons(e));
        }
    }

    private static void createTopics(String bootstrap) {
        KafkaSettings kafka = KafkaSettings.of(bootstrap);
        try (Admin admin = new KafkaClients(kafka).admin("assay-bench")) {
            TopicCatalogue catalogue = TopicCatalogue.of(kafka.topics(), List.of(), TopicSizes.LAPTOP);
            new TopicAdmin(admin).apply(catalogue, (short) 1);
        }
    }

    /** What JMH says is that something was thrown; what was is among the suppressed. */
    private static String reasons(Throwable thrown) {
        StringJoiner reasons = new StringJoiner("; ").add(String.valueOf(thrown.getMessage()));
        for (Throwable cause = thrown.getCause(); cause != null; cause = cause.getCause()) {
            for (Throwable suppressed : cause.getSuppressed()) {
                reasons.add(suppressed.toString());
            }
        }
        return reasons.toString();
    }

    private static List<Figure> figures(Options options) throws RunnerException {
        List<Figure> figures = new ArrayList<>();
        for (RunResult result : new Runner(options).run()) {
            figures.add(Figure.of(
                    label(result.getParams()), result.getPrimaryResult().getScore(), "ns"));
        }
        return figures;
    }

    /** Such as {@code settlement encode, gaps 16}. */
    private static String label(BenchmarkParams params) {
        String[] parts = params.getBenchmark().split("\\.", -1);
        String owner = parts[parts.length - 2].replace("Micro", "").toLowerCase(Locale.ROOT);
        StringJoiner label = new StringJoiner(", ").add(owner + " " + parts[parts.length - 1]);
        for (String key : params.getParamsKeys()) {
            label.add(key + " " + params.getParam(key));
        }
        return label.toString();
    }
}
