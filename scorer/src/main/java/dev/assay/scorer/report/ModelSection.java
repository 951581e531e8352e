package dev.assay.scorer.report;

import dev.assay.schemas.RunSummary;
import dev.assay.scorer.fold.Wilson;
import java.util.List;

/** Which models answered, by the name that their responses bear, and whether one was another than asked for. */
final class ModelSection {
    private static final int SHOWN = 15;

    private ModelSection() {}

    static void write(Html html, Facts facts) {
        RunSummary summary = facts.summary();
        List<Counts.Entry> models = Counts.largestFirst(summary.getModels());
        Section.open(html, "models", "Models", lead(summary, models));
        if (models.isEmpty()) {
            Section.nothing(html, "No response named a model.");
        } else {
            table(html, facts, models);
        }
        Section.close(html);
    }

    private static String lead(RunSummary summary, List<Counts.Entry> models) {
        if (models.isEmpty()) {
            return "No model answered.";
        }
        String drift = summary.getModelDrift() == 0
                ? "None is of another family than the one asked for."
                : Figures.counted(summary.getModelDrift(), "response")
                        + " named a model of another family than the one asked for.";
        return (models.size() == 1 ? "One model answered. " : Figures.counted(models.size(), "model") + " answered. ")
                + drift;
    }

    private static void table(Html html, Facts facts, List<Counts.Entry> models) {
        long answered = Counts.sum(facts.summary().getModels());
        html.open("div", "class", "scroll").open("table");
        Section.head(
                html,
                "Answered jobs by model",
                "Model",
                "#Jobs",
                "#~Share",
                "#~Scored",
                "#Pass rate",
                "95 % interval",
                "#~Mean");
        html.open("tbody");
        for (Counts.Entry model : models.subList(0, Math.min(SHOWN, models.size()))) {
            Slice slice = facts.digest().slices().of(Slices.MODEL, model.name());
            html.open("tr")
                    .open("th", "scope", "row")
                    .leaf("span", model.name(), "class", "long")
                    .close("th");
            Section.number(html, Figures.count(model.count()));
            Section.wideNumber(html, Figures.percent(model.count(), answered));
            Section.wideNumber(html, Figures.count(slice.scored()));
            Section.number(html, Figures.percent(slice.passRate()));
            Wilson interval = slice.interval();
            html.leaf("td", interval == null ? Figures.NONE : Figures.range(interval), "class", "nowrap quiet");
            Section.wideNumber(html, Figures.value(slice.mean()));
            html.close("tr");
        }
        html.close("tbody").close("table").close("div");
        if (models.size() > SHOWN) {
            html.leaf("p", Figures.count(models.size() - SHOWN) + " more models are left out.", "class", "quiet");
        }
    }
}
