package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.read.RatesReader;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.RateJson;
import dev.assay.cli.view.RateLines;
import dev.assay.cli.view.Rates;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code assay rates}: how often a fallback answered, over time. */
@Command(
        name = "rates",
        description = {
            "Shows how many jobs of each lane and model were answered, and how many of them by a fallback and why,"
                    + " window",
            "by window. A job is in the window of its result; the model is the one that was to answer, the route's"
                    + " first",
            "choice. The scorers write the windows, by the minute, and they are kept for 7 days."
        },
        footer = {
            "",
            "Examples:",
            "  assay rates                                   the last hour, five minutes a row",
            "  assay rates --lane batch --last 1d --by 1h",
            "  assay rates --last 10m --json | jq '.totals[] | select(.rate > 0.1)'"
        })
final class RatesCommand implements Callable<Integer> {
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final Session session;

    @Option(names = "--lane", paramLabel = "LANE", description = "of this lane only")
    private @Nullable String lane;

    @Option(names = "--model", paramLabel = "MODEL", description = "of this model only, as routes name it")
    private @Nullable String model;

    @Option(names = "--last", paramLabel = "DURATION", description = "how far back to look (1h)")
    private Duration last = Duration.ofHours(1);

    @Option(names = "--by", paramLabel = "DURATION", description = "how long a row's window is, in whole minutes (5m)")
    private Duration by = Duration.ofMinutes(5);

    RatesCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (last.compareTo(WINDOW) < 0) {
            throw new Trouble(ExitCode.USAGE, "--last: " + Figures.duration(last) + " (expected: >= 1m)", "");
        }
        if (by.compareTo(WINDOW) < 0 || by.toMillis() % WINDOW.toMillis() != 0) {
            throw new Trouble(
                    ExitCode.USAGE, "--by: " + Figures.duration(by) + " (expected: whole minutes, >= 1m)", "");
        }
        Screen screen = session.screen();
        try (Cluster cluster = session.cluster()) {
            cluster.require(List.of(cluster.clients().settings().topics().fallbackRates()));
            RatesReader.Read read = RatesReader.read(cluster.clients());
            if (read.damaged() > 0) {
                screen.warn(Figures.counted(read.damaged(), "record") + " cannot be read and were passed over");
            }
            Rates rates = Rates.of(
                    read.windows(),
                    new Rates.Wanted(lane, model, last, by),
                    session.clock().now());
            if (screen.json()) {
                session.json(RateJson.of(rates));
            } else {
                screen.say(RateLines.of(rates, screen.style()));
            }
        }
        return ExitCode.OK.number();
    }
}
