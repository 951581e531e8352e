package dev.assay.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Waits in the foreground until a service is to stop: by SIGTERM or Ctrl-C, by an interrupt of this thread (tests), or
 * because it stopped by itself. The process does not end before {@link #close}, so that a service can drain.
 */
final class StopSignal implements AutoCloseable {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread hook;

    private StopSignal(Duration longestStop) {
        hook = new Thread(
                () -> {
                    asked.countDown();
                    try {
                        if (!stopped.await(longestStop.toMillis(), TimeUnit.MILLISECONDS)) {
                            System.err.println("assay: not stopped after " + longestStop.toSeconds() + " s; ending");
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "assay-stop");
    }

    /** @param longestStop how long stopping may take before the process ends all the same */
    static StopSignal listen(Duration longestStop) {
        StopSignal signal = new StopSignal(longestStop);
        Runtime.getRuntime().addShutdownHook(signal.hook);
        return signal;
    }

    /** Asks to stop from within, as a service that failed does. */
    void ask() {
        asked.countDown();
    }

    /** Waits until somebody asks. */
    void await() {
        try {
            asked.await();
        } catch (InterruptedException e) {
            // Asked by interrupt: what follows is the stop, which has to be able to wait.
            asked.countDown();
        }
    }

    /** Everything is stopped; the process may end. */
    @Override
    public void close() {
        stopped.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending already.
        }
    }
}
