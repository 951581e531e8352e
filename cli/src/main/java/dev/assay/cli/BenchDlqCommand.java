package dev.assay.cli;

import dev.assay.benchmarks.BenchRecord;
import dev.assay.benchmarks.Benchmarks;
import dev.assay.benchmarks.Form;
import dev.assay.benchmarks.LettersOptions;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code assay bench dlq}: how long it takes to look at many dead letters. */
@Command(
        name = "dlq",
        description = {
            "Writes dead letters to a broker of its own, some 2 KB each with their headers, and calls assay dlq: for"
                    + " the",
            "first time, for a page with and without filters, for counts, and for all of them. Each call is a process"
                    + " of",
            "its own with a heap of 128 MB, timed from its start to its end. Exit code 1 when a bar is missed; see",
            "docs/benchmarks.md."
        },
        footer = {
            "",
            "Examples:",
            "  assay bench dlq --letters 1000000",
            "  assay bench dlq --letters 50000 --json        for machines"
        })
final class BenchDlqCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--letters", paramLabel = "N", description = "dead letters (1000000)")
    private int letters = 1_000_000;

    @Option(names = "--out", paramLabel = "FILE", description = "keep the JSON there instead")
    private @Nullable Path out;

    @Option(names = "--keep-state", description = "leave data, index and logs for a look")
    private boolean keepState;

    BenchDlqCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        BenchRecord record = new BenchRun(session).of(Benchmarks.letters(options()), Form.FULL, out, keepState);
        return (record.holds() ? ExitCode.OK : ExitCode.NO).number();
    }

    private LettersOptions options() {
        try {
            return new LettersOptions(letters);
        } catch (IllegalArgumentException e) {
            throw new Trouble(ExitCode.USAGE, "--" + e.getMessage(), "see: assay bench dlq --help", e);
        }
    }
}
