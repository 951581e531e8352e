package dev.assay.cli;

import dev.assay.benchmarks.BenchRecord;
import dev.assay.benchmarks.Benchmarks;
import dev.assay.benchmarks.BudgetFault;
import dev.assay.benchmarks.BudgetOptions;
import dev.assay.benchmarks.Form;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code assay bench budget}: whether a fleet of workers keeps a provider's limits, and uses them. */
@Command(
        name = "budget",
        description = {
            "Works more jobs than fit into a provider's limits, by workers that share them, and reads in the"
                    + " provider's",
            "log how full its sliding windows of 60 s were, how often it refused, and whom it served. Starts a broker",
            "and a simulated provider of its own, which keeps the same limits. Exit code 1 when a bar is missed; see",
            "docs/benchmarks.md."
        },
        footer = {
            "",
            "Examples:",
            "  assay bench budget --rpm 600 --tpm 60000 --workers 4 --seconds 300",
            "  assay bench budget --workers 2 --faults kill         a worker is killed every 20 s",
            "  assay bench budget --workers 2 --faults owner        who keeps the budget is killed",
            "  assay bench budget --faults freeze,output --json     for machines",
            "  assay bench budget --rpm 100 --jobs 1022 --seconds 70",
            "  assay bench budget --provider http://127.0.0.1:8089/v1"
        })
final class BenchBudgetCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--rpm", paramLabel = "N", description = "requests a minute that the fleet may make (600)")
    private long rpm = 600;

    @Option(names = "--tpm", paramLabel = "N", description = "tokens a minute (60000)")
    private long tpm = 60_000;

    @Option(names = "--workers", paramLabel = "N", description = "worker processes (2)")
    private int workers = 2;

    @Option(names = "--seconds", paramLabel = "S", description = "how long it is measured (180)")
    private long seconds = 180;

    @Option(
            names = "--job-tokens",
            paramLabel = "N",
            description = "tokens of a job on average (a tenth more than the limits' ratio, so that tokens bind)")
    private @Nullable Integer jobTokens;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "so many jobs of one tenant at once (more than fit, of two tenants)")
    private @Nullable Long jobs;

    @Option(
            names = "--provider",
            paramLabel = "URL",
            description =
                    "base URL of a provider to ask instead; one that is no assay simulator is measured by results")
    private @Nullable String provider;

    @Option(
            names = "--faults",
            paramLabel = "KIND",
            split = ",",
            description = "what goes wrong meanwhile: kill, freeze, owner, rolling, output, usage (nothing)")
    private Set<BudgetFault> faults = EnumSet.noneOf(BudgetFault.class);

    @Option(names = "--out", paramLabel = "FILE", description = "keep the JSON there instead")
    private @Nullable Path out;

    @Option(names = "--keep-state", description = "leave data and logs of all processes for a look")
    private boolean keepState;

    BenchBudgetCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        BenchRecord record = new BenchRun(session).of(Benchmarks.budget(options()), Form.FULL, out, keepState);
        return (record.holds() ? ExitCode.OK : ExitCode.NO).number();
    }

    private BudgetOptions options() {
        try {
            int tokens = jobTokens == null ? BudgetOptions.jobTokens(rpm, tpm) : jobTokens;
            return new BudgetOptions(rpm, tpm, workers, Duration.ofSeconds(seconds), tokens, jobs, provider, faults);
        } catch (IllegalArgumentException e) {
            throw new Trouble(ExitCode.USAGE, "--" + e.getMessage(), "see: assay bench budget --help", e);
        }
    }
}
