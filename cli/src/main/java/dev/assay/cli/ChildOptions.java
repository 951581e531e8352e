package dev.assay.cli;

import dev.assay.sandbox.process.ParentWatch;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Option;

/** How a service behaves towards the program that started it, such as a supervisor or a test. */
final class ChildOptions {
    private static final long POLL_NANOS = Duration.ofMillis(20).toNanos();

    @Option(names = ParentWatch.ARGUMENT, hidden = true, description = "end when standard input ends")
    boolean endWithParent;

    /** Ends this process with its parent where that was asked for. */
    void watchParent() {
        if (endWithParent) {
            ParentWatch.start();
        }
    }

    /** Says on standard output when the service takes work, on a thread of its own that ends with the process. */
    void tellWhenReady(Session session, String name, BooleanSupplier ready) {
        Thread.ofVirtual().name("assay-ready").start(() -> {
            while (!ready.getAsBoolean()) {
                LockSupport.parkNanos(POLL_NANOS);
            }
            session.screen().data("assay-ready " + name);
        });
    }
}
