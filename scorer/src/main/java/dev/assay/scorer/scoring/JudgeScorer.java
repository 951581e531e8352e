package dev.assay.scorer.scoring;

import dev.assay.schemas.ScorerUse;
import java.util.Optional;

/**
 * A scorer whose value a model gives. By itself it scores nothing: its question becomes a job like any other, with
 * budgets, retries and fallbacks, and the reply comes back as that job's result.
 */
sealed interface JudgeScorer extends AnswerScorer permits Judge, Pairwise {
    /** The task that an expectation makes of it; empty where its targets or options cannot be used. */
    Optional<? extends JudgeTask> task(ScorerUse use);
}
