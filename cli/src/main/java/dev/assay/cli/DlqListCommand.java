package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.LetterJson;
import dev.assay.cli.view.LetterTable;
import dev.assay.deadletters.FoundLetter;
import dev.assay.deadletters.LetterOrder;
import dev.assay.deadletters.LetterState;
import dev.assay.deadletters.Selection;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code assay dlq list}: dead letters, a line each. */
@Command(
        name = "list",
        description = {
            "Lists dead letters, the latest first. Those that were dealt with are not shown unless --status says so.",
            "Each is told as soon as it is found, so a list of all of them may be piped. The first use on a machine"
                    + " makes an index, which later ones only bring up to date."
        },
        footer = {
            "",
            "Examples:",
            "  assay dlq list --run nightly-7 --kind timeout,overloaded",
            "  assay dlq list --since 2h --where 'attempts>3' --where 'message~connect'",
            "  assay dlq list --status all --limit 0 --json | jq -r 'select(.kind==\"BAD_REQUEST\") | .id'"
        })
final class DlqListCommand implements Callable<Integer> {
    private static final int LOOK_EVERY = 500;

    private final Session session;

    @Mixin
    private LetterFilters filters = new LetterFilters();

    @Mixin
    private LetterIndexOptions index = new LetterIndexOptions();

    @Option(names = "--oldest", description = "the earliest first")
    private boolean oldest;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "how many to show (50); 0 for all")
    private long limit;

    DlqListCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (limit < 0) {
            throw new Trouble(ExitCode.USAGE, "--limit: " + limit + " (expected: >= 0)", "");
        }
        Screen screen = session.screen();
        Instant now = session.clock().now();
        try (LetterDesk desk = LetterDesk.open(session, index)) {
            Selection selection = filters.looked(now, desk.contents());
            boolean withState = !selection.states().equals(Set.of(LetterState.OPEN));
            LetterTable table = new LetterTable(
                    screen, now, withState, session.terminal().outIsTerminal() ? screen.columns() : Integer.MAX_VALUE);
            long[] seen = {0};
            OptionalLong all = desk.letters()
                    .walk(selection, oldest ? LetterOrder.OLDEST : LetterOrder.NEWEST, found -> {
                        seen[0]++;
                        if (limit > 0 && seen[0] > limit) {
                            return false;
                        }
                        tell(found, table);
                        // Whoever reads the list may have had enough: head, less.
                        return seen[0] % LOOK_EVERY != 0 || !screen.dataStream().checkError();
                    });
            table.close();
            tellRest(desk, selection, seen[0], all, now);
        }
        return ExitCode.OK.number();
    }

    private void tell(FoundLetter found, LetterTable table) {
        if (session.screen().json()) {
            session.json(LetterJson.of(found));
        } else {
            table.row(found);
        }
    }

    /** How many there are beyond those shown; counting is left out where each would have to be read for it. */
    private void tellRest(LetterDesk desk, Selection selection, long seen, OptionalLong all, Instant now) {
        Screen screen = session.screen();
        String advice = " (--limit 0 shows all)";
        if (seen == 0) {
            screen.note(
                    selection.states().equals(Set.of(LetterState.OPEN))
                            ? "no open dead letter of that sort (--status all shows those that were dealt with, too)"
                            : "no dead letter of that sort");
        } else if (limit == 0 || seen <= limit || session.options().quiet) {
            return;
        } else if (!selection.where().isEmpty() || !desk.letters().isIndexed()) {
            screen.note("there are more" + advice);
        } else {
            long count =
                    all.orElseGet(() -> desk.letters().count(selection, now).count());
            long more = Math.max(1, count - limit);
            screen.note(Figures.count(more) + (oldest ? " later" : " earlier") + " ones are not shown" + advice);
        }
    }
}
