package dev.assay.cli;

import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.LiveBlock;
import dev.assay.cli.terminal.Screen;
import dev.assay.producer.Problem;
import dev.assay.producer.SubmitListener;
import java.time.Duration;
import java.util.List;

/** Shows how a submit goes: a bar on a terminal, a line now and then elsewhere. */
final class SubmitProgress implements SubmitListener, AutoCloseable {
    private static final long LINE_EVERY = 10_000;
    private static final long BAD_LINES_SHOWN = 20;

    private final Screen screen;
    private final boolean passesOver;
    private final SendingProgress sending;
    private final LiveBlock block;
    private long bad;

    /** @param passesOver whether bad lines are passed over, and so have to be told as they come */
    SubmitProgress(Screen screen, boolean passesOver) {
        this.screen = screen;
        this.passesOver = passesOver;
        sending = new SendingProgress(screen, "enqueued", LINE_EVERY);
        block = sending.block();
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
        sending.sent(enqueued, total);
    }

    @Override
    public void waiting(long depth, long bound, Duration waited) {
        sending.waiting(depth, bound, waited);
    }

    @Override
    public void reconnecting(String reason) {
        sending.reconnecting(reason);
    }

    @Override
    public void close() {
        sending.close();
    }
}
