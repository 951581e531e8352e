package dev.assay.schemas;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;

/** How the epochs of a sample become one value, by the names that records and the command line have for it. */
@NullMarked
public sealed interface Reducer {
    /** Epochs of a sample at most. */
    int MOST_EPOCHS = 1000;

    /** As records have it. */
    String label();

    /** The mean of the values. */
    record Mean() implements Reducer {
        @Override
        public String label() {
            return "mean";
        }
    }

    /** What most epochs answered. */
    record Majority() implements Reducer {
        @Override
        public String label() {
            return "majority";
        }
    }

    /** The highest value. */
    record Best() implements Reducer {
        @Override
        public String label() {
            return "best";
        }
    }

    /**
     * How likely one of k answers passes.
     *
     * @param k at least 1
     */
    record PassAt(int k) implements Reducer {
        public PassAt {
            if (k < 1 || k > MOST_EPOCHS) {
                throw new IllegalArgumentException(
                        "reducer: pass@" + k + " (expected: pass@1 to pass@" + MOST_EPOCHS + ")");
            }
        }

        @Override
        public String label() {
            return "pass@" + k;
        }
    }

    /** @throws IllegalArgumentException where there is no such one */
    static Reducer parse(String label) {
        Matcher passAt = Pattern.compile("pass@([0-9]{1,4})").matcher(label);
        if (passAt.matches()) {
            return new PassAt(Integer.parseInt(passAt.group(1)));
        }
        return switch (label) {
            case "mean" -> new Mean();
            case "majority" -> new Majority();
            case "best" -> new Best();
            default ->
                throw new IllegalArgumentException(
                        "reducer: '" + label + "' (expected: mean, majority, best or pass@K, such as pass@5)");
        };
    }
}
