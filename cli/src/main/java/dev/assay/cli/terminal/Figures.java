package dev.assay.cli.terminal;

import java.time.Duration;
import java.util.Locale;

/** Numbers as people read them: grouped counts, one decimal for shares, the two largest units of a duration. */
public final class Figures {
    private Figures() {}

    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** A count with its noun: {@code 1 job}, {@code 1,319 jobs}. */
    public static String counted(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** A share of 1 as a percentage with one decimal; never 100.0 % or 0.0 % unless exactly so. */
    public static String percent(double share) {
        double percent = share * 100;
        if (share > 0 && percent < 0.05) {
            return "<0.1 %";
        }
        if (share < 1 && percent >= 99.95) {
            return ">99.9 %";
        }
        return String.format(Locale.ROOT, "%.1f %%", percent);
    }

    public static String rate(double perSecond) {
        return perSecond >= 100 || perSecond == 0
                ? String.format(Locale.ROOT, "%,.0f/s", perSecond)
                : String.format(Locale.ROOT, "%.1f/s", perSecond);
    }

    public static String duration(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1000) {
            return millis + " ms";
        }
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
        }
        long seconds = millis / 1000;
        if (seconds < 3600) {
            return String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60);
        }
        return String.format(Locale.ROOT, "%d h %02d min", seconds / 3600, seconds % 3600 / 60);
    }

    public static String millis(long millis) {
        return duration(Duration.ofMillis(millis));
    }
}
