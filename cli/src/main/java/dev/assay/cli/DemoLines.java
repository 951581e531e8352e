package dev.assay.cli;

import dev.assay.cli.read.DeadLetters;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.topics.Topics;
import java.util.ArrayList;
import java.util.List;

/** What the demo says of its outage and of its answers. */
final class DemoLines {
    private DemoLines() {}

    static List<String> outage(DeadLetters letters, Topics topics, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.bold("The outage") + "  " + Figures.counted(letters.count(), "job")
                + " could not be answered. None is lost: each is a dead letter with its evidence.");
        for (DeadLetter letter : letters.examples()) {
            long count = letters.byKind().getOrDefault(letter.getKind().name(), 0L);
            lines.add(String.format(
                    "  %s %s such as %s: %s",
                    style.red(String.format("%4d", count)),
                    letter.getKind(),
                    letter.getJobId(),
                    letter.getMessage().lines().findFirst().orElse("")));
        }
        lines.add(style.dim("  An engineer on call reads them in " + topics.deadLetterJobs()
                + " (kept 90 days), sees that the provider was at fault"));
        lines.add(style.dim("  and not the questions, and submits those questions again when it is back."));
        return lines;
    }

    static List<String> answers(DemoAnswers answers, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.bold("The answers") + "  The provider answers from a book: "
                + Figures.count(answers.rightInBook()) + " of " + Figures.counted(answers.asked(), "question")
                + " rightly (" + Figures.percent((double) answers.rightInBook() / answers.asked()) + ").");
        String known = Figures.count(answers.rightAmongScored()) + " of the " + Figures.count(answers.scored())
                + " scored answers are right by the book";
        String measured = "the scorer passed " + Figures.count(answers.passed());
        String verdict = answers.agree()
                ? style.green(style.tick() + " they agree on every answer")
                : style.red(style.cross() + " they agree on " + Figures.count(answers.agreeing()) + " only");
        lines.add("  " + known + ", " + measured + ": " + verdict);
        return lines;
    }
}
