package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Screen;
import dev.assay.deadletters.Dealt;
import dev.assay.deadletters.Handling;
import dev.assay.deadletters.Replayer;
import dev.assay.deadletters.Selection;
import dev.assay.deadletters.Signature;
import dev.assay.deadletters.Tally;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code assay dlq discard}: marks dead letters as dealt with. */
@Command(
        name = "discard",
        description = {
            "Marks dead letters as dealt with in another way: they are not listed and not sent again. Who, when and"
                    + " why is kept.",
            "Nothing is deleted; a letter stays until its topic's retention is over (assay dlq list --status"
                    + " discarded)."
        },
        footer = {
            "",
            "Examples:",
            "  assay dlq discard --run smoke-test --reason 'a test run' --yes",
            "  assay dlq discard jobs-3-1042 --reason 'asked for something that no model does'"
        })
final class DlqDiscardCommand implements Callable<Integer> {
    private final Session session;

    @Mixin
    private LetterFilters filters = new LetterFilters();

    @Mixin
    private LetterIndexOptions index = new LetterIndexOptions();

    @Mixin
    private DealOptions options = new DealOptions();

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "why; kept with each letter")
    private String reason = "";

    DlqDiscardCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Screen screen = session.screen();
        Handling handling = options.handling();
        Signature signature = DealOptions.signature(reason);
        try (LetterDesk desk = LetterDesk.open(session, index);
                Replayer replayer = Replayer.connect(desk.cluster().clients(), session.clock())) {
            Selection selection = filters.looked(session.clock().now(), desk.contents());
            Tally outline = replayer.outlineDiscard(desk.letters(), selection, handling);
            if (options.dryRun) {
                return DealAnswer.tell(session, DealAnswer.outline(outline, DealAnswer.Verb.DISCARD));
            }
            String question = "Discard " + Figures.counted(outline.written(), "dead letter") + "?";
            if (outline.written() > 0 && !options.isConfirmed(screen, "dlq discard", question)) {
                screen.note("nothing was discarded");
                return ExitCode.NO.number();
            }
            Dealt dealt;
            try (DealProgress progress = new DealProgress(screen, "discarded", outline.written())) {
                dealt = replayer.discard(desk.letters(), selection, signature, handling, progress);
            }
            return DealAnswer.tell(session, DealAnswer.of(dealt, DealAnswer.Verb.DISCARD));
        }
    }
}
