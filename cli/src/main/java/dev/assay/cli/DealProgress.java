package dev.assay.cli;

import dev.assay.cli.terminal.Bar;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.LiveBlock;
import dev.assay.cli.terminal.Screen;
import dev.assay.deadletters.DealListener;
import dev.assay.deadletters.Tally;
import java.time.Duration;
import java.util.List;

/** Shows how dealing with dead letters goes: a bar on a terminal, a line now and then elsewhere. */
final class DealProgress implements DealListener, AutoCloseable {
    private static final int BAR = 30;
    private static final long LINE_EVERY = 1_000;

    private final Screen screen;
    private final String done;
    private final long total;
    private final LiveBlock block;
    private long lineAt = LINE_EVERY;

    /**
     * @param done what becomes of them, such as {@code sent}
     * @param total how many there are
     */
    DealProgress(Screen screen, String done, long total) {
        this.screen = screen;
        this.done = done;
        this.total = total;
        block = screen.noteBlock();
    }

    @Override
    public void written(Tally tally) {
        double share = total == 0 ? 1 : (double) tally.written() / total;
        String counts = Figures.count(tally.written()) + " of " + Figures.count(total) + " " + done;
        block.draw(List.of(screen.noteStyle().cyan(Bar.of(share, BAR, screen.noteStyle())) + " " + counts));
        if (!block.isShown() && tally.written() >= lineAt) {
            screen.note(counts);
            lineAt = tally.written() + LINE_EVERY;
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
        screen.warn("the cluster lost the thread (" + reason + "); connecting anew, nothing is sent twice");
    }

    @Override
    public void close() {
        block.clear();
        block.close();
    }
}
