package dev.assay.testkit;

import java.util.List;

/** A promise of the pipeline, checked on what a scenario left behind. */
public interface Guarantee {
    /** The promises that every scenario holds; a scenario that weakens one says so by leaving it out. */
    static List<Guarantee> all() {
        return List.of(
                new NoJobLost(),
                new OneResultPerJob(),
                new BoundHeld(),
                new DrainsCleanly(),
                new SummaryMatchesResults());
    }

    /**
     * Checks it.
     *
     * @throws AssertionError naming what broke it
     */
    void check(Evidence evidence);
}
