package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.terminal.Terminal;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code assay}: the root command, which only puts the others together. */
@Command(
        name = "assay",
        description = "Evaluates language models in bulk on Kafka, and survives them.",
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  assay demo                            everything at once, with a simulated provider",
            "  assay up                              a local stack that stays until Ctrl-C",
            "  assay submit jobs.jsonl --wait        enqueue a job file and follow the run",
            "  assay verify RUN                      prove that no job was lost or counted twice"
        })
public final class Assay implements Callable<Integer> {
    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "show the version")
    boolean version;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Assay() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs one command with this process's streams and returns its exit code; it never ends the JVM. */
    public static int run(String... args) {
        return run(Terminal.ofProcess(), args);
    }

    /** The same with given streams. */
    public static int run(Terminal terminal, String... args) {
        GlobalOptions options = new GlobalOptions();
        CommandLine root = commandLine(new Session(terminal, options));
        root.setOut(writer(terminal.out()));
        root.setErr(writer(terminal.err()));
        int code = root.execute(args);
        terminal.out().flush();
        terminal.err().flush();
        return code;
    }

    /** The command tree. */
    static CommandLine commandLine(Session session) {
        CommandLine root = new CommandLine(new Assay());
        root.addMixin("global", session.options());
        root.addSubcommand(new DemoCommand(session));
        root.addSubcommand(new UpCommand(session));
        root.addSubcommand(new SubmitCommand(session));
        root.addSubcommand(new StatusCommand(session));
        root.addSubcommand(new WatchCommand(session));
        root.addSubcommand(new RunsCommand(session));
        root.addSubcommand(new ResultsCommand(session));
        root.addSubcommand(new ReportCommand(session));
        root.addSubcommand(new CompareCommand(session));
        root.addSubcommand(new VerifyCommand(session));
        root.addSubcommand(new RatesCommand(session));
        root.addSubcommand(new CancelCommand(session));
        root.addSubcommand(new AccountsCommand(session));
        root.addSubcommand(new LanesCommand(session));
        root.addSubcommand(new CommandLine(new BudgetsCommand())
                .addSubcommand(new BudgetsListCommand(session))
                .addSubcommand(new BudgetsSetCommand(session))
                .addSubcommand(new BudgetsUnsetCommand(session))
                .addSubcommand(new BudgetsVerifyCommand(session)));
        root.addSubcommand(new CommandLine(new DlqCommand())
                .addSubcommand(new DlqListCommand(session))
                .addSubcommand(new DlqStatsCommand(session))
                .addSubcommand(new DlqShowCommand(session))
                .addSubcommand(new DlqReplayCommand(session))
                .addSubcommand(new DlqDiscardCommand(session))
                .addSubcommand(new DlqExportCommand(session))
                .addSubcommand(new DlqImportCommand(session)));
        root.addSubcommand(new ScoreCommand(session));
        root.addSubcommand(new ClassifyCommand(session));
        root.addSubcommand(new TopicsCommand(session));
        root.addSubcommand(new CommandLine(new DrillCommand())
                .addSubcommand(new DrillMatrixCommand(session))
                .addSubcommand(new DrillChaosCommand(session)));
        CommandLine bench = new CommandLine(new BenchCommand(session));
        bench.addSubcommand(new BenchBudgetCommand(session));
        bench.addSubcommand(new BenchSlotsCommand(session));
        bench.addSubcommand(new BenchDlqCommand(session));
        root.addSubcommand(bench);
        root.addSubcommand(new WorkerCommand(session));
        root.addSubcommand(new ScorerCommand(session));
        root.addSubcommand(new BrokerCommand(session));
        root.addSubcommand(new SimulatorCommand(session));
        root.addSubcommand(new CompletionCommand(session));
        root.registerConverter(Duration.class, new Durations());
        root.setUsageHelpWidth(Math.max(100, session.terminal().columns()));
        Complaints complaints = new Complaints(session);
        root.setExecutionExceptionHandler(complaints);
        root.setParameterExceptionHandler(complaints);
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.getCommandSpec()
                .usageMessage()
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(exitCodes());
        HelpLayout.apply(root);
        return root;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.USAGE.number();
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }

    private static Map<String, String> exitCodes() {
        Map<String, String> codes = new LinkedHashMap<>();
        for (ExitCode code : ExitCode.values()) {
            codes.put(String.valueOf(code.number()), code.meaning());
        }
        return codes;
    }
}
