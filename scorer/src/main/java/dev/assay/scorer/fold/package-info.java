/**
 * The arithmetic that turns scores into run summaries. It knows neither Kafka nor clocks, and gives the same numbers
 * to the last digit in whatever order scores arrive: sums are whole numbers, percentiles come from counted buckets.
 */
@org.jspecify.annotations.NullMarked
package dev.assay.scorer.fold;
