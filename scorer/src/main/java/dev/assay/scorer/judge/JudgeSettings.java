package dev.assay.scorer.judge;

import java.time.Duration;

/**
 * How judges are asked.
 *
 * @param lane the lane of their jobs
 * @param out most questions of one task that are out at a time; the others wait in its state
 * @param within how long a judge may take from when its answer came; after it the answer stays without a value
 */
public record JudgeSettings(String lane, int out, Duration within) {}
