package dev.assay.scorer.scoring;

import dev.assay.schemas.ScorerUse;

/**
 * One way of scoring an answer, by name. Preparing is apart from judging because many jobs share one expectation, and
 * compiling a schema or a pattern once per answer would cost more than judging it.
 *
 * <p>A scorer of one's own implements this, has a public constructor without parameters and is named in
 * {@code META-INF/services}; {@link ScorerPlugins} finds it. Scores have to be the same whenever they are made again, so
 * neither time nor network nor chance may have a part in them.
 */
public interface AnswerScorer {
    /** What expectations call it; lower case with underscores, {@code x-} in front where it does not come with Assay. */
    String name();

    /**
     * Reads what an expectation asks of this scorer.
     *
     * @return the rubric; where the targets or options cannot be used, {@link Rubric#refused} with the reason
     */
    Rubric prepare(ScorerUse use);

    /** Loads what it needs to judge, such as a model; where it throws, nothing starts. May be called more than once. */
    default void warmUp() {}
}
