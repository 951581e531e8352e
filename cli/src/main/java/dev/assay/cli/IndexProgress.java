package dev.assay.cli;

import dev.assay.cli.terminal.Bar;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.LiveBlock;
import dev.assay.cli.terminal.Screen;
import dev.assay.deadletters.IndexListener;
import java.util.List;

/** How the index of dead letters grows: a bar on a terminal, else a line now and then. */
final class IndexProgress implements IndexListener {
    private static final int BAR = 30;
    private static final long LINE_EVERY = 250_000;

    private final Screen screen;
    private final LiveBlock block;
    private long lineAt = LINE_EVERY;

    IndexProgress(Screen screen) {
        this.screen = screen;
        block = screen.noteBlock();
    }

    @Override
    public void indexing(long done, long all) {
        String counts = Figures.count(done) + " of " + Figures.counted(all, "new dead letter") + " indexed";
        if (done >= all) {
            block.clear();
            return;
        }
        double share = (double) done / all;
        block.draw(List.of(screen.noteStyle().cyan(Bar.of(share, BAR, screen.noteStyle())) + " " + counts));
        if (!block.isShown() && done >= lineAt) {
            screen.note(counts);
            lineAt = done + LINE_EVERY;
        }
    }

    @Override
    public void without(String why) {
        screen.note("reading without the index (" + why + "): slower, and else the same");
    }
}
