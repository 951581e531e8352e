package dev.assay.scorer.scoring;

/** Why an answer has no value. The codes are read by other programs: they are added to, never changed. */
public enum UnscoredReason {
    /** Nothing was expected: no scorer, or {@code none}. */
    NO_EXPECTATION("no_expectation"),
    /** The expectation cannot be used: a target that is no number, an option that is not known. */
    BAD_EXPECTATION("bad_expectation"),
    /** No scorer has that name. */
    UNKNOWN_SCORER("unknown_scorer"),
    /** The result counts as answered but carries no text. */
    MISSING_ANSWER("missing_answer"),
    /** Judging the answer would take more work than one answer is allowed. */
    TOO_MUCH_WORK("too_much_work"),
    /** A judge is asked for where no model is called, as when stored results are scored again. */
    NOT_JUDGED("not_judged"),
    /** The judge's reply could not be read, and neither could its second one. */
    JUDGE_PARSE("judge_parse"),
    /** The judge gave no answer: refused, filtered, cut at its limit, or empty. */
    JUDGE_UNANSWERED("judge_unanswered"),
    /** The judge's job was dead-lettered, or was too large to be asked. */
    JUDGE_FAILED("judge_failed"),
    /** The judge did not reply in time. */
    JUDGE_EXPIRED("judge_expired"),
    /** The run was cancelled before the judge replied. */
    JUDGE_CANCELLED("judge_cancelled"),
    /** The scorer broke; a bug in it, told by its explanation. */
    SCORER_ERROR("scorer_error");

    private final String code;

    UnscoredReason(String code) {
        this.code = code;
    }

    public String code() {
        return code;
    }
}
