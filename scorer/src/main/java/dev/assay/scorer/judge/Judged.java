package dev.assay.scorer.judge;

import dev.assay.schemas.Result;
import dev.assay.schemas.Score;

/** An answer whose judges have all replied, or will not. */
public record Judged(Result result, Score score) {}
