package dev.assay.cli.drill;

import dev.assay.cli.drill.Observation.Judged;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The matrix for people: each row with its verdict and figure, below it what was to be seen and what was. */
final class MatrixTable {
    private MatrixTable() {}

    static List<String> of(MatrixRecord record, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.bold(String.format(Locale.ROOT, "%-24s %-8s %7s  %s", "row", "verdict", "took", "figure")));
        record.verdicts().forEach(verdict -> lines.addAll(of(verdict, style)));
        long right = record.verdicts().stream().filter(RowVerdict::isRight).count();
        String sum = Seen.all(right, record.verdicts().size(), "row").words() + " as they should be, "
                + Figures.duration(record.took()) + ", " + record.form().name().toLowerCase(Locale.ROOT)
                + " form, seed " + record.seed() + ", " + record.at();
        lines.add(record.isRight() ? style.green(sum) : style.red(sum));
        return lines;
    }

    static List<String> of(RowVerdict verdict, Style style) {
        List<String> lines = new ArrayList<>();
        String head = String.format(
                        Locale.ROOT,
                        "%-24s %-8s %7s  %s",
                        verdict.row().name(),
                        verdict.isRight() ? "OK" : "NO",
                        Figures.duration(verdict.took()),
                        verdict.figure())
                .stripTrailing();
        lines.add(verdict.isRight() ? style.green(head) : style.red(head));
        lines.add(style.dim("  done          " + verdict.row().done()));
        if (!verdict.trouble().isEmpty()) {
            lines.add(style.red("  not played    " + verdict.trouble()));
        }
        for (Judged judged : verdict.judged()) {
            String line = String.format(
                    Locale.ROOT,
                    "  %-12s  %s: %s",
                    judged.kind(),
                    judged.words(),
                    judged.seen().words());
            lines.add(judged.seen().isRight() ? line : style.red(line + "  " + style.cross()));
        }
        return lines;
    }
}
