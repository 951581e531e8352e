package dev.assay.scorer.report;

import dev.assay.schemas.Account;
import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import dev.assay.schemas.RouteEvidence;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.Score;
import dev.assay.schemas.TokenUsage;
import dev.assay.schemas.Unanswered;
import dev.assay.scorer.scoring.ScoreMaker;
import dev.assay.scorer.scoring.Scorers;
import dev.assay.scorer.testing.Results;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A run of arithmetic questions as workers and the scorer would leave it: job {@code i} is made from the seed and
 * {@code i} alone, so a large run need not be kept.
 */
final class SampleRun {
    /** What the run goes through. */
    enum Weather {
        /** Mostly fine, with an outage in the middle, some fallbacks and the odd failure of every kind. */
        MIXED,
        /** Every job is right. */
        CLEAR,
        /** Every call fails and every job is dead-lettered. */
        STORM,
        /** Two scorers of different weight, so that values lie between 0 and 1. */
        GRADED
    }

    private static final List<String> NAMES = List.of("Mira", "Tom", "Aisha", "Jonas", "Lin", "Pedro", "Noor", "Eva");
    private static final List<String> THINGS = List.of("pens", "apples", "tickets", "marbles", "stamps", "bolts");
    private static final List<String> TOPICS =
            List.of("arithmetic", "fractions", "geometry", "money", "percentages", "rates", "time");

    private final String runId;
    private final int jobs;
    private final long seed;
    private final Weather weather;
    private final ScoreMaker scores = new ScoreMaker(Scorers.standard());

    SampleRun(String runId, int jobs, long seed, Weather weather) {
        this.runId = runId;
        this.jobs = jobs;
        this.seed = seed;
        this.weather = weather;
    }

    int jobs() {
        return jobs;
    }

    RunManifest manifest() {
        return RunManifest.newBuilder()
                .setRunId(runId)
                .setLane("batch")
                .setRoute("maths-large")
                .setTenant("acme-evals")
                .setAccount(Account.EVAL)
                .setSource("arithmetic-word-problems.jsonl")
                .setFormat("openai-batch")
                .setSettingsHash("0".repeat(64))
                .setSettings(Map.of())
                .setSubmittedBy("dana@build-7")
                .setSubmittedAt(Results.START)
                .build();
    }

    RunProgress progress() {
        return RunProgress.newBuilder()
                .setRunId(runId)
                .setEnqueued(jobs)
                .setChunks(1)
                .setSkipped(0)
                .setPrefixHash("0".repeat(64))
                .setComplete(true)
                .setUpdatedAt(Results.START.plusSeconds(2))
                .build();
    }

    Score score(int job) {
        Result result = result(job);
        return scores.score(result, result.getFinishedAt());
    }

    Result result(int job) {
        Random random = new Random(seed * 1_000_003 + job);
        random.nextInt();
        double share = (double) job / Math.max(1, jobs);
        double seconds = 240.0 * Math.max(1, jobs / 5_000.0);
        long callMillis = Math.round(350 * Math.exp(random.nextGaussian() * 0.45) + 120);
        Instant enqueued = Results.START.plusMillis(Math.round(share * 1_500));
        Instant finished = Results.START.plusMillis(Math.round(share * seconds * 1_000) + callMillis + 900);
        boolean isOut = weather == Weather.MIXED && share > 0.46 && share < 0.57;
        int groups = 12 + random.nextInt(30);
        int each = 3 + random.nextInt(9);
        Result.Builder result = Results.answered(runId, job, right(groups, each))
                .setTenant("acme-evals")
                .setRoute("maths-large")
                .setPromptPreview(prompt(random, groups, each))
                .setExpectation(Results.expecting(Results.use("numeric", String.valueOf(groups * each))))
                .setFinishReason("stop")
                .setTags(Map.of("topic", TOPICS.get(job % TOPICS.size()), "level", "grade " + (3 + job % 5)))
                .setTemplateVersion(job % 2 == 0 ? "v3" : "v4")
                .setEnqueuedAt(enqueued)
                .setStartedAt(finished.minusMillis(callMillis))
                .setFinishedAt(finished)
                .setAttempts(List.of(call(1, "sim-large", finished, callMillis, null, 200)))
                .setUsage(new TokenUsage(84L + random.nextInt(40), 32L, 60L + random.nextInt(90), 0L));
        if (weather == Weather.GRADED) {
            result.setExpectation(Results.expecting(
                    Results.use("numeric", String.valueOf(groups * each), 3),
                    Results.use("contains", "each holds", 2),
                    Results.use("regex", "A: [0-9]+$", 1 + job % 3)));
        }
        if (weather == Weather.STORM || (isOut && random.nextInt(10) < 9)) {
            return outage(result, finished, callMillis).build();
        }
        return weather == Weather.CLEAR
                ? result.build()
                : ordinary(result, random, job, groups, each, finished, callMillis)
                        .build();
    }

    private static Result.Builder ordinary(
            Result.Builder result, Random random, int job, int groups, int each, Instant finished, long callMillis) {
        int hard = TOPICS.get(job % TOPICS.size()).equals("percentages") ? 280 : 110;
        int dice = random.nextInt(1_000);
        if (dice < hard) {
            return result.setAnswer(wrong(random, groups, each));
        }
        if (dice < hard + 12) {
            return unanswered(
                            result,
                            Unanswered.TRUNCATED,
                            FailureKind.TRUNCATED,
                            "finish_reason length after 256 tokens")
                    .setAnswer(right(groups, each).substring(0, 40))
                    .setFinishReason("length");
        }
        if (dice < hard + 17) {
            return unanswered(result, Unanswered.REFUSED, FailureKind.CONTENT_FILTERED, "the model returned a refusal");
        }
        if (dice < hard + 20) {
            return unanswered(
                    result, Unanswered.FILTERED, FailureKind.CONTENT_FILTERED, "400 content_filter: self_harm (high)");
        }
        if (dice < hard + 23) {
            return unanswered(result, Unanswered.EMPTY, FailureKind.BAD_RESPONSE, "the answer is empty")
                    .setAnswer("");
        }
        if (dice < hard + 26) {
            return ended(result, JobStatus.EXPIRED, FailureKind.DEADLINE_EXCEEDED, "the deadline passed while waiting");
        }
        if (dice < hard + 29) {
            return ended(
                            result,
                            JobStatus.DEAD_LETTERED,
                            FailureKind.CONTEXT_TOO_LONG,
                            "400 context_length_exceeded: this model's maximum context length is 8192 tokens, the"
                                    + " messages resulted in 11204 tokens")
                    .setAttempts(List.of(call(1, "sim-large", finished, 41, FailureKind.CONTEXT_TOO_LONG, 400)));
        }
        if (dice < hard + 70) {
            return result.setStatus(JobStatus.FALLBACK)
                    .setSource(AnswerSource.FALLBACK_MODEL)
                    .setUsedFallback("sim-b/sim-small")
                    .setFallbackReason(dice % 3 == 0 ? FailureKind.TIMEOUT : FailureKind.OVERLOADED)
                    .setPrimaryModelFailed(true)
                    .setResponseModel("sim-small-2026-01")
                    .setAttempts(List.of(
                            call(1, "sim-large", finished, 2_000, FailureKind.OVERLOADED, 503),
                            call(2, "sim-small", finished, callMillis, null, 200)));
        }
        if (dice < hard + 110) {
            return result.setRetries(1)
                    .setAttempts(List.of(
                            call(1, "sim-large", finished, 90, FailureKind.RATE_LIMITED, 429),
                            call(2, "sim-large", finished, callMillis, null, 200)));
        }
        if (dice < hard + 112) {
            return result.setResponseModel("other-family-1")
                    .setRouteEvidence(
                            RouteEvidence.newBuilder().setModelDrift(true).build());
        }
        return dice < hard + 122 ? result.setUsage(null).setCost(null) : result;
    }

    private static Result.Builder outage(Result.Builder result, Instant finished, long callMillis) {
        return ended(
                        result,
                        JobStatus.DEAD_LETTERED,
                        FailureKind.TRANSIENT,
                        "502 Bad Gateway: upstream connect error or disconnect/reset before headers")
                .setAttempts(List.of(
                        call(1, "sim-large", finished, callMillis / 3, FailureKind.TRANSIENT, 502),
                        call(2, "sim-large", finished, callMillis / 4, FailureKind.TRANSIENT, 502),
                        call(3, "sim-large", finished, callMillis / 3, FailureKind.TIMEOUT, null)));
    }

    private static Result.Builder unanswered(Result.Builder result, Unanswered why, FailureKind kind, String message) {
        return result.setStatus(JobStatus.UNANSWERED)
                .setUnanswered(why)
                .setAnswer(null)
                .setSource(AnswerSource.NONE)
                .setFailureKind(kind)
                .setFailureMessage(message);
    }

    private static Result.Builder ended(Result.Builder result, JobStatus status, FailureKind kind, String message) {
        return result.setStatus(status)
                .setAnswer(null)
                .setSource(AnswerSource.NONE)
                .setResponseModel(null)
                .setFinishReason(null)
                .setUsage(null)
                .setCost(null)
                .setFailureKind(kind)
                .setFailureMessage(message)
                .setAttempts(List.of());
    }

    private static Attempt call(
            int number,
            String model,
            Instant finished,
            long millis,
            @Nullable FailureKind kind,
            @Nullable Integer status) {
        return Attempt.newBuilder(Results.attempt(number, finished.minusMillis(millis), millis))
                .setRequestModel(model)
                .setHttpStatus(status)
                .setFailureKind(kind)
                .setFailureMessage(
                        kind == null ? null : "simulated " + kind.name().toLowerCase(java.util.Locale.ROOT))
                .setCost(new BigDecimal("0.000123000"))
                .build();
    }

    private static String prompt(Random random, int groups, int each) {
        String name = NAMES.get(random.nextInt(NAMES.size()));
        String thing = THINGS.get(random.nextInt(THINGS.size()));
        return name + " packs " + groups + " boxes, and each box holds " + each + " " + thing + ". How many " + thing
                + " does " + name + " pack in all? Think step by step and end with the number alone after 'A:'.";
    }

    private static String right(int groups, int each) {
        return "There are " + groups + " boxes and each holds " + each + ", so " + groups + " × " + each + " = "
                + groups * each + ".\nA: " + groups * each;
    }

    private static String wrong(Random random, int groups, int each) {
        return switch (random.nextInt(5)) {
            case 0 -> "I would need to know how large a box is before I can say.";
            case 1 ->
                "There are " + groups + " boxes and each holds " + each + ", so the sum is " + (groups + each)
                        + ".\nA: " + (groups + each);
            default ->
                "There are " + groups + " boxes. Counting them up gives " + (groups * each + 1 + random.nextInt(9))
                        + " in all.\nA: " + (groups * each + 1 + random.nextInt(9));
        };
    }

    /** The report of the run, with every score and the results that it asks for. */
    RunReport report() {
        RunReport report = new RunReport(runId, manifest(), progress(), null, Results.START.plusSeconds(3_600));
        for (int job = 0; job < jobs; job++) {
            report.add(score(job));
        }
        List<Long> wanted = new ArrayList<>(report.wanted());
        wanted.forEach(ordinal -> report.add(result(ordinal.intValue())));
        return report;
    }
}
