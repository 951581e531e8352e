package dev.assay.scorer.scoring;

/** What a judge's reply says. */
public sealed interface JudgeReply {
    /**
     * It keeps to the form.
     *
     * @param verdict the grade as digits, or {@code A}, {@code B} or {@code tie}
     */
    record Read(String verdict, String reason) implements JudgeReply {}

    /** It does not, and why; the judge is told so when it is asked again. */
    record Unreadable(String problem) implements JudgeReply {}
}
