package dev.assay.cli;

import dev.assay.cli.drill.Matrix;
import dev.assay.cli.drill.RowVerdict;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.LiveBlock;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.terminal.Style;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** How a matrix goes: a line for each row that ends, and on a terminal the rows being played. */
final class DrillProgress implements Matrix.Listener, AutoCloseable {
    private final Screen screen;
    private final int rows;
    private final LiveBlock block;
    private final Style style;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<String> playing = new LinkedHashSet<>();
    private int ended;

    DrillProgress(Screen screen, int rows) {
        this.screen = screen;
        this.rows = rows;
        block = screen.noteBlock();
        style = screen.noteStyle();
    }

    @Override
    public void opened(Duration took) {
        tell(
                style.green(style.tick()) + " broker, topics and scorer" + style.dim("  " + Figures.duration(took)),
                () -> {});
    }

    @Override
    public void begun(String row) {
        tell("", () -> playing.add(row));
    }

    @Override
    public void ended(RowVerdict verdict) {
        String mark = verdict.isRight() ? style.green(style.tick()) : style.red(style.cross());
        tell(mark + " " + verdict.name() + style.dim("  " + Figures.duration(verdict.took())), () -> {
            playing.remove(verdict.name());
            ended++;
        });
    }

    @Override
    public void close() {
        block.clear();
        block.close();
    }

    private void tell(String line, Runnable change) {
        lock.lock();
        try {
            change.run();
            List<String> now = List.of(
                    style.dim(ended + " of " + Figures.counted(rows, "row") + ", now: " + String.join(", ", playing)));
            if (line.isEmpty()) {
                block.draw(now);
            } else if (block.isShown()) {
                block.above(line, now);
            } else {
                screen.note(line);
            }
        } finally {
            lock.unlock();
        }
    }
}
