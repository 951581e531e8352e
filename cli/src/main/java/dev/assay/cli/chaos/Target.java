package dev.assay.cli.chaos;

import java.time.Duration;

/** A process of the stage that faults may hit beside the broker; its name is that of its log file, too. */
enum Target {
    WORKER_1("worker-1"),
    WORKER_2("worker-2"),
    SCORER("scorer"),
    SUBMITTER("submitter");

    /** What Kafka Streams' consumers are given by the scorer. */
    private static final Duration SCORER_SESSION = Duration.ofSeconds(10);
    /** A submit has no session; what others wait for is its open transaction. */
    private static final Duration TRANSACTION = Duration.ofSeconds(10);

    private final String label;

    Target(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    boolean isWorker() {
        return this == WORKER_1 || this == WORKER_2;
    }

    /** After which silence the cluster gives up on it. */
    Duration session(Duration ofWorkers) {
        return switch (this) {
            case WORKER_1, WORKER_2 -> ofWorkers;
            case SCORER -> SCORER_SESSION;
            case SUBMITTER -> TRANSACTION;
        };
    }
}
