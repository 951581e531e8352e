package dev.assay.scorer.report;

import dev.assay.schemas.RunSummary;
import dev.assay.schemas.TokenUsage;

/** Tokens and money. What nobody reported is called unknown: a 0 would be added up by someone. */
final class SpendSection {
    private SpendSection() {}

    static void write(Html html, Facts facts) {
        Section.open(html, "spend", "Tokens and cost", lead(facts));
        if (knowsUsage(facts)) {
            table(html, facts);
        } else {
            Section.nothing(
                    html,
                    facts.summary().getAttempts() == 0
                            ? "None: no call was made."
                            : "Tokens are unknown: no provider reported any.");
        }
        html.open("p", "class", "quiet");
        if (knowsUsage(facts) && facts.digest().usageUnknown() > 0) {
            html.text("Not in it: " + Figures.counted(facts.digest().usageUnknown(), "job")
                    + " whose calls reported no tokens. ");
        }
        html.text("Cost: " + cost(facts.summary()) + ", " + costNote(facts.summary()) + ".");
        html.close("p");
        Section.close(html);
    }

    private static String lead(Facts facts) {
        TokenUsage usage = facts.summary().getUsage();
        return knowsUsage(facts)
                ? Figures.count(usage.getInput()) + " tokens in, " + Figures.count(usage.getOutput())
                        + " out, over all attempts."
                : "No token counts are known.";
    }

    private static boolean knowsUsage(Facts facts) {
        TokenUsage usage = facts.summary().getUsage();
        return usage.getInput() + usage.getOutput() > 0;
    }

    private static void table(Html html, Facts facts) {
        TokenUsage usage = facts.summary().getUsage();
        long jobs = facts.digest().usageKnown();
        html.open("div", "class", "scroll").open("table");
        Section.head(html, "Tokens", "Tokens", "#All", "#A job", "#Share of its kind");
        html.open("tbody");
        row(html, "input", "", usage.getInput(), jobs, usage.getInput());
        row(html, "of which cached", "part", usage.getCachedInput(), jobs, usage.getInput());
        row(html, "output", "", usage.getOutput(), jobs, usage.getOutput());
        row(html, "of which reasoning", "part", usage.getReasoning(), jobs, usage.getOutput());
        html.close("tbody").close("table").close("div");
    }

    private static void row(Html html, String name, String style, long tokens, long jobs, long whole) {
        html.open("tr").leaf("th", name, "scope", "row", "class", style);
        Section.number(html, Figures.count(tokens));
        Section.number(html, Figures.average(tokens, jobs));
        Section.number(html, Figures.percent(tokens, whole));
        html.close("tr");
    }

    /** The sum of the known costs, or that none is known. */
    static String cost(RunSummary summary) {
        if (summary.getCost() == null) {
            return summary.getFinished() == 0 ? Figures.NONE : "unknown";
        }
        return (summary.getCostUnknown() > 0 ? "≥ " : "") + Figures.money(summary.getCost());
    }

    static String costNote(RunSummary summary) {
        if (summary.getFinished() == 0) {
            return "no job has ended yet";
        }
        if (summary.getCost() == null) {
            return "no price is known for any job";
        }
        long known = summary.getFinished() - summary.getCostUnknown();
        return summary.getCostUnknown() == 0
                ? "in the price list's currency"
                : "in the price list's currency; known for " + Figures.count(known) + " of "
                        + Figures.counted(summary.getFinished(), "job");
    }
}
