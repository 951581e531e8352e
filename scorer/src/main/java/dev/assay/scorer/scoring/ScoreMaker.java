package dev.assay.scorer.scoring;

import static java.util.Objects.requireNonNull;

import dev.assay.schemas.Attempt;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.JudgeCall;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
        return score(result, recordTime, Map.of());
    }

    /**
     * Scores it with what judges have said.
     *
     * @param judged the judges' calls by the place of their scorer in the expectation; a judge without a place there
     *     was not asked, one without calls did not reply
     */
    public Score score(Result result, Instant recordTime, Map<Integer, List<JudgeCall>> judged) {
        Score.Builder score = about(result).setScoredAt(recordTime);
        Optional<Outcome> settled = Outcomes.settledBy(result);
        if (settled.isPresent()) {
            return score.setOutcome(settled.get()).build();
        }
        String answer = result.getAnswer();
        if (answer == null) {
            return unscored(score, UnscoredReason.MISSING_ANSWER.code());
        }
        List<ScorerUse> uses = result.getExpectation().getScorers();
        if (hasNameTwice(uses)) {
            return unscored(score, UnscoredReason.BAD_EXPECTATION.code());
        }
        List<ScorePart> parts = new ArrayList<>();
        for (int i = 0; i < uses.size(); i++) {
            List<JudgeCall> calls = judged.get(i);
            ScorePart part = calls == null ? part(uses.get(i), answer) : judgedPart(uses.get(i), calls);
            if (!UnscoredReason.NO_EXPECTATION.code().equals(part.getUnscoredReason())) {
                parts.add(part);
            }
        }
        return combine(score, parts);
    }

    /**
     * The judges that have to be asked before the result can be scored, by the place of their scorer; none where it
     * stays without a value whatever they say, so that nothing is paid for a verdict that changes nothing.
     */
    public Map<Integer, JudgeTask> judges(Result result) {
        List<ScorerUse> uses = result.getExpectation().getScorers();
        String answer = result.getAnswer();
        if (answer == null
                || Outcomes.settledBy(result).isPresent()
                || hasNameTwice(uses)
                || uses.stream().noneMatch(use -> ScorerNames.JUDGES.contains(use.getScorer()))) {
            return Map.of();
        }
        Map<Integer, JudgeTask> judges = new TreeMap<>();
        for (int i = 0; i < uses.size(); i++) {
            Optional<JudgeTask> task = task(uses.get(i));
            if (task.isPresent()) {
                judges.put(i, task.get());
                continue;
            }
            ScorePart part = part(uses.get(i), answer);
            if (part.getValue() == null && !UnscoredReason.NO_EXPECTATION.code().equals(part.getUnscoredReason())) {
                return Map.of();
            }
        }
        return judges.size() > ScorerNames.MOST_JUDGES ? Map.of() : judges;
    }

    private static boolean hasNameTwice(List<ScorerUse> uses) {
        return uses.size() > 1
                && uses.stream().map(Expecting::partName).distinct().count() < uses.size();
    }

    /** The judge that a scorer is; empty where it is none, or cannot be used. */
    public Optional<JudgeTask> task(ScorerUse use) {
        return scorers.named(use.getScorer()).orElse(null) instanceof JudgeScorer judge && hasUsableWeight(use)
                ? judge.task(use).map(JudgeTask.class::cast)
                : Optional.empty();
    }

    private ScorePart judgedPart(ScorerUse use, List<JudgeCall> calls) {
        Optional<JudgeTask> task = task(use);
        Verdict verdict = task.isPresent()
                ? JudgeVerdicts.of(task.get(), calls)
                : new Verdict.Unscored(UnscoredReason.BAD_EXPECTATION, "it is no judge's any more");
        return ScorePart.newBuilder(part(use, verdict)).setJudgeCalls(calls).build();
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
        return part(use, judge(use, answer));
    }

    private static ScorePart part(ScorerUse use, Verdict verdict) {
        ScorePart.Builder part =
                ScorePart.newBuilder().setScorer(Expecting.partName(use)).setWeight(use.getWeight());
        return switch (verdict) {
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
            return requireNonNull(rubric.judge(answer), "verdict");
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
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
        if (!hasUsableWeight(use)) {
            return Rubric.refused("weight: " + use.getWeight() + " (expected: 0.000001 to 1000000)");
        }
        return scorer.get().prepare(use);
    }

    private static boolean hasUsableWeight(ScorerUse use) {
        return use.getWeight() >= 1e-6 && use.getWeight() <= 1e6;
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
