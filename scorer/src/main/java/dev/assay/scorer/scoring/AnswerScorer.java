package dev.assay.scorer.scoring;

import dev.assay.schemas.ScorerUse;

/**
 * One way of scoring an answer, by name. Preparing is apart from judging because many jobs share one expectation, and
 * compiling a schema or a pattern once per answer would cost more than judging it.
 */
public interface AnswerScorer {
    /** What expectations call it; lower case with underscores. */
    String name();

    /**
     * Reads what an expectation asks of this scorer.
     *
     * @return the rubric; where the targets or options cannot be used, {@link Rubric#refused} with the reason
     */
    Rubric prepare(ScorerUse use);
}
