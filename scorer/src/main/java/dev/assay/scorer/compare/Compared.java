package dev.assay.scorer.compare;

import dev.assay.schemas.Outcome;
import java.util.List;
import java.util.Map;

/**
 * Two runs compared on the jobs that both have.
 *
 * @param common jobs that have a score in both
 * @param outcomesA how the common jobs came out in the first run
 * @param outcomesB how they came out in the second
 * @param scoredOnlyA common jobs with a value in the first run alone; neither a win nor a loss
 * @param scoredOnlyB common jobs with a value in the second run alone
 * @param scoredNeither common jobs with a value in neither
 * @param fallbacksA common jobs that a fallback answered in the first run
 * @param fallbacksB the same in the second
 * @param scored over the common jobs with a value in both
 * @param conservative over all common jobs, those without a value counting as not passed and as 0
 * @param parts every scorer's own figures, by name, where there are several
 * @param wins the largest changes for the better
 * @param winCount how many there are
 * @param losses the largest changes for the worse
 * @param lossCount how many there are
 */
public record Compared(
        long common,
        Map<Outcome, Long> outcomesA,
        Map<Outcome, Long> outcomesB,
        long scoredOnlyA,
        long scoredOnlyB,
        long scoredNeither,
        long fallbacksA,
        long fallbacksB,
        Effect scored,
        Effect conservative,
        List<Effect> parts,
        List<Change> wins,
        long winCount,
        List<Change> losses,
        long lossCount) {}
