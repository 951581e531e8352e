package dev.assay.cli.view;

import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.Bar;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import dev.assay.schemas.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A run under way: a frame to redraw on a terminal, or one plain line where frames would pile up. */
public final class RunFrame {
    private RunFrame() {}

    public static List<String> lines(RunView run, Pace pace, Style style, int columns) {
        List<String> lines = new ArrayList<>();
        double share = run.enqueued() == 0 ? 0 : (double) run.finished() / run.enqueued();
        int width = Math.clamp(columns - 36L, 10, 60);
        lines.add(style.bold("Run " + run.runId()) + "  " + RunLines.state(run) + "  pass rate "
                + RunLines.passRate(run.summary()));
        lines.add(style.cyan(Bar.of(share, width, style))
                + String.format(
                        Locale.ROOT,
                        " %s of %s  %s",
                        Figures.count(run.finished()),
                        Figures.count(run.enqueued()),
                        Figures.percent(share)));
        lines.addAll(RunLines.outcomes(run, style, columns));
        lines.add(RunLines.paceLine(run, pace));
        return lines;
    }

    /** The same in one line. */
    public static String line(RunView run, Pace pace) {
        StringBuilder line = new StringBuilder();
        line.append(Figures.count(run.finished())).append(" of ").append(Figures.count(run.enqueued()));
        line.append(" ended");
        for (Outcome outcome : Outcome.values()) {
            if (run.outcome(outcome) > 0) {
                line.append(", ").append(OutcomeNames.name(outcome)).append(' ');
                line.append(Figures.count(run.outcome(outcome)));
            }
        }
        return line.append(", ").append(Figures.rate(pace.perSecond())).toString();
    }
}
