package dev.assay.scorer.report;

import dev.assay.schemas.RunSummary;
import java.util.ArrayList;
import java.util.List;

/** What it took to get the answers: fallbacks, and calls beyond the first. */
final class EffortSection {
    private EffortSection() {}

    static void write(Html html, Facts facts) {
        Section.open(html, "effort", "Fallbacks and retries", lead(facts.summary()));
        fallbacks(html, facts);
        retries(html, facts);
        Section.close(html);
    }

    private static String lead(RunSummary summary) {
        long fallbacks = Counts.sum(summary.getFallbacks());
        String calls = summary.getFinished() == 0
                ? ""
                : " A job took " + Figures.ratio(summary.getAttempts(), summary.getFinished()) + " calls on average.";
        return fallbacks == 0
                ? "No job was answered by a fallback." + calls
                : "A fallback answered " + Figures.counted(fallbacks, "job") + " of "
                        + Figures.count(summary.getFinished()) + " that ended, "
                        + Figures.percent(fallbacks, summary.getFinished()) + "." + calls;
    }

    private static void fallbacks(Html html, Facts facts) {
        RunSummary summary = facts.summary();
        html.leaf("h3", "Fallbacks");
        List<Counts.Entry> reasons = Counts.largestFirst(summary.getFallbacks());
        if (reasons.isEmpty()) {
            Section.nothing(html, "None.");
            return;
        }
        html.open("div", "class", "pair");
        table(
                html,
                "Fallbacks by reason",
                "Because of",
                reasons.stream()
                        .map(reason -> new Counts.Entry(FailureSection.words(reason.name()), reason.count()))
                        .toList(),
                summary.getFinished());
        List<Counts.Entry> names = Counts.largestFirst(facts.digest().fallbacks());
        if (!names.isEmpty()) {
            table(html, "Fallbacks by what answered", "Answered by", names, summary.getFinished());
        }
        html.close("div");
    }

    private static void retries(Html html, Facts facts) {
        html.leaf("h3", "Calls a job");
        List<Counts.Entry> calls = new ArrayList<>();
        for (int number = 0; number <= Digest.MANY_CALLS; number++) {
            long jobs = facts.digest().jobsWithCalls(number);
            if (jobs > 0) {
                calls.add(new Counts.Entry(name(number), jobs));
            }
        }
        if (calls.isEmpty()) {
            Section.nothing(html, "None: no job has ended yet.");
            return;
        }
        table(
                html,
                "Jobs by the number of calls made",
                "Calls",
                calls,
                facts.digest().jobs());
        RunSummary summary = facts.summary();
        html.leaf(
                "p",
                Figures.counted(summary.getAttempts(), "call") + " for "
                        + Figures.counted(summary.getFinished(), "ended job") + ": an amplification of "
                        + Figures.ratio(summary.getAttempts(), summary.getFinished()) + ".",
                "class",
                "quiet");
    }

    private static String name(int calls) {
        return switch (calls) {
            case 0 -> "none";
            case 1 -> "one";
            case 2 -> "two";
            case 3 -> "three";
            case 4 -> "four";
            default -> "five or more";
        };
    }

    private static void table(Html html, String caption, String title, List<Counts.Entry> entries, long whole) {
        html.open("div", "class", "scroll").open("table");
        Section.head(html, caption, title, "#Jobs", "#Share", "~");
        html.open("tbody");
        for (Counts.Entry entry : entries) {
            html.open("tr")
                    .open("th", "scope", "row")
                    .leaf("span", entry.name(), "class", "long")
                    .close("th");
            Section.number(html, Figures.count(entry.count()));
            Section.number(html, Figures.percent(entry.count(), whole));
            ShareCell.draw(html, entry.count(), whole);
            html.close("tr");
        }
        html.close("tbody").close("table").close("div");
    }
}
