package dev.assay.benchmarks;

/** How long benchmarks take. */
public enum Form {
    /** Long enough for figures to be kept. */
    FULL,
    /** Long enough to see what a change did. */
    QUICK,
    /** As short as can be: proves that it runs; none of its figures means anything. */
    SMOKE;

    /** The value for this form. */
    <T> T of(T full, T quick, T smoke) {
        return switch (this) {
            case FULL -> full;
            case QUICK -> quick;
            case SMOKE -> smoke;
        };
    }
}
