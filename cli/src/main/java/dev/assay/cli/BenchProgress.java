package dev.assay.cli;

import dev.assay.benchmarks.Bar;
import dev.assay.benchmarks.Bench;
import dev.assay.benchmarks.BenchRecord;
import dev.assay.benchmarks.Figure;
import dev.assay.benchmarks.Outcome;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.LiveBlock;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.terminal.Style;
import dev.assay.runtime.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How benchmarks go: each one's figures when it has ended, and on a terminal what it does now. */
final class BenchProgress implements Bench.Listener, AutoCloseable {
    private final Screen screen;
    private final Clock clock;
    private final LiveBlock block;
    private String current = "";
    private long began;

    BenchProgress(Screen screen, Clock clock) {
        this.screen = screen;
        this.clock = clock;
        block = screen.noteBlock();
    }

    @Override
    public void begun(String benchmark) {
        current = benchmark;
        began = clock.nanos();
    }

    @Override
    public void step(String what) {
        Duration since = Duration.ofNanos(clock.nanos() - began);
        String line = current + ": " + what + " (" + Figures.duration(since) + ")";
        if (block.isShown()) {
            block.draw(List.of(screen.noteStyle().dim(line)));
        } else {
            screen.note(line);
        }
    }

    @Override
    public void ended(BenchRecord.Entry entry) {
        block.clear();
        screen.say(lines(entry, screen.style()));
    }

    @Override
    public void close() {
        block.clear();
        block.close();
    }

    private static List<String> lines(BenchRecord.Entry entry, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.bold(entry.name()) + style.dim("  " + entry.summary() + ", " + Figures.duration(entry.took())));
        switch (entry.outcome()) {
            case Outcome.NotRight(String reason) -> lines.add(style.red("  not measured: " + reason));
            case Outcome.Measured measured -> {
                int widest = measured.figures().stream()
                        .mapToInt(figure -> figure.name().length())
                        .max()
                        .orElse(0);
                measured.figures().forEach(figure -> lines.add(line(figure, widest, style)));
                verdict(measured, style).ifPresent(lines::add);
            }
        }
        return lines;
    }

    /** In one line whether all is well, and what is not; empty where nothing has to reach anything. */
    private static Optional<String> verdict(Outcome.Measured measured, Style style) {
        long bars = measured.figures().stream()
                .filter(figure -> figure.bar() != null)
                .count();
        List<String> missed = measured.figures().stream()
                .filter(figure -> !figure.holds())
                .map(Figure::name)
                .toList();
        if (bars == 0) {
            return Optional.empty();
        }
        return Optional.of(
                missed.isEmpty()
                        ? style.green("  " + style.tick() + " all " + bars + " bars are held")
                        : style.red("  " + style.cross() + " " + missed.size() + " of " + bars + " bars missed: "
                                + String.join("; ", missed)));
    }

    private static String line(Figure figure, int widest, Style style) {
        String name = figure.name() + " ".repeat(widest - figure.name().length());
        String line = "  " + name + "  " + String.format(Locale.ROOT, "%,12.3f", figure.value()) + " " + figure.unit();
        Bar bar = figure.bar();
        if (bar == null) {
            return line.stripTrailing();
        }
        String wanted = switch (bar.side()) {
            case AT_LEAST -> "at least ";
            case AT_MOST -> "at most ";
        };
        String verdict = "  (" + wanted + bar.limit() + ") " + (figure.holds() ? style.tick() : style.cross());
        return line.stripTrailing() + (figure.holds() ? style.green(verdict) : style.red(verdict));
    }
}
