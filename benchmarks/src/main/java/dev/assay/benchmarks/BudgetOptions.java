package dev.assay.benchmarks;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is measured of budgets.
 *
 * @param rpm requests a minute that the whole fleet may make
 * @param tpm tokens a minute
 * @param workers processes of workers
 * @param lasting how long it is measured
 * @param jobTokens tokens of a job on average, input and output
 * @param burst so many jobs of one tenant at once, rather than enough of two for the whole time; null for that
 * @param provider base URL of a provider to ask instead of a simulator of its own; null for that
 * @param faults what goes wrong meanwhile
 */
public record BudgetOptions(
        long rpm,
        long tpm,
        int workers,
        Duration lasting,
        int jobTokens,
        @Nullable Long burst,
        @Nullable String provider,
        Set<BudgetFault> faults) {
    /** Some 400 KB of text; the door lets in 1 MB. */
    private static final int LARGEST_JOB_TOKENS = 100_000;

    /** Tokens bind rather than requests: the limit that is harder to keep. */
    private static final double TOKENS_BIND = 1.1;

    private static final Duration LARGE_NEEDS = Duration.ofMinutes(4);

    /** A shorter prompt leaves no room for what it has to hold. */
    private static final int LEAST_JOB_TOKENS = 40;

    public BudgetOptions {
        require("rpm", rpm, 10, 1_000_000);
        require("tpm", tpm, 400, 1_000_000_000);
        require("workers", workers, 1, 16);
        require("seconds", lasting.toSeconds(), 10, 36_000);
        require("job-tokens", jobTokens, LEAST_JOB_TOKENS, 100_000);
        if (burst != null) {
            require("jobs", burst, 1, 10_000_000);
        }
        if (provider != null && faults.stream().anyMatch(fault -> !fault.isOfWorkers())) {
            throw new IllegalArgumentException("faults: " + words(faults)
                    + " (expected: none of output, usage with --provider, whose answers are its own)");
        }
        faults = faults.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(faults));
    }

    /** Jobs of such a size that tokens are what there is too little of. */
    public static int jobTokens(long rpm, long tpm) {
        return Math.clamp(Math.round(TOKENS_BIND * tpm / rpm), LEAST_JOB_TOKENS, 100_000);
    }

    /** The faults in words. */
    String faultWords() {
        return words(faults);
    }

    boolean has(BudgetFault fault) {
        return faults.contains(fault);
    }

    boolean isWithWorkersMissing() {
        return faults.stream().anyMatch(BudgetFault::isOfWorkers);
    }

    /** Whether it lasts for windows enough that a large job can come and be done with. */
    boolean isForLarge() {
        return burst == null && lasting.compareTo(LARGE_NEEDS) >= 0;
    }

    /** Tokens of the one job that is much larger than the others: a third of a minute's, as far as a request may be. */
    int largeJobTokens() {
        return (int) Math.min(tpm / 3, LARGEST_JOB_TOKENS);
    }

    /** Jobs that are enough for the whole time and more. */
    long backlog() {
        double perMinute = Math.min((double) rpm, (double) tpm / jobTokens);
        return Math.round(perMinute * (lasting.toSeconds() / 60.0 + 2.5)) + 200;
    }

    private static String words(Set<BudgetFault> faults) {
        return faults.stream()
                .sorted()
                .map(fault -> fault.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    private static void require(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + least + " to " + most + ")");
        }
    }
}
