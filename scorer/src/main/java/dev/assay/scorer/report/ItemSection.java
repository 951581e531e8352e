package dev.assay.scorer.report;

import java.util.List;

/** Jobs to look at, by what went wrong with them. */
final class ItemSection {
    private ItemSection() {}

    static void write(Html html, Facts facts) {
        List<Selection.Chosen> groups = facts.digest().selection().chosen();
        Section.open(html, "items", "Worth a look", lead(groups));
        if (groups.isEmpty()) {
            Section.nothing(
                    html,
                    facts.summary().getFinished() == 0 ? "No job has ended yet." : "No job gives a reason to look.");
        }
        if (!groups.isEmpty()) {
            buttons(html, groups);
        }
        boolean isFirst = true;
        for (Selection.Chosen group : groups) {
            write(html, facts, group, isFirst);
            isFirst = false;
        }
        Section.close(html);
    }

    private static String lead(List<Selection.Chosen> groups) {
        long shown = groups.stream().mapToLong(group -> group.shown().size()).sum();
        long all = groups.stream().mapToLong(Selection.Chosen::of).sum();
        return all == 0
                ? "No wrong answer, no failure."
                : (shown == all ? "All " : Figures.count(shown) + " of ") + Figures.counted(all, "job")
                        + " that did not pass or did not end well, some of every kind.";
    }

    /** Buttons that leave one outcome, and one that unfolds every job; they appear where a script may run. */
    private static void buttons(Html html, List<Selection.Chosen> groups) {
        List<Band> bands =
                groups.stream().map(group -> group.group().band()).distinct().toList();
        html.open("div", "class", "chips", "hidden", "hidden", "role", "group", "aria-label", "What to show");
        if (bands.size() > 1) {
            html.leaf("button", "all", "type", "button", "data-show", "", "aria-pressed", "true");
            for (Band band : bands) {
                html.open("button", "type", "button", "data-show", band.style(), "aria-pressed", "false");
                Section.swatch(html, band.style());
                html.text(band.label()).close("button");
            }
        }
        html.leaf("button", "unfold all", "type", "button", "class", "unfold", "aria-pressed", "false");
        html.close("div");
    }

    private static void write(Html html, Facts facts, Selection.Chosen chosen, boolean opensFirst) {
        Band band = chosen.group().band();
        html.open("div", "class", "group", "data-band", band.style());
        html.open("h3");
        Section.swatch(html, band.style());
        html.text(title(chosen.group()));
        html.leaf("small", chosen.shown().size() + " of " + Figures.count(chosen.of()), "class", "kind");
        html.close("h3");
        for (int i = 0; i < chosen.shown().size(); i++) {
            var score = chosen.shown().get(i);
            ItemCard.write(html, score, facts.evidence().get(score.getJobId()), opensFirst && i == 0);
        }
        html.close("div");
    }

    private static String title(Selection.Group group) {
        String label = group.band().label();
        String first = label.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + label.substring(1);
        if (group.cause().isEmpty()) {
            return first;
        }
        return switch (group.band()) {
            case EXPIRED, CANCELLED, DEAD_LETTERED -> first + ": " + FailureSection.words(group.cause());
            case PASSED, MISSED, UNSCORED, TRUNCATED, FILTERED, REFUSED, EMPTY -> first + ": " + group.cause();
        };
    }
}
