package dev.assay.scorer.report;

import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunSummary;
import dev.assay.scorer.fold.Wilson;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The top of the page: which run it is, how it came out, and what one should know before reading on. */
final class HeadSection {
    private static final int MODELS_NAMED = 3;

    private HeadSection() {}

    static void write(Html html, Facts facts) {
        html.open("header");
        html.open("p", "class", "eyebrow")
                .leaf("span", "Run report")
                .leaf("span", state(facts), "class", facts.isOver() ? "state over" : "state open")
                .close("p");
        html.leaf("h1", facts.runId());
        about(html, facts);
        html.close("header");
        Headline.write(html, facts);
        notices(html, facts);
    }

    private static String state(Facts facts) {
        if (facts.isOver()) {
            return facts.total() == 0 ? "Empty" : "Complete";
        }
        return facts.isSubmitted() ? "Running" : "Being submitted";
    }

    private static void about(Html html, Facts facts) {
        html.open("dl", "class", "about");
        RunManifest manifest = facts.manifest();
        if (manifest != null) {
            fact(html, "Source", manifest.getSource());
            fact(html, "Lane", manifest.getLane());
            fact(html, "Route", manifest.getRoute());
            fact(html, "Tenant", manifest.getTenant());
            fact(html, "Account", manifest.getAccount().name().toLowerCase(Locale.ROOT));
            fact(html, "Submitted by", manifest.getSubmittedBy());
            fact(html, "Submitted", Figures.moment(manifest.getSubmittedAt()));
        }
        fact(
                html,
                "Last change",
                facts.summary().getFinished() == 0
                        ? null
                        : Figures.moment(facts.summary().getUpdatedAt()));
        String models = models(facts.summary());
        if (models != null) {
            html.open("div", "class", "two")
                    .leaf("dt", "Answered by")
                    .leaf("dd", models, "dir", "auto")
                    .close("div");
        }
        html.close("dl");
    }

    private static @Nullable String models(RunSummary summary) {
        List<String> names = Counts.largestFirst(summary.getModels()).stream()
                .map(Counts.Entry::name)
                .toList();
        if (names.isEmpty()) {
            return null;
        }
        String first = String.join(", ", names.subList(0, Math.min(MODELS_NAMED, names.size())));
        return names.size() <= MODELS_NAMED ? first : first + " and " + (names.size() - MODELS_NAMED) + " more";
    }

    private static void fact(Html html, String name, @Nullable String value) {
        if (value != null && !value.isBlank()) {
            html.open("div").leaf("dt", name).leaf("dd", value, "dir", "auto").close("div");
        }
    }

    private static void notices(Html html, Facts facts) {
        RunSummary summary = facts.summary();
        if (facts.unfinished() > 0 || !facts.isSubmitted()) {
            notice(
                    html,
                    "This run is not over",
                    (facts.isSubmitted() ? "" : "Jobs are still being submitted. ")
                            + Figures.counted(facts.unfinished(), "job")
                            + (facts.unfinished() == 1 ? " has" : " have")
                            + " no outcome yet, so every number on this page may change.");
        }
        if (facts.knowsEnqueued() && summary.getFinished() > facts.enqueued()) {
            notice(
                    html,
                    "More jobs ended than were enqueued",
                    Figures.counted(summary.getFinished(), "job") + " ended, " + Figures.count(facts.enqueued())
                            + " were enqueued. assay verify " + facts.runId() + " tells which.");
        }
        if (facts.digest().jobs() != summary.getFinished()) {
            notice(
                    html,
                    "The charts and the numbers are of different moments",
                    "The summary counts " + Figures.counted(summary.getFinished(), "job")
                            + ", the charts are drawn from "
                            + Figures.counted(facts.digest().jobs(), "score")
                            + ". Make the report again once the run is over.");
        }
        if (summary.getModelDrift() > 0) {
            notice(
                    html,
                    "Another model answered than was asked for",
                    "In " + Figures.counted(summary.getModelDrift(), "job")
                            + " the response names a model of another family than the one requested.");
        }
    }

    private static void notice(Html html, String title, String text) {
        html.open("aside", "class", "notice")
                .leaf("strong", title)
                .leaf("p", text)
                .close("aside");
    }

    /** The interval that the summary carries; null where nothing was scored. */
    static @Nullable Wilson interval(RunSummary summary) {
        Double low = summary.getPassRateLow();
        Double high = summary.getPassRateHigh();
        return low == null || high == null ? null : new Wilson(low, high);
    }
}
