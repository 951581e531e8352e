package dev.assay.schemas;

import java.util.List;
import java.util.Map;
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
    /** A model grades the answer by a rubric. */
    public static final String JUDGE = "judge";
    /** A model says which of two answers is better, asked in both orders. */
    public static final String PAIRWISE = "pairwise";
    /** The answer is kept and not scored. */
    public static final String NONE = "none";

    /** Every name, in the order in which people are told them. */
    public static final List<String> ALL = List.of(
            EXACT, NORMALIZED, CONTAINS, REGEX, NUMERIC, CHOICE, JSON_EQUAL, JSON_SCHEMA, JUDGE, PAIRWISE, NONE);

    private static final Map<String, List<String>> OPTIONS = Map.of(
            EXACT, List.of("strip"),
            NORMALIZED, List.of("articles", "case", "punctuation"),
            CONTAINS, List.of("case", "words"),
            REGEX, List.of("match"),
            NUMERIC, List.of("marker", "relative", "strict", "tolerance"),
            CHOICE, List.of("choices"),
            JUDGE, List.of("format", "max_tokens", "pass", "points", "route", "rubric"),
            PAIRWISE, List.of("format", "max_tokens", "pass", "route", "rubric"));

    /** Scorers whose parts a model gives; a job has at most {@link #MOST_JUDGES} of them. */
    public static final List<String> JUDGES = List.of(JUDGE, PAIRWISE);

    /** Most scorers of one job that ask a model. */
    public static final int MOST_JUDGES = 4;

    private ScorerNames() {}

    /** The names of the options that a scorer takes, in alphabetical order. */
    public static List<String> options(String scorer) {
        return OPTIONS.getOrDefault(scorer, List.of());
    }
}
