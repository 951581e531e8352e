package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.terminal.Screen;
import dev.assay.deadletters.Handling;
import dev.assay.deadletters.Signature;
import dev.assay.producer.WhenFull;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How commands that deal with dead letters go about it. */
final class DealOptions {
    @Option(names = "--rate", paramLabel = "N", description = "letters a second at most")
    private @Nullable Double rate;

    @Option(names = "--max", paramLabel = "N", description = "letters at most")
    private @Nullable Long max;

    @Option(
            names = "--wait",
            paramLabel = "DURATION",
            description = "how long to wait in one go for room in a full lane (not at all)")
    private @Nullable Duration wait;

    @Option(names = "--dry-run", description = "only say how many would be sent where at what cost, and which not")
    boolean dryRun;

    @Option(
            names = {"-y", "--yes"},
            description = "do not ask")
    private boolean yes;

    Handling handling() {
        try {
            return new Handling(rate, max, wait == null ? WhenFull.fail() : WhenFull.waitUpTo(wait));
        } catch (IllegalArgumentException e) {
            throw new Trouble(ExitCode.USAGE, "--" + e.getMessage(), "", e);
        }
    }

    static Signature signature(String reason) {
        try {
            return new Signature(Submitter.name(), reason);
        } catch (IllegalArgumentException e) {
            throw new Trouble(ExitCode.USAGE, "--" + e.getMessage(), "", e);
        }
    }

    /** Whether it may be done; asks where a person is there, and is wrong where nobody is and nothing was said. */
    boolean isConfirmed(Screen screen, String command, String question) {
        if (yes) {
            return true;
        }
        if (!screen.canAsk()) {
            throw new Trouble(
                    ExitCode.USAGE, command + " wants a confirmation, and nobody is there to give it", "give --yes");
        }
        return screen.confirm(question);
    }
}
