package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.terminal.Style;
import dev.assay.runtime.LaneDefaults;
import dev.assay.runtime.TopicAdmin;
import dev.assay.runtime.TopicAdmin.Finding;
import dev.assay.schemas.topics.Names;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.TopicSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** {@code assay topics plan|apply}: compares the topic catalogue with the cluster, or creates what is missing. */
@Command(
        name = "topics",
        description = "Compares Assay's topics with the cluster, or creates them.",
        footer = {
            "",
            "Examples:",
            "  assay topics plan --lane batch --lane judge",
            "  assay topics apply --replication 3",
            "  assay topics apply --small            a few partitions each, for one machine"
        })
final class TopicsCommand implements Callable<Integer> {
    private final Session session;

    @Option(
            names = "--lane",
            paramLabel = "LANE",
            scope = ScopeType.INHERIT,
            description = "lane to have a topic for; may be repeated (batch)")
    private List<String> lanes = new ArrayList<>();

    @Option(
            names = "--small",
            scope = ScopeType.INHERIT,
            description = "sizes for one machine: 8, 1, 4, 2 and 4 partitions")
    private boolean small;

    @Option(
            names = "--lane-partitions",
            paramLabel = "N",
            scope = ScopeType.INHERIT,
            description = "partitions of a lane's topic, the most workers that can share it (64)")
    private int lanePartitions;

    @Option(
            names = "--parked-partitions",
            paramLabel = "N",
            scope = ScopeType.INHERIT,
            description = "partitions of each topic of a lane's waiting jobs (8)")
    private int parkedPartitions;

    @Option(
            names = "--result-partitions",
            paramLabel = "N",
            scope = ScopeType.INHERIT,
            description = "partitions of results and scores (16)")
    private int resultPartitions;

    @Option(
            names = "--run-partitions",
            paramLabel = "N",
            scope = ScopeType.INHERIT,
            description = "partitions of runs and submits (8)")
    private int runPartitions;

    @Option(
            names = "--dead-letter-partitions",
            paramLabel = "N",
            scope = ScopeType.INHERIT,
            description = "partitions of each dead-letter topic (16)")
    private int deadLetterPartitions;

    @Option(
            names = "--ledger-partitions",
            paramLabel = "N",
            scope = ScopeType.INHERIT,
            description = "partitions of each topic of the ledger (4)")
    private int ledgerPartitions;

    TopicsCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        throw new Trouble(ExitCode.USAGE, "topics: say which: plan or apply", "see: assay topics --help");
    }

    @Command(
            name = "plan",
            description =
                    "Says what apply would create and what differs; changes nothing. Exit code 1 when anything does.")
    int plan() {
        try (Cluster cluster = session.cluster()) {
            List<Finding> findings = new TopicAdmin(cluster.admin()).plan(catalogue(cluster));
            show(findings, false);
            boolean asWanted = findings.stream().allMatch(Finding.Present.class::isInstance);
            return (asWanted ? ExitCode.OK : ExitCode.NO).number();
        }
    }

    @Command(name = "apply", description = "Creates what is missing; never changes or deletes a topic.")
    int apply(
            @Option(
                            names = "--replication",
                            paramLabel = "N",
                            defaultValue = "-1",
                            description = "replicas of each partition (the cluster's default)")
                    short replication) {
        try (Cluster cluster = session.cluster()) {
            List<Finding> findings = new TopicAdmin(cluster.admin()).apply(catalogue(cluster), replication);
            show(findings, true);
            boolean differs = findings.stream().anyMatch(Finding.Differs.class::isInstance);
            return (differs ? ExitCode.NO : ExitCode.OK).number();
        }
    }

    private TopicCatalogue catalogue(Cluster cluster) {
        List<String> wanted = lanes.isEmpty() ? List.of(LaneDefaults.BATCH) : lanes;
        for (String lane : wanted) {
            if (!Names.isName(lane)) {
                throw new Trouble(
                        ExitCode.USAGE, "--lane: '" + lane + "' (expected: letters, digits, '.', '_' or '-')", "");
            }
        }
        return TopicCatalogue.of(cluster.clients().settings().topics(), wanted, sizes());
    }

    private TopicSizes sizes() {
        TopicSizes usual = small ? TopicSizes.LAPTOP : TopicSizes.STANDARD;
        return new TopicSizes(
                or(lanePartitions, usual.lane()),
                or(parkedPartitions, usual.parked()),
                or(resultPartitions, usual.results()),
                or(runPartitions, usual.runs()),
                or(deadLetterPartitions, usual.deadLetters()),
                or(ledgerPartitions, usual.ledger()));
    }

    private static int or(int given, int usual) {
        return given > 0 ? given : usual;
    }

    private void show(List<Finding> findings, boolean applied) {
        Screen screen = session.screen();
        if (screen.json()) {
            ObjectNode answer = session.object();
            ArrayNode topics = answer.putArray("topics");
            findings.forEach(finding -> topics.add(json(finding, applied)));
            session.json(answer);
            return;
        }
        findings.forEach(finding -> screen.say(line(finding, applied, screen.style())));
    }

    private ObjectNode json(Finding finding, boolean applied) {
        TopicSpec spec = finding.spec();
        ObjectNode node = session.object();
        node.put("topic", spec.name());
        node.put("partitions", spec.partitions());
        switch (finding) {
            case Finding.Missing missing -> node.put("finding", applied ? "created" : "missing");
            case Finding.Present present -> node.put("finding", "present");
            case Finding.Differs differs -> {
                node.put("finding", "differs");
                ArrayNode list = node.putArray("differences");
                differs.differences().forEach(list::add);
            }
        }
        return node;
    }

    private static String line(Finding finding, boolean applied, Style style) {
        String name = finding.spec().name();
        String size = " (" + finding.spec().partitions() + " partitions)";
        return switch (finding) {
            case Finding.Missing missing ->
                applied ? style.green("created  ") + name + size : style.yellow("missing  ") + name + size;
            case Finding.Present present -> style.dim("present  ") + name;
            case Finding.Differs differs ->
                style.red("differs  ") + name + ": " + String.join("; ", differs.differences());
        };
    }
}
