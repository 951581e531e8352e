package dev.assay.cli.view;

import dev.assay.cli.terminal.Bar;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import dev.assay.cli.terminal.Table;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Fallback rates as a table for people: a row a window, then the whole time of each lane and model. */
public final class RateLines {
    private static final int BAR = 12;
    private static final int NAME_LENGTH = 40;

    private RateLines() {}

    public static List<String> of(Rates rates, Style style) {
        if (rates.rows().isEmpty()) {
            return List.of("no job was answered since " + rates.from().truncatedTo(ChronoUnit.SECONDS));
        }
        Table table = new Table("LANE", "ASKED", "FROM", ">ANSWERED", ">FALLBACK", ">RATE", "", "REASONS");
        for (Rates.Row row : rates.rows()) {
            table.row(
                    Printable.line(row.lane(), NAME_LENGTH),
                    Printable.line(row.model(), NAME_LENGTH),
                    row.start().truncatedTo(ChronoUnit.SECONDS).toString(),
                    Figures.count(row.answered()),
                    Figures.count(row.fallbacks()),
                    Figures.percent(row.rate()),
                    Bar.of(row.rate(), BAR, Style.PLAIN),
                    reasons(row));
        }
        List<String> lines = new ArrayList<>(table.lines(style));
        lines.add("");
        for (Rates.Row total : rates.totals()) {
            lines.add(Printable.line(total.lane(), NAME_LENGTH) + ", " + Printable.line(total.model(), NAME_LENGTH)
                    + ": " + Figures.count(total.fallbacks()) + " of " + Figures.count(total.answered())
                    + " answered by a fallback, " + style.bold(Figures.percent(total.rate())));
        }
        return lines;
    }

    private static String reasons(Rates.Row row) {
        return row.reasons().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(reason -> Printable.line(reason.getKey(), NAME_LENGTH) + " " + Figures.count(reason.getValue()))
                .collect(Collectors.joining(", "));
    }
}
