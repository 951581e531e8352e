package dev.assay.benchmarks;

import java.util.EnumSet;
import java.util.Set;

/**
 * What is measured of a lane's slots.
 *
 * @param submitters processes that enqueue at once
 * @param bound unfinished jobs that the lane may hold
 * @param jobs jobs of all submitters together
 * @param faults what goes wrong meanwhile
 */
public record SlotsOptions(int submitters, long bound, int jobs, Set<SlotsFault> faults) {
    public SlotsOptions {
        require("submitters", submitters, 1, 16);
        require("bound", bound, 100, 1_000_000);
        require("jobs", jobs, 100, 10_000_000);
        if (faults.size() >= submitters) {
            throw new IllegalArgumentException(
                    "faults: " + faults.size() + " (expected: fewer than the " + submitters + " submitters)");
        }
        faults = faults.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(faults));
    }

    int jobsOfEach() {
        return jobs / submitters;
    }

    private static void require(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + least + " to " + most + ")");
        }
    }
}
