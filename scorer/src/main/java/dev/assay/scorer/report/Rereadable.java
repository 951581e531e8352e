package dev.assay.scorer.report;

import java.util.function.Consumer;

/**
 * Records that can be read from the start more than once, such as a topic up to an offset or a file: a report of
 * 100,000 jobs is made in a few passes instead of holding them.
 */
@FunctionalInterface
public interface Rereadable<T> {
    /** Hands over every record, the same ones at every call; the order does not matter. */
    void each(Consumer<? super T> reader);
}
