package dev.assay.producer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.runtime.LaneDefaults;
import dev.assay.runtime.LinearPattern;
import dev.assay.schemas.Expectation;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import dev.assay.schemas.topics.Names;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What each scorer needs from a job, so that a run of a million answers does not end unscored for a typing error that
 * could be seen before the first call.
 */
final class ScorerRules {
    private static final Pattern DIGIT = Pattern.compile("[0-9]");
    private static final Pattern LETTER = Pattern.compile("[(\\[]?[A-Za-z](?:[)\\].:].*)?", Pattern.DOTALL);

    private static final List<String> FORMATS = List.of("json_schema", "json_object", "text");

    private ScorerRules() {}

    /** What is wrong with a use of a scorer; null when nothing is. */
    static @Nullable String complaint(ScorerUse use) {
        String complaint = complaintBesideTargets(use);
        return complaint != null ? complaint : complaintOfTargets(use);
    }

    /** What is wrong with an expectation as a whole; null when nothing is. */
    static @Nullable String complaint(Expectation expectation) {
        Optional<String> names = Expecting.complaintOfNames(expectation.getScorers());
        if (names.isPresent()) {
            return names.get();
        }
        long judges = expectation.getScorers().stream()
                .filter(use -> ScorerNames.JUDGES.contains(use.getScorer()))
                .count();
        return judges > ScorerNames.MOST_JUDGES
                ? judges + " scorers that ask a judge (expected: at most " + ScorerNames.MOST_JUDGES + ")"
                : null;
    }

    /** Which judge of an expectation has a route that is not there; null when none has. */
    static @Nullable String unknownRoute(Expectation expectation, Set<String> routes) {
        for (ScorerUse use : expectation.getScorers()) {
            String route = use.getOptions().getOrDefault("route", LaneDefaults.JUDGE);
            if (ScorerNames.JUDGES.contains(use.getScorer()) && !routes.contains(route)) {
                return "route '" + shortened(route) + "' of scorer " + use.getScorer() + " (expected: "
                        + String.join(", ", routes.stream().sorted().toList()) + ")";
            }
        }
        return null;
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
        if (scorer.equals(ScorerNames.NUMERIC)) {
            return tolerance(use);
        }
        String judging = ScorerNames.JUDGES.contains(scorer) ? judge(use) : null;
        return judging != null ? judging : pass(use);
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
        if (scorer.equals(ScorerNames.PAIRWISE) && targets.size() > 1) {
            return targets.size() + " ideals (expected: the one answer that scorer pairwise compares with)";
        }
        if (targets.isEmpty() && scorer.equals(ScorerNames.JUDGE)) {
            return use.getOptions().containsKey("rubric") ? null : "no ideal and no rubric (expected: one of them)";
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

    private static @Nullable String judge(ScorerUse use) {
        String scorer = use.getScorer();
        String route = use.getOptions().get("route");
        if (route != null && !Names.isName(route)) {
            return "route '" + shortened(route) + "' of scorer " + scorer + " (expected: the name of a route)";
        }
        String format = use.getOptions().get("format");
        if (format != null && !FORMATS.contains(format)) {
            return "format '" + shortened(format) + "' of scorer " + scorer + " (expected: "
                    + String.join(", ", FORMATS) + ")";
        }
        String rubric = use.getOptions().get("rubric");
        if (rubric != null && rubric.isBlank()) {
            return "an empty rubric of scorer " + scorer + " (expected: what makes an answer good)";
        }
        String complaint = number(use, "points", 1, 100);
        return complaint != null ? complaint : number(use, "max_tokens", 16, 2_048);
    }

    private static @Nullable String number(ScorerUse use, String option, int least, int most) {
        String text = use.getOptions().get(option);
        if (text == null) {
            return null;
        }
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= least && number <= most) {
                return null;
            }
        } catch (NumberFormatException e) {
            // Told below, with what is expected.
        }
        return option + " '" + shortened(text) + "' of scorer " + use.getScorer() + " (expected: a whole number from "
                + least + " to " + most + ")";
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
