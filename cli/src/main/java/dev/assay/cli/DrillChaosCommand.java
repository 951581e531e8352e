package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.chaos.Chaos;
import dev.assay.cli.chaos.ChaosOptions;
import dev.assay.cli.chaos.ChaosRecord;
import dev.assay.cli.chaos.FaultKind;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.log.LogLevel;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Screen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code assay drill chaos}: kills, freezes and restarts of real processes under load, and what must hold all the same. */
@Command(
        name = "chaos",
        description = {
            "Runs jobs through two worker processes, a scorer and a submitter on a broker of its own, and kills one of",
            "them with SIGKILL every few seconds; one is frozen for longer than its session, and the broker dies once.",
            "Then it is counted what was lost, doubled and called twice. Needs no cluster. Which fault comes when is",
            "decided by the seed alone. Exit code 1 when a promise is broken; see docs/drills.md."
        },
        footer = {
            "",
            "Examples:",
            "  assay drill chaos                             20,000 jobs, two minutes of faults",
            "  assay drill chaos --seed 7 --plan             what would be done to what, and when",
            "  assay drill chaos --seeds 1-10                ten plans in a row, a line for each",
            "  assay drill chaos --jobs 2500 --minutes 0.6 --every 6s --session 3s",
            "  assay drill chaos --faults kill,broker        without the frozen process",
            "  assay drill chaos --json | jq .counts         for machines"
        })
final class DrillChaosCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--jobs", paramLabel = "N", description = "jobs of the run (20000)")
    private int jobs = 20_000;

    @Option(names = "--minutes", paramLabel = "M", description = "how long faults go on, such as 0.5 (2)")
    private double minutes = 2;

    @Option(names = "--every", paramLabel = "DURATION", description = "from one kill to the next (15s)")
    private Duration every = Duration.ofSeconds(15);

    @Option(names = "--seed", paramLabel = "NUMBER", description = "what the plan of faults hangs on (1)")
    private long seed = 1;

    @Option(names = "--seeds", paramLabel = "FROM-TO", description = "a run for each of these seeds, one after another")
    private @Nullable String seeds;

    @Option(
            names = "--faults",
            paramLabel = "KIND",
            split = ",",
            description = "kinds of faults: kill, freeze, broker (all)")
    private Set<FaultKind> faults = EnumSet.allOf(FaultKind.class);

    @Option(
            names = "--brokers",
            paramLabel = "N",
            description = "brokers of the cluster, 1 or 3; they die together (1)")
    private int brokers = 1;

    @Option(
            names = "--session",
            paramLabel = "DURATION",
            description = "after which silence a worker counts as dead (6s)")
    private Duration workerSession = Duration.ofSeconds(6);

    @Option(names = "--in-flight", paramLabel = "N", description = "most calls at a time of each worker (64)")
    private int inFlight = 64;

    @Option(names = "--plan", description = "print the plan of faults, and do nothing")
    private boolean planOnly;

    @Option(names = "--keep-state", description = "leave data and logs of all processes in drills/stage for a look")
    private boolean keepState;

    DrillChaosCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Screen screen = session.screen();
        List<ChaosOptions> runs = runs();
        if (planOnly) {
            for (ChaosOptions run : runs) {
                screen.say("seed " + run.seed());
                screen.say(new Chaos(run).plan());
            }
            return ExitCode.OK.number();
        }
        LogLevel.NONE.apply();
        List<ChaosRecord> records = new ArrayList<>();
        for (ChaosOptions run : runs) {
            try {
                records.add(play(screen, run));
            } catch (IllegalStateException e) {
                // A process that does not start, or no result at all: the seeds before it are to be told all the same.
                screen.warn("seed " + run.seed() + " could not be played to its end: " + e.getMessage());
                break;
            }
        }
        if (!records.isEmpty()) {
            tell(screen, records);
        }
        boolean isRight = records.size() == runs.size() && records.stream().allMatch(ChaosRecord::isRight);
        return (isRight ? ExitCode.OK : ExitCode.NO).number();
    }

    private ChaosRecord play(Screen screen, ChaosOptions run) throws IOException, InterruptedException {
        Path drills = session.state().resolve("drills");
        Path stage = drills.resolve("stage");
        DemoFiles.clear(stage);
        Files.createDirectories(stage);
        Chaos chaos = new Chaos(run);
        screen.note("seed " + run.seed() + ": " + Figures.counted(run.jobs(), "job") + ", faults as planned:");
        chaos.plan().forEach(screen::note);
        ChaosRecord record;
        try (ChaosProgress progress = new ChaosProgress(screen, run.jobs())) {
            record = chaos.play(Assay.class, stage, session.clock(), progress);
        }
        Path kept = record.keep(drills, stage);
        if (!keepState) {
            DemoFiles.clear(stage);
        }
        if (seeds != null) {
            screen.note(record.line());
        }
        screen.note("kept in " + kept);
        return record;
    }

    private void tell(Screen screen, List<ChaosRecord> records) {
        if (screen.json() && seeds == null) {
            session.json(records.getFirst().json());
        } else if (screen.json()) {
            ObjectNode all = session.object();
            all.put("verdict", records.stream().allMatch(ChaosRecord::isRight) ? "OK" : "NO");
            ArrayNode each = all.putArray("runs");
            records.forEach(record -> each.add(record.json()));
            session.json(all);
        } else {
            for (ChaosRecord record : records) {
                if (seeds == null || !record.isRight()) {
                    screen.say(record.lines(screen.style()));
                }
            }
            if (seeds != null) {
                screen.say(Chaos.summary(records, screen.style()));
            }
        }
    }

    private List<ChaosOptions> runs() {
        try {
            List<ChaosOptions> runs = new ArrayList<>();
            for (long one : seeds == null ? List.of(seed) : seedsOf(seeds)) {
                Duration lasting = Duration.ofMillis(Math.round(minutes * 60_000));
                runs.add(new ChaosOptions(jobs, lasting, every, one, faults, brokers, workerSession, inFlight));
            }
            return runs;
        } catch (IllegalArgumentException e) {
            throw new Trouble(ExitCode.USAGE, "--" + e.getMessage(), "see: assay drill chaos --help", e);
        }
    }

    private static List<Long> seedsOf(String text) {
        String[] ends = text.split("-", -1);
        try {
            long from = Long.parseLong(ends[0]);
            long to = Long.parseLong(ends[ends.length - 1]);
            if (ends.length > 2 || from > to || to - from > 1_000) {
                throw new IllegalArgumentException("seeds: " + text + " (expected: FROM-TO, such as 1-10)");
            }
            return java.util.stream.LongStream.rangeClosed(from, to).boxed().toList();
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("seeds: " + text + " (expected: FROM-TO, such as 1-10)", e);
        }
    }
}
