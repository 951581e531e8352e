package dev.assay.cli;

import dev.assay.cli.terminal.Screen;
import dev.assay.deadletters.DealListener;
import dev.assay.deadletters.Tally;
import java.time.Duration;

/** Shows how dealing with dead letters goes. */
final class DealProgress implements DealListener, AutoCloseable {
    private static final long LINE_EVERY = 1_000;

    private final SendingProgress sending;
    private final long total;

    /**
     * @param done what becomes of them, such as {@code sent}
     * @param total how many there are
     */
    DealProgress(Screen screen, String done, long total) {
        sending = new SendingProgress(screen, done, LINE_EVERY);
        this.total = total;
    }

    @Override
    public void written(Tally tally) {
        sending.sent(tally.written(), total);
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
