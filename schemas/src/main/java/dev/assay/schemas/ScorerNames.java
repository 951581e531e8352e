package dev.assay.schemas;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;

/**
 * The scorers a job may ask for and the options each takes, by the names that stand in {@link ScorerUse}, job files and
 * scores. Producers refuse any other name at the door, and the scorer has an implementation for each, so both read
 * these lists.
 */
@NullMarked
public final class ScorerNames {
    /** The answer is one of the targets, character for character. */
    public static final String EXACT = "exact";
    /** The answer is one of the targets once case, spacing and punctuation are evened out. */
    public static final String NORMALIZED = "normalized";
    /** A target occurs in the answer. */
    public static final String CONTAINS = "contains";
    /** A pattern is found in the answer. */
    public static final String REGEX = "regex";
    /** A number in the answer equals a target within a tolerance. */
    public static final String NUMERIC = "numeric";
    /** The answer chooses the target's letter. */
    public static final String CHOICE = "choice";
    /** The answer is the same JSON value as a target. */
    public static final String JSON_EQUAL = "json_equal";
    /** The answer is JSON that satisfies a schema. */
    public static final String JSON_SCHEMA = "json_schema";
    /** How many 1- to 4-grams the answer shares with the targets. */
    public static final String BLEU = "bleu";
    /** How long a common subsequence of words the answer has with a target. */
    public static final String ROUGE_L = "rouge_l";
    /** How few edits make the answer a target. */
    public static final String EDIT_SIMILARITY = "edit_similarity";
    /** A model grades the answer by a rubric. */
    public static final String JUDGE = "judge";
    /** A model says which of two answers is better, asked in both orders. */
    public static final String PAIRWISE = "pairwise";
    /** The answer is kept and not scored. */
    public static final String NONE = "none";

    /** Every name, in the order in which people are told them. */
    public static final List<String> ALL = List.of(
            EXACT,
            NORMALIZED,
            CONTAINS,
            REGEX,
            NUMERIC,
            CHOICE,
            JSON_EQUAL,
            JSON_SCHEMA,
            BLEU,
            ROUGE_L,
            EDIT_SIMILARITY,
            JUDGE,
            PAIRWISE,
            NONE);

    /** The answer means what a target means; of the optional module, so only where its jars are loaded. */
    public static final String SEMANTIC = "semantic";

    /** Scorers of Assay's that have to be loaded. */
    public static final List<String> OPTIONAL = List.of(SEMANTIC);

    private static final Pattern CUSTOM = Pattern.compile("x-[a-z0-9][a-z0-9_-]{0,59}");

    private static final Map<String, List<String>> OPTIONS = Map.ofEntries(
            Map.entry(EXACT, List.of("strip")),
            Map.entry(NORMALIZED, List.of("articles", "case", "punctuation")),
            Map.entry(CONTAINS, List.of("case", "words")),
            Map.entry(REGEX, List.of("match")),
            Map.entry(NUMERIC, List.of("marker", "relative", "strict", "tolerance")),
            Map.entry(CHOICE, List.of("choices")),
            Map.entry(BLEU, List.of("case", "pass", "smooth", "tokens")),
            Map.entry(ROUGE_L, List.of("case", "pass", "tokens")),
            Map.entry(EDIT_SIMILARITY, List.of("case", "pass")),
            Map.entry(JUDGE, List.of("format", "max_tokens", "pass", "points", "route", "rubric")),
            Map.entry(PAIRWISE, List.of("format", "max_tokens", "pass", "route", "rubric")),
            Map.entry(SEMANTIC, List.of("pass")));

    /** Scorers whose parts a model gives; a job has at most {@link #MOST_JUDGES} of them. */
    public static final List<String> JUDGES = List.of(JUDGE, PAIRWISE);

    /** Most scorers of one job that ask a model. */
    public static final int MOST_JUDGES = 4;

    private ScorerNames() {}

    /** Whether a name is one that a scorer of somebody's own may have: {@code x-} and what it is. */
    public static boolean isCustom(String scorer) {
        return CUSTOM.matcher(scorer).matches();
    }

    /** The names of the options that a scorer takes, in alphabetical order. */
    public static List<String> options(String scorer) {
        return OPTIONS.getOrDefault(scorer, List.of());
    }
}
