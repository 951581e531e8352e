package dev.assay.cli;

import dev.assay.cli.terminal.Bar;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.LiveBlock;
import dev.assay.cli.terminal.Screen;
import dev.assay.producer.Problem;
import dev.assay.producer.SubmitListener;
import java.time.Duration;
import java.util.List;

/** Shows how a submit goes: a bar on a terminal, a line now and then elsewhere. */
final class SubmitProgress implements SubmitListener, AutoCloseable {
    private static final int BAR = 30;
    private static final long LINE_EVERY = 10_000;
    private static final long BAD_LINES_SHOWN = 20;

    private final Screen screen;
    private final boolean passesOver;
    private final LiveBlock block;
    private long bad;
    private long lineAt = LINE_EVERY;

    /** @param passesOver whether bad lines are passed over, and so have to be told as they come */
    SubmitProgress(Screen screen, boolean passesOver) {
        this.screen = screen;
        this.passesOver = passesOver;
        block = screen.noteBlock();
    }

    @Override
    public void validated(long jobs) {
        block.draw(List.of("checking: " + Figures.counted(jobs, "job")));
    }

    @Override
    public void bad(Problem problem) {
        bad++;
        if (!passesOver || bad > BAD_LINES_SHOWN) {
            return;
        }
        block.clear();
        screen.warn("passed over " + problem);
        if (bad == BAD_LINES_SHOWN) {
            screen.warn("further bad lines are counted and not shown");
        }
    }

    @Override
    public void resumed(long enqueued) {
        block.clear();
        screen.note("going on behind " + Figures.counted(enqueued, "job") + " that an earlier submit enqueued");
    }

    @Override
    public void enqueued(long enqueued, long total) {
        double share = total == 0 ? 1 : (double) enqueued / total;
        String counts = Figures.count(enqueued) + " of " + Figures.count(total) + " enqueued";
        block.draw(List.of(screen.noteStyle().cyan(Bar.of(share, BAR, screen.noteStyle())) + " " + counts));
        if (!block.isShown() && enqueued >= lineAt) {
            screen.note(counts);
            lineAt = enqueued + LINE_EVERY;
        }
    }

    @Override
    public void waiting(long depth, long bound, Duration waited) {
        String line = "the lane is full (" + Figures.count(depth) + " of " + Figures.count(bound)
                + " jobs unfinished), waiting for room since " + Figures.duration(waited);
        block.draw(List.of(screen.noteStyle().yellow(line)));
    }

    @Override
    public void reconnecting(String reason) {
        block.clear();
        screen.warn("the cluster lost the thread (" + reason + "); connecting anew, nothing is enqueued twice");
    }

    @Override
    public void close() {
        block.clear();
        block.close();
    }
}
