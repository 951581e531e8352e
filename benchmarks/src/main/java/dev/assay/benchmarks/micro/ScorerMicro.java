package dev.assay.benchmarks.micro;

import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorerNames;
import dev.assay.scorer.scoring.ScoreMaker;
import dev.assay.scorer.scoring.Scorers;
import java.time.Instant;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One answer scored by each scorer, from result to score, its rubric prepared already. */
@State(Scope.Benchmark)
public class ScorerMicro {
    @Param({
        ScorerNames.EXACT,
        ScorerNames.NORMALIZED,
        ScorerNames.CONTAINS,
        ScorerNames.REGEX,
        ScorerNames.NUMERIC,
        ScorerNames.CHOICE,
        ScorerNames.JSON_EQUAL,
        ScorerNames.JSON_SCHEMA,
        ScorerNames.BLEU,
        ScorerNames.ROUGE_L,
        ScorerNames.EDIT_SIMILARITY,
        ScorerNames.NONE
    })
    public String scorer = "";

    private final ScoreMaker maker = new ScoreMaker(Scorers.standard());
    private Result result = new Result();

    @Setup
    public void make() {
        result = Samples.result(scorer);
        Score score = score();
        if (!scorer.equals(ScorerNames.NONE) && !Boolean.TRUE.equals(score.getPassed())) {
            throw new IllegalStateException(scorer + " does not take its answer for right: " + score);
        }
    }

    @Benchmark
    public Score score() {
        return maker.score(result, Instant.EPOCH);
    }
}
