package dev.assay.deadletters;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A condition on a dead letter, such as {@code attempts>3}, {@code message~timeout}, {@code tags.suite=math} or
 * {@code job.route!=main}. {@code =} and {@code !=} compare numbers as numbers and anything else as text, {@code <} and
 * its like numbers or times, {@code ~} asks whether the text contains the value in whatever case, {@code !~} whether it
 * does not. A letter that does not have the field meets only {@code !=} and {@code !~}.
 *
 * @param text as it was written
 */
public record Condition(String text, LetterField field, Operator operator, String value) {
    private static final Pattern FORM = Pattern.compile("\\s*([A-Za-z][^\\s=!<>~]*)\\s*(!=|!~|>=|<=|=|>|<|~)\\s*(.*)");

    /** How a field is compared. */
    enum Operator {
        EQUAL("="),
        UNEQUAL("!="),
        LESS("<"),
        AT_MOST("<="),
        MORE(">"),
        AT_LEAST(">="),
        CONTAINS("~"),
        LACKS("!~");

        private final String sign;

        Operator(String sign) {
            this.sign = sign;
        }

        static Operator of(String sign) {
            for (Operator operator : values()) {
                if (operator.sign.equals(sign)) {
                    return operator;
                }
            }
            throw new IllegalArgumentException("operator: " + sign);
        }

        boolean isOrder() {
            return switch (this) {
                case LESS, AT_MOST, MORE, AT_LEAST -> true;
                case EQUAL, UNEQUAL, CONTAINS, LACKS -> false;
            };
        }
    }

    /** @throws IllegalArgumentException when the text is none, saying what was expected */
    public static Condition parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' (expected: FIELD OPERATOR VALUE with =, !=, <, <=, >, >=, ~ or !~, such as"
                            + " 'attempts>3')");
        }
        Operator operator = Operator.of(form.group(2));
        String value = form.group(3).strip();
        if (operator.isOrder() && number(value).isEmpty() && time(value).isEmpty()) {
            throw new IllegalArgumentException("'" + text + "': " + value
                    + " (expected: a number or an ISO-8601 time behind " + form.group(2) + ")");
        }
        return new Condition(text, LetterField.named(form.group(1)), operator, value);
    }

    /** Whether a letter meets it. */
    public boolean holds(Letter letter, Contents contents) {
        return holds(field.of(letter, contents));
    }

    boolean holds(Optional<String> found) {
        if (found.isEmpty()) {
            return operator == Operator.UNEQUAL || operator == Operator.LACKS;
        }
        String text = found.get();
        return switch (operator) {
            case EQUAL -> isEqual(text);
            case UNEQUAL -> !isEqual(text);
            case CONTAINS -> contains(text);
            case LACKS -> !contains(text);
            case LESS -> orElse(order(text), 0) < 0;
            case AT_MOST -> orElse(order(text), 1) <= 0;
            case MORE -> orElse(order(text), 0) > 0;
            case AT_LEAST -> orElse(order(text), -1) >= 0;
        };
    }

    private boolean isEqual(String text) {
        return text.equals(value) || orElse(order(text), 1) == 0;
    }

    private boolean contains(String text) {
        return text.toLowerCase(Locale.ROOT).contains(value.toLowerCase(Locale.ROOT));
    }

    /** How the text stands to the value; empty where they are not both numbers or both times. */
    private OptionalInt order(String text) {
        Optional<BigDecimal> left = number(text);
        Optional<BigDecimal> right = number(value);
        if (left.isPresent() && right.isPresent()) {
            return OptionalInt.of(left.get().compareTo(right.get()));
        }
        Optional<Instant> before = time(text);
        Optional<Instant> after = time(value);
        return before.isPresent() && after.isPresent()
                ? OptionalInt.of(before.get().compareTo(after.get()))
                : OptionalInt.empty();
    }

    private static int orElse(OptionalInt order, int otherwise) {
        return order.orElse(otherwise);
    }

    private static Optional<BigDecimal> number(String text) {
        // Longer ones are no numbers that anybody compares, and their arithmetic would take long.
        if (text.isEmpty() || text.length() > 40 || !isNumeric(text)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new BigDecimal(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static boolean isNumeric(String text) {
        return text.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+');
    }

    private static Optional<Instant> time(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
