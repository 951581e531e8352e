package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Screen;
import dev.assay.deadletters.BadFieldException;
import dev.assay.deadletters.Dealt;
import dev.assay.deadletters.Edits;
import dev.assay.deadletters.Handling;
import dev.assay.deadletters.Replayer;
import dev.assay.deadletters.Selection;
import dev.assay.deadletters.Tally;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code assay dlq replay}: sends dead letters again, each once. */
@Command(
        name = "replay",
        description = {
            "Sends dead letters again, each once: the same replay a second time sends nothing, one that was stopped"
                    + " goes on.",
            "Jobs go to their lane, as they were but for a new deadline and what --set changes; their history goes with"
                    + " them. Their results take the place of the old ones in their run. Results that the scorer could"
                    + " not use go to it again.",
            "--set takes route, lane, priority, maxTokens, maxWait, requiredRegion, deadline, maxAge, tags.NAME and"
                    + " body.PATH; no value takes the old one away.",
            "Letters that were sent again three times, and those whose side effect may have happened, are refused"
                    + " without --force."
        },
        footer = {
            "",
            "Examples:",
            "  assay dlq replay --run nightly-7 --kind timeout,overloaded --reason 'the provider is back' --dry-run",
            "  assay dlq replay --run nightly-7 --reason 'the provider is back' --rate 20 --wait 10m --yes",
            "  assay dlq replay --kind bad_request --set body.temperature=1 --set tags.mended=yes --reason 'was 3'",
            "  assay dlq replay jobs-3-1042 --set route=large --reason 'needs the long context'"
        })
final class DlqReplayCommand implements Callable<Integer> {
    private final Session session;

    @Mixin
    private LetterFilters filters = new LetterFilters();

    @Mixin
    private LetterIndexOptions index = new LetterIndexOptions();

    @Mixin
    private DealOptions options = new DealOptions();

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "why; kept with each letter")
    private String reason = "";

    @Option(names = "--set", paramLabel = "PATH=VALUE", description = "change the jobs before; may be repeated")
    private List<String> settings = List.of();

    @Option(names = "--force", description = "send those, too, that are refused for caution")
    private boolean force;

    DlqReplayCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Screen screen = session.screen();
        Handling handling = options.handling();
        Replayer.Order order = new Replayer.Order(DealOptions.signature(reason), edits(), force);
        try (LetterDesk desk = LetterDesk.open(session, index);
                Replayer replayer = Replayer.connect(desk.cluster().clients(), session.clock())) {
            Selection selection = filters.looked(session.clock().now(), desk.contents());
            Tally outline = replayer.outline(desk.letters(), selection, order, handling);
            DealAnswer would = DealAnswer.outline(outline, DealAnswer.Verb.SEND);
            if (options.dryRun) {
                return DealAnswer.tell(session, would);
            }
            if (outline.written() > 0) {
                would.lines().forEach(screen::note);
                if (!options.isConfirmed(
                        screen,
                        "dlq replay",
                        "Send " + Figures.counted(outline.written(), "dead letter") + " again?")) {
                    screen.note("nothing was sent");
                    return ExitCode.NO.number();
                }
            }
            Dealt dealt;
            try (DealProgress progress = new DealProgress(screen, "sent", outline.written())) {
                dealt = replayer.replay(desk.letters(), selection, order, handling, progress);
            }
            return DealAnswer.tell(session, DealAnswer.of(dealt, DealAnswer.Verb.SEND));
        }
    }

    private Edits edits() {
        try {
            return Edits.parse(settings);
        } catch (BadFieldException e) {
            throw new Trouble(ExitCode.USAGE, "--set " + e.getMessage(), "see: assay dlq replay --help", e);
        }
    }
}
