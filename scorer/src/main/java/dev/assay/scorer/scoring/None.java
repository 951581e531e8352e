package dev.assay.scorer.scoring;

import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;

/** Scores nothing: the answers of the job are wanted, not a value. */
final class None implements AnswerScorer {
    @Override
    public String name() {
        return ScorerNames.NONE;
    }

    @Override
    public Rubric prepare(ScorerUse use) {
        return answer -> new Verdict.Unscored(UnscoredReason.NO_EXPECTATION, "nothing was expected");
    }
}
