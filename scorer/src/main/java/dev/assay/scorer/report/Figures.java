package dev.assay.scorer.report;

import dev.assay.scorer.fold.Wilson;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers as people read them. Unknown is a dash, never 0; a unit stays on the line of its number. */
final class Figures {
    /** Stands where there is no number. */
    static final String NONE = "–";

    private static final char NARROW = '\u00A0';
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern(
                    "d MMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private Figures() {}

    /** A count in groups of three: {@code 1,319}. */
    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** A count with its noun: {@code 1 job}, {@code 1,319 jobs}. */
    static String counted(long number, String noun) {
        return count(number) + NARROW + noun + (number == 1 ? "" : "s");
    }

    /** A share of 1 as a percentage with one decimal; 0.0 % and 100.0 % only where it is exactly so. */
    static String percent(@Nullable Double share) {
        if (share == null || !Double.isFinite(share)) {
            return NONE;
        }
        double percent = share * 100;
        if (share > 0 && percent < 0.05) {
            return "<0.1" + NARROW + "%";
        }
        if (share < 1 && percent >= 99.95) {
            return ">99.9" + NARROW + "%";
        }
        return String.format(Locale.ROOT, "%.1f%c%%", percent, NARROW);
    }

    /** The same for a part of a whole; a dash where the whole is 0. */
    static String percent(long part, long whole) {
        return percent(whole == 0 ? null : (double) part / whole);
    }

    /** An interval of shares. */
    static String range(Wilson interval) {
        return percent(interval.low()) + " to " + percent(interval.high());
    }

    /** A number with three decimals. */
    static String value(@Nullable Double number) {
        return number == null || !Double.isFinite(number) ? NONE : String.format(Locale.ROOT, "%.3f", number);
    }

    /** A ratio of two counts with two decimals; a dash where the lower is 0. */
    static String ratio(long upper, long lower) {
        return lower == 0 ? NONE : String.format(Locale.ROOT, "%,.2f", (double) upper / lower);
    }

    /** The average of a sum over a count, to three digits or so; a dash where the count is 0. */
    static String average(long sum, long count) {
        if (count <= 0) {
            return NONE;
        }
        double average = (double) sum / count;
        return String.format(Locale.ROOT, average >= 100 ? "%,.0f" : "%.1f", average);
    }

    /** An amount of money: two decimals from 1 up, four significant digits below. */
    static String money(@Nullable BigDecimal amount) {
        if (amount == null) {
            return NONE;
        }
        if (amount.signum() == 0) {
            return "0";
        }
        if (amount.abs().compareTo(BigDecimal.ONE) >= 0) {
            return String.format(Locale.ROOT, "%,.2f", amount);
        }
        return amount.round(new MathContext(4, RoundingMode.HALF_UP))
                .stripTrailingZeros()
                .toPlainString();
    }

    /** A duration in its two largest units. */
    static String millis(@Nullable Long millis) {
        if (millis == null) {
            return NONE;
        }
        if (millis < 1_000) {
            return millis.toString() + NARROW + "ms";
        }
        if (millis < 60_000 && millis % 1_000 == 0) {
            return millis / 1_000 + "" + NARROW + "s";
        }
        if (millis < 59_950) {
            return String.format(Locale.ROOT, "%.1f%cs", millis / 1000.0, NARROW);
        }
        long seconds = Math.round(millis / 1000.0);
        if (seconds < 3_600) {
            return pair(seconds / 60, "min", seconds % 60, "s");
        }
        long minutes = Math.round(seconds / 60.0);
        return minutes < 1_440
                ? pair(minutes / 60, "h", minutes % 60, "min")
                : pair(minutes / 1_440, "d", minutes % 1_440 / 60, "h");
    }

    private static String pair(long large, String largeUnit, long small, String smallUnit) {
        String first = count(large) + NARROW + largeUnit;
        return small == 0 ? first : first + NARROW + small + NARROW + smallUnit;
    }

    /** A moment in UTC to the second. */
    static String moment(Instant at) {
        return MOMENT.format(at);
    }

    /** A number for a style or an SVG attribute, in percent of a width. */
    static String css(double percent) {
        String text = String.format(Locale.ROOT, "%.3f", percent);
        return text.replaceFirst("\\.?0+$", "") + "%";
    }

    /** A number of pixels for an SVG attribute. */
    static String px(double pixels) {
        return String.format(Locale.ROOT, "%.1f", pixels).replaceFirst("\\.0$", "");
    }
}
