package dev.assay.scorer.scoring;

import dev.assay.schemas.ScorerUse;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Reads the targets and options of an expectation and keeps what is wrong with them, so that a user sees every
 * problem at once. An option that the scorer does not know is a problem: a misspelt one would change scores silently.
 *
 * <pre>{@code
 * Options options = new Options(use);
 * double pass = options.share("pass", "0.5");
 * List<String> targets = options.targets();
 * return options.rubric(() -> answer -> judge(answer, targets, pass));
 * }</pre>
 */
public final class Options {
    private final ScorerUse use;
    private final Set<String> known = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();

    public Options(ScorerUse use) {
        this.use = use;
    }

    /** The accepted answers, at least one. */
    public List<String> targets() {
        if (use.getTargets().isEmpty()) {
            problems.add("targets: none (expected: at least one)");
        }
        return use.getTargets();
    }

    /** True or false. */
    public boolean flag(String name, boolean otherwise) {
        String value = text(name, Boolean.toString(otherwise));
        if (!value.equals("true") && !value.equals("false")) {
            problem(name, value, "true or false");
        }
        return value.equals("true");
    }

    /** A decimal that is not negative, written plainly or with an exponent. */
    public BigDecimal notNegative(String name) {
        String value = text(name, "0");
        try {
            BigDecimal number = new BigDecimal(value.strip());
            if (number.signum() >= 0 && Math.abs((long) number.scale()) <= Rational.MAX_EXPONENT) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below, with what is expected.
        }
        problem(name, value, "a number >= 0");
        return BigDecimal.ZERO;
    }

    /** A whole number between two, both allowed. */
    int wholeNumber(String name, int otherwise, int least, int most) {
        String value = text(name, Integer.toString(otherwise));
        try {
            int number = Integer.parseInt(value.strip());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below, with what is expected.
        }
        problem(name, value, "a whole number from " + least + " to " + most);
        return otherwise;
    }

    /** A share, 0 to 1. */
    public double share(String name, String otherwise) {
        String value = text(name, otherwise);
        try {
            double share = Double.parseDouble(value.strip());
            if (share >= 0 && share <= 1) {
                return share;
            }
        } catch (NumberFormatException e) {
            // Told below, with what is expected.
        }
        problem(name, value, "0 to 1");
        return 0;
    }

    /** One of a few words. */
    public String oneOf(String name, String otherwise, String... words) {
        String value = text(name, otherwise);
        if (!List.of(words).contains(value)) {
            problem(name, value, "one of " + String.join(", ", words));
            return otherwise;
        }
        return value;
    }

    /** An option as it is written. */
    public String text(String name, String otherwise) {
        known.add(name);
        return use.getOptions().getOrDefault(name, otherwise);
    }

    /** Says that something cannot be used. */
    public void problem(String name, String value, String expected) {
        problems.add(name + ": '" + Excerpt.of(value, 80) + "' (expected: " + expected + ")");
    }

    /** The rubric where all could be read, else one that refuses every answer with the problems. */
    public Rubric rubric(Supplier<Rubric> ready) {
        return isUsable() ? ready.get() : Rubric.refused(String.join("; ", problems));
    }

    /** Whether all could be read and nothing else is there; asked when all that the scorer knows has been read. */
    boolean isUsable() {
        for (Map.Entry<String, String> option : use.getOptions().entrySet()) {
            if (!known.contains(option.getKey())) {
                String expected = known.isEmpty() ? "no options" : "one of " + String.join(", ", known);
                problems.add("option '" + Excerpt.of(option.getKey(), 40) + "' (expected: " + expected + ")");
            }
        }
        return problems.isEmpty();
    }
}
