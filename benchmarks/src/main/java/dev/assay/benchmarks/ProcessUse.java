package dev.assay.benchmarks;

import java.time.Duration;

/** What a process takes of the machine. */
final class ProcessUse {
    private ProcessUse() {}

    /** Processor time since its start, of all its threads, in the system and outside; zero once it is gone. */
    static Duration cpu(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .orElse(Duration.ZERO);
    }
}
