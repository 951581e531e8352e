package dev.assay.scorer.epochs;

import dev.assay.schemas.Score;

/**
 * A sample whose epochs have been brought together.
 *
 * @param score the score of the whole, under the sample's id: value and passing as the reducer says, everything else as
 *     the first epoch has it
 * @param epochs epochs that have a score
 * @param scored epochs that have a value, over which it is reduced
 * @param passShare share of the scored epochs' passing as the reducer sees it, 0 to 1; the sample passes where it is
 *     above one half, so that half is not enough
 */
public record Sample(Score score, int epochs, int scored, double passShare) {}
