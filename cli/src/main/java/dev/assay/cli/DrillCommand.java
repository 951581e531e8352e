package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code assay drill}: tries on purpose what otherwise happens at night. */
@Command(
        name = "drill",
        description = "Does things to simulated providers on purpose, and judges what follows from their logs.",
        footer = {"", "Examples:", "  assay drill matrix", "  assay drill matrix --row 429-storm --full"})
final class DrillCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new Trouble(ExitCode.USAGE, "drill: say which: matrix", "see: assay drill --help");
    }
}
