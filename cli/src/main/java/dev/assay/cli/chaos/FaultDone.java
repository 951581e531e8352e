package dev.assay.cli.chaos;

import java.time.Instant;

/**
 * A fault as it was done.
 *
 * @param fault what was planned
 * @param process the process that it hit, with the number of its start
 * @param at when the signal had been sent
 * @param atNanos the same, monotonic
 * @param unfinished jobs of the run without a result at that moment
 */
record FaultDone(Fault fault, String process, Instant at, long atNanos, long unfinished) {}
