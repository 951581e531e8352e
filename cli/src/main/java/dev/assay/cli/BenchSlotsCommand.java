package dev.assay.cli;

import dev.assay.benchmarks.BenchRecord;
import dev.assay.benchmarks.Benchmarks;
import dev.assay.benchmarks.Form;
import dev.assay.benchmarks.SlotsFault;
import dev.assay.benchmarks.SlotsOptions;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code assay bench slots}: whether a lane never holds more jobs than it may, whoever submits. */
@Command(
        name = "slots",
        description = {
            "Lets submitters race into a lane with a bound, with no worker alive, and reads the lane's depth all the",
            "while; some of them are killed or frozen. Then jobs are finished, and all go on to the end. Says how deep",
            "the lane was at most, who was refused although it had room, and what it costs a submit that has room.",
            "Starts a broker of its own. Exit code 1 when a bar is missed; see docs/benchmarks.md."
        },
        footer = {
            "",
            "Examples:",
            "  assay bench slots --submitters 4 --bound 10000 --jobs 40000 --faults kill,freeze",
            "  assay bench slots --bound 1000 --jobs 4000 --json     for machines"
        })
final class BenchSlotsCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--submitters", paramLabel = "N", description = "processes that submit at once (4)")
    private int submitters = 4;

    @Option(names = "--bound", paramLabel = "N", description = "unfinished jobs that the lane may hold (10000)")
    private long bound = 10_000;

    @Option(names = "--jobs", paramLabel = "N", description = "jobs of all submitters together (20000)")
    private int jobs = 20_000;

    @Option(
            names = "--faults",
            paramLabel = "KIND",
            split = ",",
            description = "what happens to submitters meanwhile: kill, freeze (nothing)")
    private Set<SlotsFault> faults = EnumSet.noneOf(SlotsFault.class);

    @Option(names = "--out", paramLabel = "FILE", description = "keep the JSON there instead")
    private @Nullable Path out;

    @Option(names = "--keep-state", description = "leave data and logs of all processes for a look")
    private boolean keepState;

    BenchSlotsCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        BenchRecord record = new BenchRun(session).of(Benchmarks.slots(options()), Form.FULL, out, keepState);
        return (record.holds() ? ExitCode.OK : ExitCode.NO).number();
    }

    private SlotsOptions options() {
        try {
            return new SlotsOptions(submitters, bound, jobs, faults);
        } catch (IllegalArgumentException e) {
            throw new Trouble(ExitCode.USAGE, "--" + e.getMessage(), "see: assay bench slots --help", e);
        }
    }
}
