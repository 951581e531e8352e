package dev.assay.producer;

import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction of a submit holds.
 *
 * @param index its number in the run, from 0
 * @param firstOrdinal ordinal of its first job
 * @param jobs its jobs, in order
 * @param partition the partition of the lane that all of them go to
 * @param manifest the run's manifest with the first chunk; null with the others
 * @param progress how far the run is once it is committed
 */
record Chunk(
        int index,
        long firstOrdinal,
        List<ValidJob> jobs,
        int partition,
        @Nullable RunManifest manifest,
        RunProgress progress) {}
