package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.export.LetterLine;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.LetterLines;
import dev.assay.cli.view.LetterVerdict;
import dev.assay.cli.view.ReplayOutlook;
import dev.assay.deadletters.Content;
import dev.assay.deadletters.FoundLetter;
import dev.assay.deadletters.LetterId;
import dev.assay.deadletters.Replayer;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay dlq show ID}: everything about one dead letter. */
@Command(
        name = "show",
        description = {
            "Shows a dead letter: why it died and what to do about it, the job, every attempt with the provider's"
                    + " words,",
            "its earlier lives, what was done about it, and what a replay would do now. Damaged ones are shown as they"
                    + " are."
        },
        footer = {
            "",
            "Examples:",
            "  assay dlq show jobs-3-1042",
            "  assay dlq show jobs-3-1042 --body                 with the whole request",
            "  assay dlq show jobs-3-1042 --json | jq .body"
        })
final class DlqShowCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(
            paramLabel = "ID",
            converter = LetterFilters.OfId.class,
            description = "the letter's id, as assay dlq list tells it")
    private LetterId id = LetterId.parse("jobs-0-0");

    @Option(names = "--body", description = "the whole request, however long")
    private boolean body;

    @Mixin
    private LetterIndexOptions index = new LetterIndexOptions();

    DlqShowCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Screen screen = session.screen();
        Instant now = session.clock().now();
        try (LetterDesk desk = LetterDesk.open(session, index)) {
            FoundLetter found = desk.letters()
                    .get(id)
                    .orElseThrow(() -> new Trouble(
                            ExitCode.NOT_FOUND,
                            "no dead letter " + id + " on this cluster",
                            "list them: assay dlq list"));
            Content content = desk.contents().of(found.letter());
            LetterVerdict verdict = LetterVerdict.of(found.letter());
            ReplayOutlook outlook = ReplayOutlook.of(
                    found,
                    Replayer.outlook(
                            desk.cluster().clients(), desk.cluster().admin(), desk.contents(), found.letter(), now));
            if (screen.json()) {
                ObjectNode json = LetterLine.of(found, content);
                json.put("why", verdict.why());
                json.put("advice", verdict.advice());
                json.set("replay", outlook.json());
                session.json(json);
            } else {
                screen.say(new LetterLines(screen.style(), now, body).of(found, content, verdict, outlook));
            }
        }
        return ExitCode.OK.number();
    }
}
