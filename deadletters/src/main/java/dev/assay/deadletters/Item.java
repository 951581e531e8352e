package dev.assay.deadletters;

import java.time.Instant;
import java.util.function.Function;

/**
 * A letter to be dealt with.
 *
 * @param stage where it died
 * @param partition the partition whose turn it is dealt with in
 * @param key what tells it apart from the others of that partition
 * @param bytes its size, about
 * @param plan what is to be done, as of a moment
 */
record Item(Stage stage, int partition, String key, long bytes, Function<Instant, Step> plan) {}
