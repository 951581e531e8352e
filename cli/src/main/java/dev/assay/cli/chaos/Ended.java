package dev.assay.cli.chaos;

import java.time.Instant;

/**
 * A process that ended without having been killed.
 *
 * @param process its name with the number of its start
 * @param code its exit code
 * @param wasReady whether it had taken work before
 * @param tail the end of its log
 */
record Ended(String process, Instant at, int code, boolean wasReady, String tail) {}
