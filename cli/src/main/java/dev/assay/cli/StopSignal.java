package dev.assay.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Waits in the foreground until a service is to stop: by SIGTERM or Ctrl-C, by an interrupt of this thread (tests), or
 * because it stopped by itself. The process does not end before {@link #close}, so that a service can drain, and then
 * ends with 0 when {@link #inPeace} was told: a JVM would end with 143, which orchestrators take for a failure.
 */
final class StopSignal implements AutoCloseable {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicBoolean peaceful = new AtomicBoolean();
    private final Thread hook;

    private StopSignal(Duration longestStop) {
        hook = new Thread(() -> stopWithin(longestStop), "assay-stop");
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

    /** The service stopped as it should. */
    void inPeace() {
        peaceful.set(true);
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

    private void stopWithin(Duration longestStop) {
        asked.countDown();
        try {
            if (!stopped.await(longestStop.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println("assay: not stopped after " + longestStop.toSeconds() + " s; ending");
            } else if (peaceful.get()) {
                System.out.flush();
                System.err.flush();
                Runtime.getRuntime().halt(0);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
