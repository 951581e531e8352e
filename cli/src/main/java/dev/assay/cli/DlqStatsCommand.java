package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.LetterCountsJson;
import dev.assay.cli.view.LetterCountsLines;
import dev.assay.deadletters.LetterCounts;
import dev.assay.deadletters.Selection;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code assay dlq stats}: how many dead letters there are of each sort. */
@Command(
        name = "stats",
        description = {
            "Counts dead letters by failure kind, disposition, tenant, model, run and age, and says how they stand.",
            "It counts open ones unless --status says otherwise; the index alone answers, unless --where asks what only"
                    + " the letters know."
        },
        footer = {
            "",
            "Examples:",
            "  assay dlq stats",
            "  assay dlq stats --run nightly-7 --since 1d",
            "  assay dlq stats --json | jq '.byKind'"
        })
final class DlqStatsCommand implements Callable<Integer> {
    private final Session session;

    @Mixin
    private LetterFilters filters = new LetterFilters();

    @Mixin
    private LetterIndexOptions index = new LetterIndexOptions();

    DlqStatsCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Screen screen = session.screen();
        Instant now = session.clock().now();
        try (LetterDesk desk = LetterDesk.open(session, index)) {
            Selection selection = filters.looked(now, desk.contents());
            LetterCounts counts = desk.letters().count(selection, now);
            if (screen.json()) {
                session.json(LetterCountsJson.of(counts));
            } else {
                screen.say(LetterCountsLines.of(counts, now, screen.style()));
            }
        }
        return ExitCode.OK.number();
    }
}
