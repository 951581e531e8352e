package dev.assay.cli.view;

import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import dev.assay.cli.terminal.Table;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.SummarySlice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A run's slices in lines for people: dimensions with more than one name, of each the largest slices. */
final class SliceLines {
    private static final int NAMES_SHOWN = 6;
    private static final int TAGS_SHOWN = 4;
    private static final int NAME_LENGTH = 32;
    private static final String TAG = "tag";

    private SliceLines() {}

    /** No line where nothing is told apart. */
    static List<String> of(RunSummary summary, Style style) {
        Map<String, List<SummarySlice>> dimensions = new LinkedHashMap<>();
        for (SummarySlice slice : summary.getSlices()) {
            dimensions
                    .computeIfAbsent(slice.getDimension(), unseen -> new ArrayList<>())
                    .add(slice);
        }
        dimensions.values().removeIf(slices -> slices.size() < 2);
        List<String> tags = dimensions.keySet().stream()
                .filter(dimension -> dimension.startsWith(TAG))
                .skip(TAGS_SHOWN)
                .toList();
        tags.forEach(dimensions::remove);
        if (dimensions.isEmpty()) {
            return List.of();
        }
        Table table = new Table(" SLICE", "", ">PASSED", "95 % BETWEEN", ">SCORED", ">JOBS");
        dimensions.forEach((dimension, slices) -> addRows(table, dimension, slices));
        List<String> lines = new ArrayList<>(table.lines(style));
        if (!tags.isEmpty()) {
            lines.add(style.dim(" and " + Figures.counted(tags.size(), "more tag") + ": all with --json"));
        }
        return lines;
    }

    private static void addRows(Table table, String dimension, List<SummarySlice> slices) {
        List<SummarySlice> largest = slices.stream()
                .sorted(Comparator.comparingLong(SummarySlice::getFinished)
                        .reversed()
                        .thenComparing(SummarySlice::getName))
                .limit(NAMES_SHOWN)
                .toList();
        String label = " " + Printable.line(dimension, NAME_LENGTH);
        for (SummarySlice slice : largest) {
            table.row(
                    label,
                    Printable.line(slice.getName(), NAME_LENGTH),
                    slice.getPassRate() == null ? "-" : Figures.percent(slice.getPassRate()),
                    between(slice.getPassRateLow(), slice.getPassRateHigh()),
                    Figures.count(slice.getScored()),
                    Figures.count(slice.getFinished()));
            label = "";
        }
        int more = slices.size() - largest.size();
        if (more > 0) {
            table.row("", "and " + more + " more", "", "", "", "");
        }
    }

    private static String between(@Nullable Double low, @Nullable Double high) {
        return low == null || high == null ? "" : String.format(Locale.ROOT, "%.1f and %.1f %%", low * 100, high * 100);
    }
}
