package dev.assay.scorer.report;

import dev.assay.schemas.Score;
import dev.assay.scorer.compare.Change;
import dev.assay.scorer.compare.Compared;
import dev.assay.scorer.compare.Effect;
import dev.assay.scorer.stats.Bootstrap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What changed against another run on the jobs that both have: how much, how surely, and which jobs. */
final class ChangeSection {
    private ChangeSection() {}

    static void write(Html html, Facts facts) {
        Against against = facts.against();
        if (against == null) {
            return;
        }
        Compared compared = against.compared();
        Section.open(html, "changes", "Changes", lead(against));
        if (compared.scored().pairs() == 0) {
            Section.nothing(html, "No job has a value in both runs, so there is nothing to compare.");
        } else {
            effects(html, compared);
        }
        html.leaf("p", apart(compared), "class", "quiet");
        jobs(html, facts, "Worse than before", Band.MISSED, compared.losses(), compared.lossCount());
        jobs(html, facts, "Better than before", Band.PASSED, compared.wins(), compared.winCount());
        Section.close(html);
    }

    private static String lead(Against against) {
        Compared compared = against.compared();
        return "Against " + against.name() + ", on the " + Figures.counted(compared.common(), "job")
                + " that both have: " + Figures.count(compared.winCount()) + " better, "
                + Figures.count(compared.lossCount()) + " worse.";
    }

    private static String apart(Compared compared) {
        return Figures.counted(compared.scoredOnlyB(), "job") + " with a value here alone and "
                + Figures.count(compared.scoredOnlyA()) + " with one there alone are neither better nor worse. "
                + "Intervals are paired bootstrap, p of rates is McNemar’s, exact.";
    }

    private static void effects(Html html, Compared compared) {
        html.open("div", "class", "scroll").open("table");
        Section.head(
                html, "What changed", "Figure", "#~Jobs", "#~Before", "#~Now", "#Difference", "95 % interval", "#p");
        html.open("tbody");
        rate(html, "Pass rate", compared.scored());
        mean(html, "Mean value", compared.scored());
        rate(html, "Conservative rate", compared.conservative());
        for (Effect part : compared.parts()) {
            rate(html, "Passed by " + part.name(), part);
        }
        html.close("tbody").close("table").close("div");
    }

    private static void rate(Html html, String name, Effect effect) {
        Bootstrap interval = effect.rateDifference();
        row(
                html,
                name,
                effect,
                percent(effect.rateA()),
                percent(effect.rateB()),
                interval == null ? Figures.NONE : points(interval.mean()),
                interval == null ? Figures.NONE : points(interval.low()) + " to " + points(interval.high()),
                interval == null ? Figures.NONE : pValue(effect.test().exact()));
    }

    private static void mean(Html html, String name, Effect effect) {
        Bootstrap interval = effect.meanDifference();
        row(
                html,
                name,
                effect,
                Figures.value(effect.meanA()),
                Figures.value(effect.meanB()),
                interval == null ? Figures.NONE : signed(interval.mean(), 3),
                interval == null ? Figures.NONE : signed(interval.low(), 3) + " to " + signed(interval.high(), 3),
                interval == null ? Figures.NONE : pValue(interval.pValue()));
    }

    private static void row(
            Html html,
            String name,
            Effect effect,
            String before,
            String now,
            String difference,
            String interval,
            String pValue) {
        html.open("tr").leaf("th", name, "scope", "row");
        Section.wideNumber(html, Figures.count(effect.pairs()));
        Section.wideNumber(html, before);
        Section.wideNumber(html, now);
        Section.number(html, difference);
        html.leaf("td", interval, "class", "nowrap quiet");
        Section.number(html, pValue);
        html.close("tr");
    }

    private static void jobs(Html html, Facts facts, String title, Band band, List<Change> changes, long count) {
        if (changes.isEmpty()) {
            return;
        }
        html.open("div", "class", "group").open("h3");
        Section.swatch(html, band.style());
        html.text(title);
        html.leaf("small", changes.size() + " of " + Figures.count(count), "class", "kind");
        html.close("h3");
        for (Change change : changes) {
            Score after = change.after();
            ItemCard.write(
                    html,
                    after,
                    facts.evidence().get(after.getJobId()),
                    "before " + side(change.before()) + "; now " + side(after));
        }
        html.close("div");
    }

    private static String side(Score score) {
        String label =
                score.getParts().isEmpty() ? null : score.getParts().get(0).getLabel();
        Double value = score.getValue();
        boolean isGraded = value != null && value > 0 && value < 1;
        return (Boolean.TRUE.equals(score.getPassed()) ? "passed" : "not passed")
                + (isGraded ? ", value " + Figures.value(value) : "")
                + (label == null ? "" : ", found " + SafeText.beginning(label, 60));
    }

    private static String percent(@Nullable Double share) {
        return share == null ? Figures.NONE : Figures.percent(share);
    }

    private static String points(double share) {
        return signed(share * 100, 1) + "\u00A0pp";
    }

    private static String signed(double number, int decimals) {
        String text = String.format(Locale.ROOT, "%+." + decimals + "f", number);
        return text.matches("[-+]0\\.0*") ? text.substring(1) : text.replace('-', '−');
    }

    private static String pValue(double p) {
        return p < 0.0001 ? "<0.0001" : String.format(Locale.ROOT, "%.4f", p);
    }
}
