package dev.assay.benchmarks;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.BrokerProcess;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.sandbox.process.JvmOptions;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/** How long {@code assay dlq} takes with many dead letters, each call a process of its own, from its start to its end. */
final class LettersRead implements Benchmark {
    private static final Bar FIRST_PAGE = Bar.atMost(2);
    private static final Bar MEMORY = Bar.atMost(384);
    private static final double MEGABYTE = 1 << 20;
    private static final int PAGE = 50;
    private static final String RARE_TENANT = LetterFill.tenant(0);

    private final LettersOptions options;

    LettersRead(LettersOptions options) {
        this.options = options;
    }

    @Override
    public String name() {
        return "dlq";
    }

    @Override
    public String summary() {
        return "assay dlq with " + options.letters() + " dead letters, each call a process of its own";
    }

    @Override
    public Outcome.Measured run(Bench bench) throws IOException, InterruptedException {
        bench.step("starting a broker");
        try (BrokerProcess broker = BrokerProcess.start(
                EmbeddedKafkaSettings.keptIn(bench.directory().resolve("kafka")).withQuickShutdown(true),
                JvmOptions.lasting(512))) {
            KafkaClients clients = new KafkaClients(KafkaSettings.of(broker.bootstrap()));
            try (Admin admin = clients.admin("assay-bench")) {
                new TopicAdmin(admin)
                        .apply(
                                TopicCatalogue.of(clients.settings().topics(), List.of("batch"), TopicSizes.LAPTOP),
                                (short) 1);
            }
            LetterFill fill = new LetterFill(bench, clients, options.letters());
            fill.write();
            return measured(bench, broker.bootstrap(), fill);
        }
    }

    private Outcome.Measured measured(Bench bench, String bootstrap, LetterFill fill)
            throws IOException, InterruptedException {
        List<Figure> figures = new ArrayList<>();
        long page = Math.min(PAGE, fill.open()) + 1;
        CommandRun first = call(bench, bootstrap, page, "list");
        figures.add(page("first page", bench, bootstrap, page, "list"));
        long rare = Math.min(PAGE, fill.rareOf(RARE_TENANT));
        figures.add(page(
                "first page, a rare kind of one tenant",
                bench,
                bootstrap,
                rare + 1,
                "list",
                "--kind",
                LetterFill.RARE.name(),
                "--tenant",
                RARE_TENANT));
        figures.add(page(
                "first page, run, kind and age",
                bench,
                bootstrap,
                -1,
                "list",
                "--run",
                LetterFill.run(0),
                "--kind",
                "timeout,transient",
                "--since",
                "2d",
                "--status",
                "all"));
        figures.add(page("stats", bench, bootstrap, -1, "stats"));
        figures.add(Figure.of("first use, first line", first.firstSeconds(), "s"));
        figures.add(Figure.of("first use, with the index made", first.seconds(), "s"));
        CommandRun all = call(bench, bootstrap, fill.open(), "list", "--limit", "0", "--json");
        figures.add(Figure.of("all of them streamed", all.seconds(), "s"));
        figures.add(Figure.of("all of them streamed, first line", all.firstSeconds(), "s"));
        addMemory(figures, "first use, peak memory", first);
        addMemory(figures, "all of them streamed, peak memory", all);
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("dead letters", options.letters() + " in " + TopicSizes.LAPTOP.deadLetters() + " partitions");
        parameters.put("open", String.valueOf(fill.open()));
        parameters.put("JVM of assay dlq", String.join(" ", jvm(bench)));
        parameters.put("seconds", "of the whole process; medians of " + options.rounds() + " where there is a bar");
        return new Outcome.Measured(parameters, figures);
    }

    private Figure page(String name, Bench bench, String bootstrap, long lines, String... arguments)
            throws IOException, InterruptedException {
        List<CommandRun> runs = new ArrayList<>();
        for (int round = 0; round < options.rounds(); round++) {
            runs.add(call(bench, bootstrap, lines, arguments));
        }
        return Figure.of(name, Quantiles.median(runs, CommandRun::seconds), "s").withBar(FIRST_PAGE);
    }

    private static void addMemory(List<Figure> figures, String name, CommandRun run) {
        run.peak()
                .ifPresent(peak ->
                        figures.add(Figure.of(name, peak / MEGABYTE, "MiB").withBar(MEMORY)));
    }

    /** @param lines how many there must be; -1 where that is not known */
    private static CommandRun call(Bench bench, String bootstrap, long lines, String... arguments)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("dlq"));
        all.addAll(List.of(arguments));
        bench.step("assay " + String.join(" ", all));
        all.addAll(List.of(
                "--bootstrap",
                bootstrap,
                "--index",
                bench.directory().resolve("index").toString()));
        Path log = bench.directory().resolve("dlq.log");
        CommandRun run = CommandRun.of(bench, jvm(bench), all, log);
        NotRightException.when(
                lines >= 0 && run.lines() != lines,
                String.join(" ", all) + " printed " + run.lines() + " lines (expected: " + lines + ")");
        return run;
    }

    /** As {@code ./assay} starts it, with half of the heap. */
    private static List<String> jvm(Bench bench) {
        List<String> options = new ArrayList<>(
                List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xmx128m", "-XX:+UseSerialGC", "-Xlog:disable"));
        options.add("-Xlog:all=error,cds=off:stderr");
        String[] classPath = System.getProperty("java.class.path").split(File.pathSeparator, -1);
        // The JVM makes no archive of classes that lie in directories, and ends with an error instead.
        if (Arrays.stream(classPath).allMatch(entry -> entry.endsWith(".jar"))) {
            options.add("-XX:+AutoCreateSharedArchive");
            options.add("-XX:SharedArchiveFile=" + bench.directory().resolve("classes.jsa"));
        }
        return options;
    }
}
