package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code assay drill}: tries on purpose what otherwise happens at night. */
@Command(
        name = "drill",
        description = "Does on purpose what otherwise happens at night, to simulated providers and real processes, and"
                + " judges it.",
        footer = {
            "",
            "Examples:",
            "  assay drill matrix",
            "  assay drill matrix --row 429-storm --full",
            "  assay drill chaos --seed 7"
        })
final class DrillCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new Trouble(ExitCode.USAGE, "drill: say which: matrix, chaos", "see: assay drill --help");
    }
}
