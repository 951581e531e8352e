package dev.assay.cli.view;

import dev.assay.cli.read.Finding;
import dev.assay.cli.read.InFlight;
import dev.assay.cli.read.Verification;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import dev.assay.schemas.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The conservation equation of a run, term by term, and what is wrong with it. */
public final class VerificationLines {
    private VerificationLines() {}

    public static List<String> of(Verification verification, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.bold("Run " + verification.runId()));
        lines.add(term(
                "enqueued",
                verification.enqueued(),
                verification.submitComplete() ? "" : style.dim("the submit is not complete")));
        for (Outcome outcome : Outcome.values()) {
            long count = verification.outcomes().getOrDefault(outcome.name(), 0L);
            if (count > 0) {
                lines.add(term("- " + OutcomeNames.name(outcome), count, ""));
            }
        }
        InFlight inFlight = verification.inFlight();
        String where = inFlight.total() == 0
                ? ""
                : style.dim(Figures.count(inFlight.waiting()) + " waiting, " + parked(inFlight)
                        + Figures.count(inFlight.scoring()) + " to be scored, " + Figures.count(inFlight.counting())
                        + " to be counted");
        lines.add(term("- in flight", inFlight.total(), where));
        String remainder = term("= remainder", verification.remainder(), "");
        lines.add(verification.remainder() == 0 ? style.green(remainder) : style.red(remainder));
        if (verification.holds()) {
            lines.add(style.green(style.tick()) + " every job has one result, every result one score, and the summary"
                    + " is what the scores add up to");
        }
        for (Finding finding : verification.findings()) {
            lines.add(style.red(style.cross()) + " " + Figures.count(finding.count()) + " "
                    + finding.check().meaning());
            finding.examples().forEach(example -> lines.add("    " + example));
            long more = finding.count() - finding.examples().size();
            if (more > 0 && !finding.examples().isEmpty()) {
                lines.add("    and " + Figures.count(more) + " more");
            }
        }
        return lines;
    }

    /** Told where there are any; most runs never park a job. */
    private static String parked(InFlight inFlight) {
        return inFlight.parked() == 0 ? "" : Figures.count(inFlight.parked()) + " parked, ";
    }

    private static String term(String name, long count, String remark) {
        return String.format(Locale.ROOT, " %-16s %11s  %s", name, Figures.count(count), remark)
                .stripTrailing();
    }
}
