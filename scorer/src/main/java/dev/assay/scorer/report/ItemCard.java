package dev.assay.scorer.report;

import dev.assay.schemas.JudgeCall;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One job in full: what was asked, what was expected, what came, and how. Folded to its one telling line. */
final class ItemCard {
    private static final int LINE = 160;
    private static final int TEXT = 800;
    private static final int PARTS_SHOWN = 8;

    private ItemCard() {}

    /**
     * Writes it.
     *
     * @param evidence what its result tells; null where that was not found
     * @param isOpen whether it is unfolded at first
     */
    static void write(Html html, Score score, @Nullable Evidence evidence, boolean isOpen) {
        if (isOpen) {
            html.open("details", "class", "item", "open", "open");
        } else {
            html.open("details", "class", "item");
        }
        card(html, score, evidence, line(score, evidence));
    }

    /** The same folded, with something else than the reason in its line. */
    static void write(Html html, Score score, @Nullable Evidence evidence, String line) {
        html.open("details", "class", "item");
        card(html, score, evidence, line);
    }

    private static void card(Html html, Score score, @Nullable Evidence evidence, String line) {
        html.open("summary");
        html.leaf("span", SafeText.beginning(score.getJobId(), LINE), "class", "id");
        html.leaf("span", line, "class", "why", "dir", "auto");
        html.close("summary").open("div", "class", "inside");
        if (evidence == null) {
            html.leaf(
                    "p",
                    "The result of this job was not at hand, so its prompt and answer are not shown.",
                    "class",
                    "quiet");
        } else {
            texts(html, evidence);
        }
        verdicts(html, score);
        if (evidence != null && !evidence.tries().isEmpty()) {
            tries(html, evidence);
        }
        foot(html, score, evidence);
        html.close("div").close("details");
    }

    /** Why the job is here: what the scorer says, or what it failed with. */
    private static String line(Score score, @Nullable Evidence evidence) {
        for (ScorePart part : score.getParts()) {
            String explanation = part.getExplanation();
            if (!Boolean.TRUE.equals(part.getPassed()) && explanation != null) {
                return SafeText.beginning(explanation, LINE);
            }
        }
        if (evidence != null && evidence.failureMessage() != null) {
            return SafeText.beginning(evidence.failureMessage(), LINE);
        }
        if (score.getFailureKind() != null) {
            return FailureSection.words(score.getFailureKind());
        }
        return Band.of(score).label();
    }

    private static void texts(Html html, Evidence evidence) {
        html.open("div", "class", "texts");
        block(html, "Prompt", evidence.prompt(), "not kept");
        html.open("div");
        for (Evidence.Expected expected : evidence.expected()) {
            expected(html, expected);
        }
        html.close("div");
        String title = "Answer";
        boolean isCut = evidence.answer() != null && evidence.answer().length() < evidence.answerLength();
        if (isCut) {
            title = "Answer, the beginning of " + Figures.count(evidence.answerLength()) + " characters";
        }
        block(html, title, evidence.answer(), "none");
        html.close("div");
    }

    private static void expected(Html html, Evidence.Expected expected) {
        html.leaf("h4", "Expected by " + expected.scorer());
        if (expected.targets().isEmpty()) {
            html.leaf("p", "no target", "class", "quiet");
        }
        for (String target : expected.targets()) {
            html.leaf("pre", target, "dir", "auto", "class", "target");
        }
        if (expected.more() > 0) {
            html.leaf("p", "or one of " + Figures.count(expected.more()) + " more", "class", "quiet");
        }
    }

    private static void block(Html html, String title, @Nullable String text, String otherwise) {
        html.open("div").leaf("h4", title);
        if (text == null) {
            html.leaf("p", otherwise, "class", "quiet");
        } else if (text.isBlank()) {
            html.leaf("p", "blank", "class", "quiet");
        } else {
            html.leaf("pre", text, "dir", "auto");
        }
        html.close("div");
    }

    private static void verdicts(Html html, Score score) {
        List<ScorePart> parts = score.getParts();
        if (parts.isEmpty()) {
            return;
        }
        html.open("div", "class", "scroll").open("table");
        Section.head(html, "What the scorers said", "Scorer", "Found", "Why", "#Value");
        html.open("tbody");
        for (ScorePart part : parts.subList(0, Math.min(PARTS_SHOWN, parts.size()))) {
            html.open("tr")
                    .open("th", "scope", "row")
                    .leaf("span", part.getScorer(), "class", "long")
                    .close("th");
            cell(html, part.getLabel());
            String reason = part.getUnscoredReason();
            String why = part.getExplanation() == null ? reason : part.getExplanation();
            cell(html, Boolean.TRUE.equals(part.getPassed()) && why == null ? "passed" : why);
            Section.number(html, Figures.value(part.getValue()));
            html.close("tr");
        }
        html.close("tbody").close("table").close("div");
        parts.stream().limit(PARTS_SHOWN).forEach(part -> replies(html, part));
    }

    /** What a judge replied, word for word. */
    private static void replies(Html html, ScorePart part) {
        for (JudgeCall call : part.getJudgeCalls()) {
            String model = call.getModel() == null ? "" : ", " + SafeText.beginning(call.getModel(), LINE);
            String problem = call.getProblem() == null ? "" : " (" + SafeText.beginning(call.getProblem(), LINE) + ")";
            String how = (call.getSwapped() ? ", answers swapped" : "") + (call.getRepair() ? ", asked again" : "");
            block(
                    html,
                    "Reply to " + part.getScorer() + model + how + problem,
                    call.getText() == null ? null : SafeText.beginning(call.getText(), TEXT),
                    "none");
        }
    }

    private static void tries(Html html, Evidence evidence) {
        html.open("div", "class", "scroll").open("table");
        Section.head(html, "Calls made", "#Call", "Model", "#Status", "What happened", "#Took");
        html.open("tbody");
        for (Evidence.Try call : evidence.tries()) {
            html.open("tr");
            Section.number(html, Integer.toString(call.number()));
            html.open("td").leaf("span", call.model(), "class", "long").close("td");
            Section.number(
                    html, call.status() == null ? Figures.NONE : call.status().toString());
            html.open("td", "class", "example");
            if (call.kind() == null) {
                html.text("answered");
            } else {
                html.leaf("b", FailureSection.words(call.kind()));
                if (call.message() != null) {
                    html.text(" ").leaf("span", call.message(), "dir", "auto");
                }
            }
            html.close("td");
            Section.number(html, Figures.millis(call.millis()));
            html.close("tr");
        }
        html.close("tbody").close("table").close("div");
        if (evidence.triesLeftOut() > 0) {
            html.leaf("p", Figures.counted(evidence.triesLeftOut(), "more call"), "class", "quiet");
        }
    }

    private static void cell(Html html, @Nullable String text) {
        if (text == null) {
            html.leaf("td", Figures.NONE, "class", "quiet");
        } else {
            html.leaf("td", SafeText.beginning(text, TEXT), "class", "example", "dir", "auto");
        }
    }

    private static void foot(Html html, Score score, @Nullable Evidence evidence) {
        StringBuilder words = new StringBuilder()
                .append("job ")
                .append(Figures.count(score.getOrdinal() + 1))
                .append(" of the input, ended ")
                .append(Figures.moment(score.getScoredAt()))
                .append(", turnaround ")
                .append(Figures.millis(score.getTurnaroundMillis()));
        if (score.getGeneration() > 0) {
            words.append(", replay ").append(score.getGeneration());
        }
        if (score.getUsedFallback() != null) {
            words.append(", answered by the fallback ").append(SafeText.beginning(score.getUsedFallback(), LINE));
        }
        if (evidence != null && evidence.finishReason() != null) {
            words.append(", finish reason ").append(evidence.finishReason());
        }
        if (evidence != null && evidence.deliveries() > 1) {
            words.append(", handed to a worker ").append(evidence.deliveries()).append(" times");
        }
        html.leaf("p", words.append('.').toString(), "class", "quiet");
    }
}
