package dev.assay.scorer.scoring;

import dev.assay.schemas.Attempt;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import dev.assay.schemas.ScorerUse;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the score of a result. The same result and time give the same score, byte for byte, wherever and whenever it
 * is made; nothing is called and nothing is read. For one thread at a time, because it keeps the rubrics of recent
 * expectations.
 */
public final class ScoreMaker {
    private static final Logger log = LoggerFactory.getLogger(ScoreMaker.class);
    private static final int RUBRICS_KEPT = 256;

    private final Scorers scorers;
    private final Map<ScorerUse, Rubric> rubrics = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ScorerUse, Rubric> eldest) {
            return size() > RUBRICS_KEPT;
        }
    };

    public ScoreMaker(Scorers scorers) {
        this.scorers = scorers;
    }

    /**
     * Scores it.
     *
     * @param result the last word on a job
     * @param recordTime timestamp of the result's record, which becomes {@code scoredAt}
     */
    public Score score(Result result, Instant recordTime) {
        Score.Builder score = about(result).setScoredAt(recordTime);
        Optional<Outcome> settled = Outcomes.settledBy(result);
        if (settled.isPresent()) {
            return score.setOutcome(settled.get()).build();
        }
        String answer = result.getAnswer();
        if (answer == null) {
            return unscored(score, UnscoredReason.MISSING_ANSWER.code());
        }
        List<ScorePart> parts = result.getExpectation().getScorers().stream()
                .map(use -> part(use, answer))
                .filter(part -> !UnscoredReason.NO_EXPECTATION.code().equals(part.getUnscoredReason()))
                .toList();
        return combine(score, parts);
    }

    /** One part without a value leaves the job without one: a mean over the rest would be another measure. */
    private static Score combine(Score.Builder score, List<ScorePart> parts) {
        score.setParts(parts);
        if (parts.isEmpty()) {
            return unscored(score, UnscoredReason.NO_EXPECTATION.code());
        }
        double sum = 0;
        double weights = 0;
        boolean passed = true;
        for (ScorePart part : parts) {
            Double value = part.getValue();
            Boolean partPassed = part.getPassed();
            if (value == null || partPassed == null) {
                return unscored(score, String.valueOf(part.getUnscoredReason()));
            }
            sum += part.getWeight() * value;
            weights += part.getWeight();
            passed &= partPassed;
        }
        return score.setOutcome(Outcome.SCORED)
                .setValue(Math.min(1, sum / weights))
                .setPassed(passed)
                .build();
    }

    private static Score unscored(Score.Builder score, String reason) {
        return score.setOutcome(Outcome.UNSCORED).setUnscoredReason(reason).build();
    }

    private ScorePart part(ScorerUse use, String answer) {
        ScorePart.Builder part =
                ScorePart.newBuilder().setScorer(use.getScorer()).setWeight(use.getWeight());
        return switch (judge(use, answer)) {
            case Verdict.Scored scored ->
                part.setValue(scored.value())
                        .setPassed(scored.passed())
                        .setLabel(scored.label())
                        .setExplanation(scored.explanation())
                        .build();
            case Verdict.Unscored unscored ->
                part.setUnscoredReason(unscored.reason().code())
                        .setExplanation(Excerpt.of(unscored.explanation(), 500))
                        .build();
        };
    }

    private Verdict judge(ScorerUse use, String answer) {
        try {
            Rubric rubric = rubrics.get(use);
            if (rubric == null) {
                rubric = prepare(use);
                rubrics.put(use, rubric);
            }
            return rubric.judge(answer);
        } catch (RuntimeException | StackOverflowError e) {
            // A bug in one scorer must neither stop the topology nor pass for a wrong answer.
            log.error("a scorer broke; the answer stays unscored (scorer={})", use.getScorer(), e);
            return new Verdict.Unscored(
                    UnscoredReason.SCORER_ERROR, e.getClass().getSimpleName());
        }
    }

    private Rubric prepare(ScorerUse use) {
        Optional<AnswerScorer> scorer = scorers.named(use.getScorer());
        if (scorer.isEmpty()) {
            String why = "no scorer is called " + Excerpt.quoted(use.getScorer());
            return answer -> new Verdict.Unscored(UnscoredReason.UNKNOWN_SCORER, why);
        }
        if (!(use.getWeight() >= 1e-6 && use.getWeight() <= 1e6)) {
            return Rubric.refused("weight: " + use.getWeight() + " (expected: 0.000001 to 1000000)");
        }
        return scorer.get().prepare(use);
    }

    private static Score.Builder about(Result result) {
        long callMillis = 0;
        for (Attempt attempt : result.getAttempts()) {
            callMillis += Math.max(0, attempt.getDurationMillis());
        }
        Duration turnaround = Duration.between(result.getEnqueuedAt(), result.getFinishedAt());
        return Score.newBuilder()
                .setRunId(result.getRunId())
                .setJobId(result.getJobId())
                .setGeneration(result.getGeneration())
                .setOrdinal(result.getOrdinal())
                .setTenant(result.getTenant())
                .setLane(result.getLane())
                .setStatus(result.getStatus())
                .setFailureKind(result.getFailureKind())
                .setSource(result.getSource())
                .setUsedFallback(result.getUsedFallback())
                .setFallbackReason(result.getFallbackReason())
                .setRequestModel(result.getRequestModel())
                .setResponseModel(result.getResponseModel())
                .setModelDrift(result.getRouteEvidence().getModelDrift())
                .setTemplateVersion(result.getTemplateVersion())
                .setAttempts(result.getAttempts().size())
                .setCallMillis(callMillis)
                .setTurnaroundMillis(Math.max(0, turnaround.toMillis()))
                .setUsage(result.getUsage())
                .setCost(result.getCost())
                .setTags(result.getTags())
                .setSample(result.getExpectation().getSample())
                .setEpoch(result.getExpectation().getEpoch())
                .setReducer(result.getExpectation().getReducer());
    }
}
