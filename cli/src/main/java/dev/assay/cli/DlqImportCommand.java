package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Screen;
import dev.assay.deadletters.Dealt;
import dev.assay.deadletters.Handling;
import dev.assay.deadletters.Import;
import dev.assay.deadletters.Replayer;
import dev.assay.producer.Problem;
import dev.assay.schemas.topics.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay dlq import}: sends mended dead letters. */
@Command(
        name = "import",
        description = {
            "Reads an export back. A line whose job, body or value was changed sends its letter with these changes; one"
                    + " that was not sends it as it is. Each letter is sent once, however often the file is read.",
            "Bytes that are no job are refused until the line gives job and body, or other bytes in value; --raw sends"
                    + " them as they are to the topic that they came from.",
            "--restore does something else: letters that are not on this cluster are written back byte for byte, to be"
                    + " listed and dealt with as before."
        },
        footer = {
            "",
            "Examples:",
            "  assay dlq export --kind bad_request --output bad.jsonl",
            "  jq -c '.body.temperature = 1' bad.jsonl > good.jsonl",
            "  assay dlq import good.jsonl --reason 'temperature was 3' --dry-run",
            "  assay dlq import last-year.jsonl --restore --yes"
        })
final class DlqImportCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "FILE", description = "a file that assay dlq export wrote")
    private Path file = Path.of("");

    @Mixin
    private DealOptions options = new DealOptions();

    @Option(names = "--reason", paramLabel = "TEXT", description = "why; kept with each letter (the file's name)")
    private @Nullable String reason;

    @Option(names = "--force", description = "send those, too, that are refused for caution")
    private boolean force;

    @Option(names = "--raw", description = "send bytes that are no job as they are")
    private boolean raw;

    @Option(names = "--restore", description = "write letters back that are not on this cluster")
    private boolean restore;

    DlqImportCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        Screen screen = session.screen();
        if (restore && (raw || force)) {
            throw new Trouble(
                    ExitCode.USAGE, "--restore sends nothing, so --raw and --force have no place with it", "");
        }
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new Trouble(
                    ExitCode.BAD_INPUT, file + ": " + (Files.exists(file) ? "cannot be read" : "no such file"), "");
        }
        Handling handling = options.handling();
        String why = reason == null ? "import of " + file.getFileName() : reason;
        Import.Options wanted = new Import.Options(DealOptions.signature(why), force, raw, restore);
        DealAnswer.Verb verb = restore ? DealAnswer.Verb.RESTORE : DealAnswer.Verb.SEND;
        try (Cluster cluster = session.cluster()) {
            Topics topics = cluster.clients().settings().topics();
            cluster.require(List.of(topics.deadLetterJobs(), topics.deadLetterResults(), topics.deadLetterMarks()));
            try (Replayer replayer = Replayer.connect(cluster.clients(), session.clock());
                    Import input = new Import(replayer, file, wanted)) {
                Import.Survey survey = input.survey();
                requireGood(survey);
                DealAnswer would = DealAnswer.outline(survey.tally(), verb);
                if (options.dryRun) {
                    return DealAnswer.tell(session, would);
                }
                long letters = survey.tally().written();
                if (letters > 0) {
                    would.lines().forEach(screen::note);
                    String question = (restore ? "Write back " : "Send ")
                            + Figures.counted(letters, "dead letter")
                            + (restore ? "?" : " again?");
                    if (!options.isConfirmed(screen, "dlq import", question)) {
                        screen.note("nothing was " + verb.past());
                        return ExitCode.NO.number();
                    }
                }
                Dealt dealt;
                try (DealProgress progress = new DealProgress(screen, verb.past(), letters)) {
                    dealt = input.write(handling, progress);
                }
                return DealAnswer.tell(session, DealAnswer.of(dealt, verb));
            }
        }
    }

    private static void requireGood(Import.Survey survey) {
        if (survey.bad() == 0) {
            return;
        }
        String problems = survey.problems().stream().map(Problem::toString).collect(Collectors.joining("\n  "));
        long more = survey.bad() - survey.problems().size();
        throw new Trouble(
                ExitCode.BAD_INPUT,
                "nothing was sent\n  " + problems + (more > 0 ? "\n  and " + Figures.count(more) + " more" : ""),
                "correct these lines, or take them out");
    }
}
