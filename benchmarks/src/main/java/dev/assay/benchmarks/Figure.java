package dev.assay.benchmarks;

import org.jspecify.annotations.Nullable;

/**
 * One measured number.
 *
 * @param name what it is, in words; unique within its benchmark
 * @param unit such as {@code 1/s}; empty for a ratio
 * @param bar what it has to reach; null where it is only told
 */
public record Figure(
        String name, double value, String unit, @Nullable Bar bar) {
    public Figure {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: a finite number)");
        }
    }

    static Figure of(String name, double value, String unit) {
        return new Figure(name, value, unit, null);
    }

    Figure withBar(Bar wanted) {
        return new Figure(name, value, unit, wanted);
    }

    /** Whether it reaches its bar; true where it has none. */
    public boolean holds() {
        return bar == null || bar.isHeldBy(value);
    }
}
