package dev.assay.cli.drill;

import dev.assay.cli.terminal.Figures;
import java.util.Locale;

/**
 * What was seen of one observation.
 *
 * @param isRight whether it is as it should be: an expected thing is there, an unacceptable one is not
 * @param words the figures
 */
public record Seen(boolean isRight, String words) {
    /** Right when it is true of each of them, and when there are any. */
    public static Seen all(long right, long of, String noun) {
        return new Seen(of > 0 && right == of, Figures.count(right) + " of " + Figures.counted(of, noun));
    }

    /** Right when there is none. */
    public static Seen none(long count, String noun) {
        return new Seen(count == 0, count == 0 ? "none" : Figures.counted(count, noun));
    }

    public static Seen exactly(long count, long wanted, String noun) {
        return new Seen(count == wanted, Figures.counted(count, noun) + " (" + Figures.count(wanted) + " expected)");
    }

    public static Seen atMost(long count, long most, String noun) {
        return new Seen(count <= most, Figures.counted(count, noun) + " (at most " + Figures.count(most) + ")");
    }

    public static Seen atMost(double figure, double most, String unit) {
        return new Seen(figure <= most, text(figure) + unit + " (at most " + text(most) + ")");
    }

    public static Seen atLeast(long count, long least, String noun) {
        return new Seen(count >= least, Figures.counted(count, noun) + " (at least " + Figures.count(least) + ")");
    }

    /** Both; the words of what is wrong come alone. */
    Seen and(Seen other) {
        if (isRight == other.isRight) {
            return new Seen(isRight, words + ", " + other.words);
        }
        return isRight ? other : this;
    }

    static String text(double figure) {
        return String.format(Locale.ROOT, "%.2f", figure);
    }
}
