package dev.assay.benchmarks;

import dev.assay.runtime.Clock;
import java.nio.file.Path;

/**
 * What benchmarks are run with.
 *
 * @param command the class with the {@code main} method of the command line, whose services are measured
 * @param directory an empty directory for data and logs; the caller deletes it
 * @param listener is told how it goes
 */
public record Bench(Class<?> command, Path directory, Form form, Clock clock, Listener listener) {
    /** Is told how it goes. */
    public interface Listener {
        /** A benchmark begins. */
        void begun(String benchmark);

        /** What it does now. */
        void step(String what);

        /** It has ended. */
        void ended(BenchRecord.Entry entry);
    }

    void step(String what) {
        listener.step(what);
    }
}
