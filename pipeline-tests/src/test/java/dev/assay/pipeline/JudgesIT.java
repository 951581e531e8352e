package dev.assay.pipeline;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.producer.NewJob;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.schemas.JudgeCall;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import dev.assay.testkit.Evidence;
import dev.assay.testkit.World;
import dev.assay.testkit.WorldSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers are judged by a model, while the scorer that asks it is killed. */
class JudgesIT extends Scenario {
    private static final int JOBS = 20;

    /** Kinds of jobs, each with how often its judge is asked. */
    private static final Map<String, Integer> KINDS = new TreeMap<>(
            Map.of("graded", 1, "mended", 2, "hopeless", 2, "winning", 2, "torn", 2, "failing", 1, "unjudged", 0));

    @Test
    void judgesAreAskedOnceEachThoughTheScorerDies(@TempDir Path directory) {
        World world = world(
                directory,
                WorldSettings.of(answeringAfter(Duration.ofMillis(60)), 8)
                        .withoutScorer()
                        .withJudges());
        script(world);
        ChildProcess scorer = world.startScorer("scorer");
        world.startWorker("worker-1");
        world.submit("judged", jobs(), request -> {});

        for (int asked : new int[] {30, 90}) {
            awaitJudge(world, asked);
            scorer.kill9();
            scorer = world.startScorer("scorer");
        }
        world.awaitOver("judged", PATIENCE);

        Evidence evidence = world.evidence("judged");
        checkEveryGuarantee(evidence);
        Map<String, List<Score>> scores = evidence.scores().stream()
                .collect(Collectors.groupingBy(score -> score.getJobId().split("-", 2)[0]));
        assertThat(scores)
                .hasSameSizeAs(KINDS)
                .allSatisfy((kind, all) -> assertThat(all).hasSize(JOBS));
        checkValue(scores, "graded", 0.8);
        checkValue(scores, "mended", 0.8);
        checkValue(scores, "winning", 1.0);
        checkValue(scores, "torn", 0.5);
        checkValue(scores, "unjudged", 1.0);
        checkUnscored(scores, "hopeless", "judge_parse");
        checkUnscored(scores, "failing", "judge_failed");
        scores.forEach((kind, all) ->
                all.forEach(score -> assertThat(calls(score)).as(kind).hasSize(requireKind(kind))));
        assertThat(calls(requireNonNull(scores.get("hopeless")).getFirst()))
                .extracting(JudgeCall::getText)
                .containsExactly("{\"score\":4}", "{\"score\":4}");
        int questions = KINDS.values().stream().mapToInt(times -> times * JOBS).sum();
        assertThat(world.provider().requestLog().calls().stream()
                        .filter(call -> call.model().equals(World.JUDGES))
                        .map(call -> String.valueOf(call.idempotencyKey()))
                        .distinct())
                .as("questions that reached the judge")
                .hasSize(questions);
    }

    /** What the judge says, by what stands in its prompt. */
    private static void script(World world) {
        world.provider()
                .faults()
                .replace(List.of(
                        says("cannot be used: it has no reason", "{\"score\":4}"),
                        says("cannot be used: no JSON", verdict("score", "4")),
                        says("About graded", verdict("score", "4")),
                        says("About mended", "I would give it four points."),
                        says("About hopeless", "{\"score\":4}"),
                        says("\"B\":\"the winning rival\"", verdict("winner", "\"A\"")),
                        says("\"A\":\"the winning rival\"", verdict("winner", "\"B\"")),
                        says("the torn rival", verdict("winner", "\"A\"")),
                        FaultRule.of("bad-request")
                                .forPromptsWith("About failing")
                                .forModel(World.JUDGES)));
    }

    private static String verdict(String field, String value) {
        return "{\"reason\":\"as the script says\",\"" + field + "\":" + value + "}";
    }

    private static FaultRule says(String marker, String reply) {
        String content = reply.replace("\"", "\\\"");
        return FaultRule.of("status=200")
                .forPromptsWith(marker)
                .forModel(World.JUDGES)
                .answering(200, Map.of(), """
                    {"id":"chatcmpl-judge","object":"chat.completion","created":1,"model":"judge",
                     "choices":[{"index":0,"message":{"role":"assistant","content":"%s"},"finish_reason":"stop"}],
                     "usage":{"prompt_tokens":50,"completion_tokens":10,"total_tokens":60}}
                    """.formatted(content));
    }

    private static List<NewJob> jobs() {
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            for (String kind : KINDS.keySet()) {
                jobs.add(NewJob.of(
                                kind + "-" + i,
                                "{\"messages\":[{\"role\":\"user\",\"content\":\"About " + kind + ", number " + i
                                        + "\"}],\"max_tokens\":64}")
                        .expecting(expectation(kind)));
            }
        }
        return jobs;
    }

    private static String expectation(String kind) {
        return switch (kind) {
            case "winning", "torn" -> "{\"scorer\":\"pairwise\",\"ideal\":\"the " + kind + " rival\"}";
            case "unjudged" -> "{\"scorer\":\"contains\",\"ideal\":\"Simulated answer\"}";
            default -> "{\"scorer\":\"judge\",\"options\":{\"rubric\":\"it is to the point\",\"points\":5}}";
        };
    }

    private static void awaitJudge(World world, int calls) {
        try {
            assertThat(world.provider().requestLog().await(counts -> judged(world) >= calls, PATIENCE))
                    .as("the judge has been asked %d times", calls)
                    .isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for the judge", e);
        }
    }

    private static long judged(World world) {
        return world.provider().requestLog().calls().stream()
                .filter(call -> call.model().equals(World.JUDGES))
                .count();
    }

    private static int requireKind(String kind) {
        return KINDS.getOrDefault(kind, -1);
    }

    private static List<JudgeCall> calls(Score score) {
        return score.getParts().stream()
                .map(ScorePart::getJudgeCalls)
                .flatMap(List::stream)
                .toList();
    }

    private static void checkValue(Map<String, List<Score>> scores, String kind, double value) {
        assertThat(scores.get(kind)).extracting(Score::getValue).as(kind).containsOnly(value);
    }

    private static void checkUnscored(Map<String, List<Score>> scores, String kind, String reason) {
        assertThat(scores.get(kind)).allSatisfy(score -> {
            assertThat(score.getOutcome()).isEqualTo(Outcome.UNSCORED);
            assertThat(score.getUnscoredReason()).isEqualTo(reason);
            assertThat(score.getValue()).isNull();
        });
    }
}
