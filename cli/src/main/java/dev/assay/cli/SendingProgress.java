package dev.assay.cli;

import dev.assay.cli.terminal.Bar;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.LiveBlock;
import dev.assay.cli.terminal.Screen;
import java.time.Duration;
import java.util.List;

/** Shows how sending to a lane goes, whatever is sent: a bar on a terminal, a line now and then elsewhere. */
final class SendingProgress implements AutoCloseable {
    private static final int BAR = 30;

    private final Screen screen;
    private final String done;
    private final long lineEvery;
    private final LiveBlock block;
    private long lineAt;

    /**
     * @param done what becomes of them, such as {@code sent}
     * @param lineEvery how many between two lines where there is no terminal
     */
    SendingProgress(Screen screen, String done, long lineEvery) {
        this.screen = screen;
        this.done = done;
        this.lineEvery = lineEvery;
        lineAt = lineEvery;
        block = screen.noteBlock();
    }

    /** What else is shown while it goes on. */
    LiveBlock block() {
        return block;
    }

    void sent(long sent, long total) {
        double share = total == 0 ? 1 : (double) sent / total;
        String counts = Figures.count(sent) + " of " + Figures.count(total) + " " + done;
        block.draw(List.of(screen.noteStyle().cyan(Bar.of(share, BAR, screen.noteStyle())) + " " + counts));
        if (!block.isShown() && sent >= lineAt) {
            screen.note(counts);
            lineAt = sent + lineEvery;
        }
    }

    void waiting(long depth, long bound, Duration waited) {
        String line = "the lane is full (" + Figures.count(depth) + " of " + Figures.count(bound)
                + " jobs unfinished), waiting for room since " + Figures.duration(waited);
        block.draw(List.of(screen.noteStyle().yellow(line)));
    }

    void reconnecting(String reason) {
        block.clear();
        screen.warn("the cluster lost the thread (" + reason + "); connecting anew, nothing is " + done + " twice");
    }

    @Override
    public void close() {
        block.clear();
        block.close();
    }
}
