package dev.assay.cli;

import dev.assay.cli.chaos.ChaosListener;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.LiveBlock;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.terminal.Style;
import java.time.Duration;
import java.util.List;

/** How a chaos run goes: a line for each fault, and on a terminal how far the jobs are. */
final class ChaosProgress implements ChaosListener, AutoCloseable {
    private static final Duration BETWEEN_FRAMES = Duration.ofMillis(200);

    private final Screen screen;
    private final int jobs;
    private final LiveBlock block;
    private final Style style;
    private Duration now = Duration.ZERO;
    private Duration drawn = Duration.ZERO;
    private String frame = "";

    ChaosProgress(Screen screen, int jobs) {
        this.screen = screen;
        this.jobs = jobs;
        block = screen.noteBlock();
        style = screen.noteStyle();
    }

    @Override
    public void opened(Duration took) {
        say(style.green(style.tick()) + " broker, provider, workers and scorer"
                + style.dim("  " + Figures.duration(took)));
    }

    @Override
    public void did(String words, long unfinished) {
        say(style.yellow(String.format("%8s", Figures.duration(now))) + "  " + words
                + style.dim("  " + Figures.counted(unfinished, "job") + " unfinished"));
    }

    @Override
    public void ended(String words) {
        say(style.red(String.format("%8s", Figures.duration(now))) + "  " + words);
    }

    @Override
    public void turn(Duration elapsed, long enqueued, long answered, long counted) {
        now = elapsed;
        frame = style.dim(String.format(
                "%8s  %s of %s enqueued, %s answered, %s counted",
                Figures.duration(elapsed),
                Figures.count(enqueued),
                Figures.counted(jobs, "job"),
                Figures.count(answered),
                Figures.count(counted)));
        if (elapsed.minus(drawn).compareTo(BETWEEN_FRAMES) >= 0) {
            drawn = elapsed;
            block.draw(List.of(frame));
        }
    }

    @Override
    public void close() {
        block.clear();
        block.close();
    }

    private void say(String line) {
        if (block.isShown()) {
            block.above(line, List.of(frame));
        } else {
            screen.note(line);
        }
    }
}
