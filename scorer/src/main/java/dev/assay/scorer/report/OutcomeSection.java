package dev.assay.scorer.report;

import dev.assay.schemas.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What became of the jobs, and that none is missing. */
final class OutcomeSection {
    private static final String UNFINISHED = "c-unfinished";

    private OutcomeSection() {}

    static void write(Html html, Facts facts) {
        Section.open(html, "outcomes", "Outcomes", lead(facts));
        List<Part> parts = parts(facts);
        StackedBar.draw(html, "Jobs by outcome", parts, 36);
        if (facts.total() > 0) {
            table(html, facts);
        }
        conservation(html, facts);
        Section.close(html);
    }

    private static String lead(Facts facts) {
        long ended = facts.summary().getFinished();
        if (ended == 0) {
            return "No job has ended yet.";
        }
        return Figures.percent(facts.summary().getScored(), ended)
                + " of the jobs that ended have a score. Every job ends as exactly one of these.";
    }

    private static List<Part> parts(Facts facts) {
        List<Part> parts = new ArrayList<>();
        for (Band band : Band.values()) {
            parts.add(Part.of(band, facts.count(band)));
        }
        facts.summary().getOutcomes().forEach((name, count) -> {
            if (isUnknown(name)) {
                parts.add(new Part(name, Band.UNSCORED.style(), count));
            }
        });
        parts.add(new Part("unfinished", UNFINISHED, facts.unfinished()));
        return parts;
    }

    private static void table(Html html, Facts facts) {
        html.open("div", "class", "scroll").open("table");
        Section.head(html, "Jobs by outcome", "Outcome", "~Meaning", "#Jobs", "#Share");
        html.open("tbody");
        for (Part part : parts(facts)) {
            if (part.count() > 0) {
                html.open("tr").open("th", "scope", "row");
                Section.swatch(html, part.style());
                html.text(part.name()).close("th").leaf("td", meaning(part), "class", "quiet wide");
                Section.number(html, Figures.count(part.count()));
                Section.number(html, Figures.percent(part.count(), facts.total()));
                html.close("tr");
            }
        }
        html.close("tbody").open("tfoot").open("tr").leaf("th", "all", "scope", "row");
        html.open("td", "class", "wide").close("td");
        Section.number(html, Figures.count(facts.total()));
        Section.number(html, Figures.percent(facts.total(), facts.total()));
        html.close("tr").close("tfoot").close("table").close("div");
    }

    private static String meaning(Part part) {
        for (Band band : Band.values()) {
            if (band.label().equals(part.name())) {
                return band.meaning();
            }
        }
        return part.style().equals(UNFINISHED) ? "waiting, or in a worker's hands" : "";
    }

    /** Enqueued = sum of the outcomes + unfinished, with the numbers in place of the words. */
    private static void conservation(Html html, Facts facts) {
        html.open("div", "class", "equation")
                .leaf("h3", facts.isOver() ? "Every job accounted for" : "Where the jobs are");
        html.open("p", "class", "terms");
        term(
                html,
                "",
                facts.knowsEnqueued() ? "enqueued" : "ended",
                facts.knowsEnqueued() ? facts.enqueued() : facts.total());
        String sign = "=";
        for (Outcome outcome : Outcome.values()) {
            if (facts.outcome(outcome) > 0) {
                term(html, sign, name(outcome), facts.outcome(outcome));
                sign = "+";
            }
        }
        for (var other : facts.summary().getOutcomes().entrySet()) {
            if (isUnknown(other.getKey())) {
                term(html, sign, other.getKey(), other.getValue());
                sign = "+";
            }
        }
        if (facts.knowsEnqueued()) {
            long remainder = facts.enqueued() - facts.summary().getFinished();
            term(html, sign, remainder < 0 ? "too many" : "unfinished", remainder);
        }
        html.close("p").open("p", "class", "quiet");
        if (facts.knowsEnqueued()) {
            html.text("These are the summary's numbers. ").leaf("code", "assay verify " + facts.runId());
            html.text(" counts the same independently, from the records themselves.");
        } else {
            html.text("These answers were scored from a file, so nothing was enqueued.");
        }
        html.close("p").close("div");
    }

    /** A number over its name, with the sign before it: the two stay together where the line breaks. */
    private static void term(Html html, String sign, String name, long count) {
        html.open("span", "class", "term");
        if (!sign.isEmpty()) {
            html.leaf("span", sign, "class", "sign");
        }
        html.open("span")
                .leaf("b", Figures.count(count))
                .leaf("small", name)
                .close("span")
                .close("span");
    }

    private static String name(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A reader older than the summary does not know every outcome; the equation must hold all the same. */
    private static boolean isUnknown(String name) {
        for (Outcome outcome : Outcome.values()) {
            if (outcome.name().equals(name)) {
                return false;
            }
        }
        return true;
    }
}
