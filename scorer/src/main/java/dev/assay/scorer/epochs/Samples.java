package dev.assay.scorer.epochs;

import dev.assay.scorer.stats.Bootstrap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The samples of a run of several epochs. Intervals draw samples, never epochs: the epochs of a sample are answers to
 * one question and no more independent than that.
 *
 * @param expected epochs that each sample is to have
 * @param samples samples with at least one epoch that ended
 * @param epochs epochs that ended
 * @param incomplete samples of which epochs are missing
 * @param namedIncomplete the first of them
 * @param partlyScored samples of which an epoch ended without a value; they are reduced over the others
 * @param scored samples with a value
 * @param passed samples that pass: above one half of what the reducer makes of their passing
 * @param mean mean of the samples' values; null where none has one
 * @param meanInterval its interval; null for fewer than two samples
 * @param passRate mean of the samples' pass shares; null where none is scored
 * @param passInterval its interval; null for fewer than two samples
 */
public record Samples(
        int expected,
        long samples,
        long epochs,
        long incomplete,
        List<String> namedIncomplete,
        long partlyScored,
        long scored,
        long passed,
        @Nullable Double mean,
        @Nullable Bootstrap meanInterval,
        @Nullable Double passRate,
        @Nullable Bootstrap passInterval) {}
