package dev.assay.sandbox.process;

import java.io.IOException;

/**
 * Ends this JVM when its standard input ends, which is when the parent that holds the other end is gone, killed
 * or not. Asking for the parent's process id instead would race with its reuse.
 */
public final class ParentWatch {
    /** Argument by which a parent asks its child for this. */
    public static final String ARGUMENT = "--end-with-parent";

    private ParentWatch() {}

    /** Starts watching on a thread of its own; shutdown hooks run at the end. */
    public static void start() {
        Thread.ofPlatform().daemon().name("parent-watch").start(ParentWatch::watch);
    }

    private static void watch() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is said there; only its end counts.
            }
        } catch (IOException e) {
            // A broken pipe is an end too.
        }
        System.exit(0);
    }
}
