package dev.assay.cli;

import java.util.concurrent.atomic.AtomicBoolean;

/** Says a last word when the process is stopped by a signal in the middle of something. */
final class Farewell implements AutoCloseable {
    private final AtomicBoolean needed = new AtomicBoolean(true);
    private final Thread hook;

    private Farewell(Runnable words) {
        hook = new Thread(
                () -> {
                    if (needed.get()) {
                        words.run();
                    }
                },
                "assay-farewell");
    }

    static Farewell onInterrupt(Runnable words) {
        Farewell farewell = new Farewell(words);
        Runtime.getRuntime().addShutdownHook(farewell.hook);
        return farewell;
    }

    /** It ended by itself. */
    void notNeeded() {
        needed.set(false);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is being stopped, and the hook runs.
        }
    }
}
