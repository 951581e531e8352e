package dev.assay.producer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.runtime.LinearPattern;
import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What each scorer needs from a job, so that a run of a million answers does not end unscored for a typing error that
 * could be seen before the first call.
 */
final class ScorerRules {
    private static final Pattern DIGIT = Pattern.compile("[0-9]");
    private static final Pattern LETTER = Pattern.compile("[(\\[]?[A-Za-z](?:[)\\].:].*)?", Pattern.DOTALL);

    private ScorerRules() {}

    /** What is wrong with a use of a scorer; null when nothing is. */
    static @Nullable String complaint(ScorerUse use) {
        String complaint = complaintBesideTargets(use);
        return complaint != null ? complaint : complaintOfTargets(use);
    }

    /** What is wrong with it whatever its targets are; null when nothing is. */
    static @Nullable String complaintBesideTargets(ScorerUse use) {
        String scorer = use.getScorer();
        if (ScorerNames.isCustom(scorer)) {
            return weight(use);
        }
        if (!ScorerNames.ALL.contains(scorer) && !ScorerNames.OPTIONAL.contains(scorer)) {
            return "scorer " + scorer + " is not known (expected: " + String.join(", ", ScorerNames.ALL) + ")";
        }
        String weight = weight(use);
        if (weight != null) {
            return weight;
        }
        List<String> known = ScorerNames.options(scorer);
        for (String option : use.getOptions().keySet()) {
            if (!known.contains(option) && !scorer.equals(ScorerNames.NONE)) {
                return "option " + shortened(option) + " of scorer " + scorer + " is not known (expected: "
                        + (known.isEmpty() ? "no options" : String.join(", ", known)) + ")";
            }
        }
        return scorer.equals(ScorerNames.NUMERIC) ? tolerance(use) : pass(use);
    }

    private static @Nullable String weight(ScorerUse use) {
        return use.getWeight() > 0 && use.getWeight() < Double.POSITIVE_INFINITY
                ? null
                : "weight " + use.getWeight() + " of scorer " + use.getScorer() + " (expected: > 0)";
    }

    private static @Nullable String complaintOfTargets(ScorerUse use) {
        String scorer = use.getScorer();
        List<String> targets = use.getTargets();
        if (scorer.equals(ScorerNames.NONE)) {
            return targets.isEmpty() ? null : "scorer none takes no ideal";
        }
        if (ScorerNames.isCustom(scorer)) {
            return null;
        }
        if (targets.isEmpty()) {
            return "no ideal, which scorer " + scorer + " needs";
        }
        for (String target : targets) {
            String complaint = complaint(scorer, target);
            if (complaint != null) {
                return complaint;
            }
        }
        return null;
    }

    private static @Nullable String complaint(String scorer, String target) {
        return switch (scorer) {
            case ScorerNames.CONTAINS ->
                target.isEmpty() ? "an empty ideal, which every answer contains (expected: some text)" : null;
            case ScorerNames.REGEX -> regex(target);
            case ScorerNames.NUMERIC ->
                DIGIT.matcher(target).find() ? null : "ideal '" + shortened(target) + "' (expected: a number)";
            case ScorerNames.CHOICE ->
                LETTER.matcher(target.strip()).matches()
                        ? null
                        : "ideal '" + shortened(target) + "' (expected: a letter, such as B, (B) or B) Paris)";
            case ScorerNames.BLEU, ScorerNames.ROUGE_L, ScorerNames.SEMANTIC ->
                target.isBlank() ? "an empty ideal, which has no words to compare (expected: some text)" : null;
            case ScorerNames.JSON_EQUAL -> json(target, false);
            case ScorerNames.JSON_SCHEMA -> json(target, true);
            default -> null;
        };
    }

    /** In the syntax that the scorer matches by, or a pattern that looks ahead would leave every answer unscored. */
    private static @Nullable String regex(String pattern) {
        try {
            LinearPattern.compile(pattern);
            return null;
        } catch (IllegalArgumentException e) {
            return "pattern '" + shortened(pattern) + "': " + e.getMessage();
        }
    }

    private static @Nullable String json(String text, boolean schema) {
        try {
            JsonNode value = JsonLine.parseValue(text);
            if (schema && !value.isObject() && !value.isBoolean()) {
                return "schema is " + JsonLine.kind(value) + " (expected: an object or a boolean)";
            }
            return null;
        } catch (BadLineException e) {
            return (schema ? "schema" : "ideal") + " '" + shortened(text) + "' is " + e.reason() + " (character "
                    + e.column() + ")";
        }
    }

    private static @Nullable String tolerance(ScorerUse use) {
        String tolerance = use.getOptions().get("tolerance");
        if (tolerance == null) {
            return null;
        }
        try {
            return new BigDecimal(tolerance).signum() >= 0 ? null : "tolerance " + tolerance + " (expected: >= 0)";
        } catch (NumberFormatException e) {
            return "tolerance '" + shortened(tolerance) + "' (expected: a number >= 0)";
        }
    }

    /** The value from which an answer passes, of the scorers that have one. */
    private static @Nullable String pass(ScorerUse use) {
        String pass = use.getOptions().get("pass");
        if (pass == null) {
            return null;
        }
        try {
            double share = Double.parseDouble(pass.strip());
            return share >= 0 && share <= 1 ? null : "pass " + shortened(pass) + " (expected: 0 to 1)";
        } catch (NumberFormatException e) {
            return "pass '" + shortened(pass) + "' (expected: 0 to 1)";
        }
    }

    static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }
}
