package dev.assay.cli;

import dev.assay.cli.drill.Matrix;
import dev.assay.cli.drill.MatrixRecord;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.log.LogLevel;
import dev.assay.cli.terminal.Screen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code assay drill matrix}: every fault that the failure table knows, played against real workers and judged. */
@Command(
        name = "matrix",
        description = {
            "Plays every fault that providers have against real workers on a broker of its own, and judges each row",
            "from the provider's log and the results: what must be seen and what must not. Needs no cluster.",
            "The table is printed and kept with its date in drills/ of the state directory. Exit code 1 when a row",
            "is not as it should be. What each row proves is told in docs/drills.md."
        },
        footer = {
            "",
            "Examples:",
            "  assay drill matrix                            all rows, shortened, in a minute or two",
            "  assay drill matrix --full                     the real durations: a 60 s outage, a storm of 1,000 jobs",
            "  assay drill matrix --row normal --row quota   some of them",
            "  assay drill matrix --list                     what there is",
            "  assay drill matrix --json | jq .verdict       for machines"
        })
final class DrillMatrixCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--row", paramLabel = "NAME", description = "play this row; may be repeated (all)")
    private List<String> rows = new ArrayList<>();

    @Option(names = "--list", description = "say which rows there are, and play none")
    private boolean list;

    @Option(names = "--full", description = "with the real durations and counts")
    private boolean full;

    @Option(names = "--parallel", paramLabel = "N", description = "rows played at a time (4)")
    private int parallel = 4;

    @Option(names = "--seed", paramLabel = "NUMBER", description = "what chances hang on (1)")
    private long seed = 1;

    @Option(names = "--keep-state", description = "leave the broker's data in drills/stage for a look")
    private boolean keepState;

    DrillMatrixCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Screen screen = session.screen();
        Matrix matrix = matrix();
        if (list) {
            screen.say(matrix.list());
            return ExitCode.OK.number();
        }
        if (parallel < 1 || parallel > 64) {
            throw new Trouble(ExitCode.USAGE, "--parallel: " + parallel + " (expected: 1 to 64)", "");
        }
        LogLevel.NONE.apply();
        Path drills = session.state().resolve("drills");
        Path stage = drills.resolve("stage");
        DemoFiles.clear(stage);
        Files.createDirectories(stage);
        MatrixRecord record;
        try (DrillProgress progress = new DrillProgress(screen, matrix.size())) {
            record = matrix.play(stage, parallel, progress);
        }
        if (!keepState) {
            DemoFiles.clear(stage);
        }
        Path kept = record.keep(drills);
        if (screen.json()) {
            session.json(record.json());
        } else {
            screen.say(record.lines(screen.style()));
        }
        screen.note("kept in " + kept);
        return (record.isRight() ? ExitCode.OK : ExitCode.NO).number();
    }

    private Matrix matrix() {
        try {
            return Matrix.of(rows, full, seed, session.clock());
        } catch (IllegalArgumentException e) {
            throw new Trouble(ExitCode.USAGE, "--" + e.getMessage(), "see: assay drill matrix --list", e);
        }
    }
}
