package dev.assay.benchmarks;

/**
 * How many dead letters are read.
 *
 * @param letters letters in all, of jobs
 */
public record LettersOptions(int letters) {
    public LettersOptions {
        if (letters < 100 || letters > 20_000_000) {
            throw new IllegalArgumentException("letters: " + letters + " (expected: 100 to 20000000)");
        }
    }

    /** Few letters only prove that it runs. */
    int rounds() {
        return letters < 10_000 ? 1 : 3;
    }
}
