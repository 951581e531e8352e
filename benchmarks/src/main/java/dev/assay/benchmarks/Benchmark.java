package dev.assay.benchmarks;

import java.io.IOException;

/** Something about Assay that is measured. */
interface Benchmark {
    /** What the command line calls it. */
    String name();

    /** What it measures, in one line. */
    String summary();

    /**
     * Measures it.
     *
     * @throws NotRightException when what was measured did not do its work rightly
     */
    Outcome.Measured run(Bench bench) throws IOException, InterruptedException;
}
