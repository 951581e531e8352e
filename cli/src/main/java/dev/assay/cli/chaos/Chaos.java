package dev.assay.cli.chaos;

import dev.assay.cli.terminal.Style;
import dev.assay.runtime.Clock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What the command line knows of chaos runs: their plan, playing one, and a table of several. */
public final class Chaos {
    private final ChaosOptions options;

    public Chaos(ChaosOptions options) {
        this.options = options;
    }

    /** What will be done to what, and when; a function of the options and the seed. */
    public List<String> plan() {
        return FaultPlan.of(options).lines();
    }

    /**
     * Plays it.
     *
     * @param command the class with the {@code main} method of the command line
     * @param directory an empty directory, for the data and logs of all processes
     */
    public ChaosRecord play(Class<?> command, Path directory, Clock clock, ChaosListener listener)
            throws IOException, InterruptedException {
        return ChaosRun.play(command, options, directory, clock, listener);
    }

    /** A line for each of several runs. */
    public static List<String> summary(List<ChaosRecord> records, Style style) {
        return ChaosTable.of(records, style);
    }
}
