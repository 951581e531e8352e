package dev.assay.scorer.scoring;

import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Right when the answer's number is a target's number within the tolerance. The answer's number is found by
 * {@link FinalNumber}. An answer without a number is wrong, not unscored: the model answered, and not what was asked;
 * a target without one refuses the expectation.
 *
 * <p>Options: {@code tolerance} (largest difference, 0 by default) and {@code relative} (the same as a share of the
 * target; the larger one counts), {@code marker} and {@code strict} (see {@link FinalNumber}).
 *
 * <p>A percent sign on one side only gives a second chance: {@code 50%} is 50 and 0.5. So does a magnitude:
 * {@code 300K} is 300 and 300000.
 */
final class Numeric implements AnswerScorer {
    @Override
    public String name() {
        return ScorerNames.NUMERIC;
    }

    @Override
    public Rubric prepare(ScorerUse use) {
        Options options = new Options(use);
        BigDecimal absolute = options.notNegative("tolerance");
        BigDecimal relative = options.notNegative("relative");
        FinalNumber place = new FinalNumber(options.text("marker", ""), options.flag("strict", true));
        List<FoundNumber> targets = new ArrayList<>();
        for (String target : options.targets()) {
            place.ofTarget(target)
                    .ifPresentOrElse(
                            targets::add, () -> options.problem("targets", target, "text that holds one number"));
        }
        return options.rubric(() -> answer -> judge(place.ofAnswer(answer), targets, absolute, relative));
    }

    private static Verdict judge(
            FinalNumber.Place place, List<FoundNumber> targets, BigDecimal absolute, BigDecimal relative) {
        Optional<FoundNumber> found = place.number();
        if (found.isEmpty()) {
            return Verdict.wrong(null, place.why());
        }
        String label = Excerpt.of(found.get().text(), 80);
        for (FoundNumber target : targets) {
            if (isNear(found.get(), target, absolute, relative)) {
                return Verdict.right(label);
            }
        }
        return Verdict.wrong(
                label,
                "found " + label + " where " + Excerpt.of(targets.getFirst().text(), 80) + " is expected");
    }

    private static boolean isNear(FoundNumber found, FoundNumber target, BigDecimal absolute, BigDecimal relative) {
        for (Rational wanted : readings(target, !found.percent())) {
            for (Rational value : readings(found, !target.percent())) {
                if (value.isNear(wanted, absolute, relative)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<Rational> readings(FoundNumber number, boolean otherIsPlain) {
        List<Rational> readings = new ArrayList<>(number.readings());
        if (number.percent() && otherIsPlain) {
            number.readings().forEach(reading -> readings.add(reading.hundredth()));
        }
        return readings;
    }
}
