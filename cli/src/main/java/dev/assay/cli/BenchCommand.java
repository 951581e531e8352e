package dev.assay.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.benchmarks.BenchRecord;
import dev.assay.benchmarks.BenchReport;
import dev.assay.benchmarks.Benchmarks;
import dev.assay.benchmarks.Form;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.terminal.Screen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay bench}: measures what Assay costs beside plain programs. */
@Command(
        name = "bench",
        description = {
            "Measures Assay's speed and cost on this machine, beside plain programs that do the same work in the same",
            "run, on a broker and a simulated provider of its own. A run that lost, doubled or failed a job gives no",
            "figure. The figures are printed and kept as JSON in benchmarks/ of the state directory. What each one",
            "measures is told in docs/benchmarks.md."
        },
        footer = {
            "",
            "Examples:",
            "  assay bench                               all of them; leave the machine alone meanwhile",
            "  assay bench throughput instant --quick    some of them, in a minute or two",
            "  assay bench --list                        what there is",
            "  assay bench --check --json --out new.json for a nightly build",
            "  assay bench --report figures.md new.json  the figures as a page"
        })
final class BenchCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "benchmarks to run (all); files with --report")
    private List<String> names = new ArrayList<>();

    @Option(names = "--list", description = "say which there are, and run none")
    private boolean list;

    @Option(names = "--quick", description = "shorter, to see what a change did")
    private boolean quick;

    @Option(names = "--smoke", description = "as short as can be, to prove that they run; its figures mean nothing")
    private boolean smoke;

    @Option(names = "--check", description = "exit with 1 when a figure misses its bar")
    private boolean check;

    @Option(names = "--out", paramLabel = "FILE", description = "keep the JSON there instead")
    private @Nullable Path out;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "run none; write the figures of kept JSON files as a page in Markdown there")
    private @Nullable Path report;

    BenchCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Screen screen = session.screen();
        if (report != null) {
            writeReport(report);
            return ExitCode.OK.number();
        }
        Benchmarks benchmarks = benchmarks();
        if (list) {
            screen.say(benchmarks.list());
            return ExitCode.OK.number();
        }
        BenchRecord record = new BenchRun(session).of(benchmarks, form(), out, false);
        boolean good = check ? record.holds() : record.isRight();
        return (good ? ExitCode.OK : ExitCode.NO).number();
    }

    private void writeReport(Path page) throws IOException {
        if (names.isEmpty()) {
            throw new Trouble(ExitCode.USAGE, "--report: no file with figures is named", "see: assay bench --help");
        }
        List<JsonNode> records = new ArrayList<>();
        for (String name : names) {
            try {
                records.add(BenchReport.read(Path.of(name)));
            } catch (NoSuchFileException e) {
                throw new Trouble(ExitCode.BAD_INPUT, name + ": no such file", "", e);
            } catch (IllegalArgumentException e) {
                throw new Trouble(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), "", e);
            }
        }
        Files.writeString(page, String.join("\n", BenchReport.lines(records)) + "\n");
        session.screen().note("written to " + page);
    }

    private Form form() {
        return smoke ? Form.SMOKE : quick ? Form.QUICK : Form.FULL;
    }

    private Benchmarks benchmarks() {
        try {
            return Benchmarks.of(names);
        } catch (IllegalArgumentException e) {
            throw new Trouble(ExitCode.USAGE, String.valueOf(e.getMessage()), "see: assay bench --list", e);
        }
    }
}
