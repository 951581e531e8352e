package dev.assay.cli;

import dev.assay.cli.read.DeadLetters;
import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import dev.assay.sandbox.simulator.ProviderSimulator;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.topics.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What the demo says of its outage and of its answers. */
final class DemoLines {
    private DemoLines() {}

    /** What became of the jobs that met the outage, by the summary and by the providers' own logs. */
    static List<String> outage(RunView run, ProviderSimulator provider, ProviderSimulator standby, Style style) {
        RunSummary summary = run.summary();
        Map<String, Long> reasons = summary == null ? Map.of() : summary.getFallbacks();
        long bridged = reasons.values().stream().mapToLong(Long::longValue).sum();
        long calls = provider.requestLog().arrived() + standby.requestLog().arrived();
        List<String> lines = new ArrayList<>();
        lines.add(style.bold("The outage") + "  " + Figures.counted(bridged, "job")
                + " were answered by the second provider and say so in their results:");
        new TreeMap<>(reasons)
                .forEach((reason, count) -> lines.add("  " + style.cyan(String.format("%4d", count)) + " " + reason
                        + "  " + style.dim(told(reason))));
        lines.add(String.format(
                Locale.ROOT,
                "  The two providers saw %s calls for %s jobs: %.2f a job.",
                Figures.count(calls),
                Figures.count(run.enqueued()),
                (double) calls / Math.max(run.enqueued(), 1)));
        return lines;
    }

    /** The jobs that nobody could answer. */
    static List<String> refused(DeadLetters letters, Topics topics, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.bold("The dead letters") + "  " + Figures.counted(letters.count(), "job")
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
        lines.add(style.dim("  They lie in " + topics.deadLetterJobs() + " for 90 days; the kind says that the request"
                + " was at fault, and not the provider."));
        return lines;
    }

    private static String told(String reason) {
        return switch (reason) {
            case "CIRCUIT_OPEN" -> "the breaker kept them from the failing provider";
            case "OVERLOADED" -> "it had refused them";
            case "TIMEOUT" -> "it had not answered them in time";
            default -> "";
        };
    }

    static List<String> answers(DemoAnswers answers, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.bold("The answers") + "  Providers answer from books; the first one's answers "
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
