package dev.assay.scorer.report;

import dev.assay.schemas.FailureKind;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the jobs that ended with a failure died of, in the words of one of them each. */
final class FailureSection {
    private static final int JOB_ID_LENGTH = 80;

    private FailureSection() {}

    static void write(Html html, Facts facts) {
        RunSummary summary = facts.summary();
        List<Counts.Entry> kinds = Counts.largestFirst(summary.getFailures());
        Section.open(html, "failures", "Failures", lead(summary, kinds));
        if (kinds.isEmpty()) {
            Section.nothing(html, "None.");
        } else {
            table(html, facts, kinds);
        }
        Section.close(html);
    }

    private static String lead(RunSummary summary, List<Counts.Entry> kinds) {
        if (kinds.isEmpty()) {
            return "No job ended with a failure.";
        }
        long failed = Counts.sum(summary.getFailures());
        return Figures.counted(failed, "job") + ", " + Figures.percent(failed, summary.getFinished())
                + " of those that ended, ended with a failure; most often "
                + words(kinds.getFirst().name()) + ".";
    }

    private static void table(Html html, Facts facts, List<Counts.Entry> kinds) {
        long finished = facts.summary().getFinished();
        html.open("div", "class", "scroll").open("table");
        Section.head(html, "Failures by kind", "Kind", "For example", "#Jobs", "#~Share");
        html.open("tbody");
        for (Counts.Entry kind : kinds) {
            html.open("tr").open("th", "scope", "row").text(words(kind.name()));
            html.leaf("small", kind.name(), "class", "quiet under code").close("th");
            html.open("td", "class", "example");
            example(html, facts, kind.name());
            html.close("td");
            Section.number(html, Figures.count(kind.count()));
            Section.wideNumber(html, Figures.percent(kind.count(), finished));
            html.close("tr");
        }
        html.close("tbody").close("table").close("div");
    }

    private static void example(Html html, Facts facts, String kind) {
        Score job = exampleOf(facts, kind);
        if (job == null) {
            html.leaf("span", Figures.NONE, "class", "quiet");
            return;
        }
        Evidence evidence = facts.evidence().get(job.getJobId());
        String message = evidence == null ? null : evidence.failureMessage();
        html.leaf(
                "span",
                message == null ? "no message" : message,
                "class",
                message == null ? "quiet" : "",
                "dir",
                "auto");
        html.leaf("small", SafeText.beginning(job.getJobId(), JOB_ID_LENGTH), "class", "quiet under code");
    }

    private static @Nullable Score exampleOf(Facts facts, String kind) {
        return facts.digest().selection().examples().entrySet().stream()
                .filter(example -> example.getKey().name().equals(kind))
                .map(java.util.Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /** The name of a kind in words: {@code rate limited}. */
    static String words(String kind) {
        return kind.toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }

    static String words(FailureKind kind) {
        return words(kind.name());
    }
}
