package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.cli.exit.ExitCode;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import dev.assay.schemas.Unanswered;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs side by side, as a user asks for it. */
class CompareCommandIT {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int JOBS = 40;

    private static StoredRuns runs;

    @BeforeAll
    static void storeThem() {
        runs = StoredRuns.start();
        // a is right in 25 of 40, b in 33, of which it shares 24; two of b's others are cut.
        runs.store("a", results("a", JOBS, n -> n < 25));
        List<Result> b = results("b", JOBS, n -> n != 3 && n < 34);
        b.set(38, cut("b", 38));
        b.set(39, cut("b", 39));
        Collections.reverse(b);
        runs.store("b", b);
    }

    @AfterAll
    static void stop() {
        runs.close();
    }

    @Test
    void saysWhatChangedAndHowSureThatIs() throws IOException {
        JsonNode answer = json("compare", "a", "b");
        assertThat(answer.path("common").asInt()).isEqualTo(JOBS);
        assertThat(answer.at("/scored/pairs").asInt()).isEqualTo(38);
        assertThat(answer.at("/scored/bothPass").asInt()).isEqualTo(24);
        assertThat(answer.at("/scored/onlyA").asInt()).isEqualTo(1);
        assertThat(answer.at("/scored/onlyB").asInt()).isEqualTo(9);
        assertThat(answer.at("/scored/rate/difference").asDouble()).isCloseTo(8.0 / 38, within());
        assertThat(answer.at("/scored/rate/low").asDouble()).isPositive();
        assertThat(answer.at("/scored/rate/resamples").asInt()).isEqualTo(9_999);
        // 2 (1 + 10) / 2^10
        assertThat(answer.at("/scored/mcNemar/exact").asDouble()).isCloseTo(22.0 / 1024, within());
        assertThat(answer.path("winCount").asInt()).isEqualTo(9);
        assertThat(answer.path("wins")).hasSize(9);
        assertThat(answer.at("/losses/0/jobId").asText()).isEqualTo("job-3");
        assertThat(answer.at("/outcomesB/TRUNCATED").asInt()).isEqualTo(2);
        assertThat(answer.path("scoredOnlyA").asInt()).isEqualTo(2);
        assertThat(answer.at("/conservative/pairs").asInt()).isEqualTo(JOBS);
    }

    @Test
    void readsAsATableWithTheChangedJobsBelow() {
        Call call = runs.assay("compare", "a", "b");
        assertThat(call.code()).as(call.err()).isZero();
        assertThat(call.out())
                .contains("b against a, on the 40 jobs that both have")
                .contains("pass rate")
                .contains("+21.1 pp")
                .contains("0.0215")
                .contains("conservative rate")
                .contains("both pass 24, only a 1, only b 9, neither 4")
                .contains("worse: 1 job")
                .contains("- job-3  passed '3'  ->  failed");
    }

    @Test
    void allListsEveryChangeInTheOrderOfTheFirst() throws IOException {
        Call call = runs.assay("compare", "a", "b", "--all", "--json");
        List<String> lines = call.out().lines().toList();
        assertThat(lines).hasSize(1 + 10);
        assertThat(MAPPER.readTree(lines.get(1)).path("change").asText()).isEqualTo("loss");
        assertThat(MAPPER.readTree(lines.get(2)).path("jobId").asText()).isEqualTo("job-25");
    }

    @Test
    void theSameRunsGiveTheSameFiguresAgain() {
        assertThat(runs.assay("compare", "a", "b", "--json").out())
                .isEqualTo(runs.assay("compare", "a", "b", "--json").out());
    }

    @Test
    void jobsArePairedByIdWhereTheirPlacesDiffer() throws IOException {
        List<Result> moved = new ArrayList<>();
        for (Result result : results("moved", JOBS, n -> n < 25)) {
            moved.add(Result.newBuilder(result)
                    .setOrdinal(JOBS - result.getOrdinal())
                    .build());
        }
        moved.add(StoredRuns.answered("moved", 77, "77").setOrdinal(90).build());
        runs.store("moved", moved);
        JsonNode answer = json("compare", "a", "moved");
        assertThat(answer.path("common").asInt()).isEqualTo(JOBS);
        assertThat(answer.path("jobsB").asInt()).isEqualTo(JOBS + 1);
        assertThat(answer.path("winCount").asInt()).isZero();
        assertThat(answer.path("lossCount").asInt()).isZero();
        assertThat(answer.at("/scored/mcNemar/exact").asDouble()).isEqualTo(1);
    }

    @Test
    void otherTargetsAreRefused() {
        List<Result> other = results("other-targets", JOBS, n -> n < 25);
        other.set(
                7,
                Result.newBuilder(other.get(7))
                        .setExpectation(StoredRuns.numeric(Map.of(), "8"))
                        .build());
        runs.store("other-targets", other);
        refused("1 of 40 common jobs are judged by other targets, such as job-7", "compare", "a", "other-targets");
    }

    @Test
    void otherOptionsOfAScorerAreRefused() {
        List<Result> other = new ArrayList<>();
        for (int n = 0; n < JOBS; n++) {
            other.add(StoredRuns.answered("loose", n, "1")
                    .setExpectation(StoredRuns.numeric(Map.of("tolerance", "1"), String.valueOf(n)))
                    .build());
        }
        runs.store("loose", other);
        refused("40 of 40 common jobs are judged by other scorers, options or weights", "compare", "a", "loose");
    }

    @Test
    void runsWithoutACommonJobAreRefused() {
        List<Result> other = new ArrayList<>();
        other.add(StoredRuns.answered("strangers", 500, "500").build());
        runs.store("strangers", other);
        refused(
                "a and strangers have no job in common: 40 and 1 job, none of the same id",
                "compare",
                "a",
                "strangers");
    }

    @Test
    void aRunThatIsNotOverIsRefusedUnlessPartsWillDo() throws IOException {
        List<Result> some = results("half", 20, n -> true);
        runs.store(RunSamples.manifest("half"), some, JOBS);
        refused("run half is not over: 20 of 40 jobs have ended", "compare", "a", "half");
        JsonNode answer = json("compare", "a", "half", "--partial");
        assertThat(answer.path("common").asInt()).isEqualTo(20);
        assertThat(answer.path("warnings").toString()).contains("is not over").contains("too few to tell much");
    }

    @Test
    void aLimitThatIsPassedTurnsTheExitCodeOfTheRun() throws IOException {
        Call broken = runs.assay("status", "b", "--fail-on", "cap-hits=4%,pass-rate<80%", "--json");
        assertThat(broken.code()).isEqualTo(ExitCode.LIMIT.number());
        assertThat(broken.err()).contains("--fail-on: cap-hits 5.0 %, 2 of 40 ended (at most 4%)");
        JsonNode limits = MAPPER.readTree(broken.out()).path("failOn");
        assertThat(limits.at("/0/holds").asBoolean()).isFalse();
        assertThat(limits.at("/1/holds").asBoolean()).isTrue();
        Call kept = runs.assay("watch", "b", "--fail-on", "cap-hits=5%");
        assertThat(kept.code()).as(kept.err()).isZero();
        assertThat(kept.out()).contains("ok cap-hits 5.0 %, 2 of 40 ended (at most 5%)");
        assertThat(runs.assay("status", "b", "--fail-on", "cap-hits").code()).isEqualTo(ExitCode.USAGE.number());
    }

    @Test
    void aRunIsNotComparedWithItself() {
        Call call = runs.assay("compare", "a", "a");
        assertThat(call.code()).isEqualTo(ExitCode.USAGE.number());
        assertThat(runs.assay("compare", "a", "nobody").code()).isEqualTo(ExitCode.NOT_FOUND.number());
    }

    private static List<Result> results(String runId, int jobs, IntFunction<Boolean> isRight) {
        List<Result> results = new ArrayList<>();
        for (int n = 0; n < jobs; n++) {
            String answer = isRight.apply(n) ? "It is " + n : "No idea";
            results.add(StoredRuns.answered(runId, n, answer).build());
        }
        return results;
    }

    private static Result cut(String runId, int n) {
        return StoredRuns.answered(runId, n, "")
                .setAnswer(null)
                .setStatus(JobStatus.UNANSWERED)
                .setUnanswered(Unanswered.TRUNCATED)
                .build();
    }

    private static void refused(String why, String... args) {
        Call call = runs.assay(args);
        assertThat(call.code()).isEqualTo(ExitCode.CONFLICT.number());
        assertThat(call.err()).contains("not comparable: ").contains(why);
        assertThat(call.out()).isEmpty();
    }

    private static JsonNode json(String... args) throws IOException {
        List<String> all = new ArrayList<>(List.of(args));
        all.add("--json");
        Call call = runs.assay(all.toArray(String[]::new));
        assertThat(call.code()).as(call.err()).isZero();
        return MAPPER.readTree(call.out());
    }

    private static org.assertj.core.data.Offset<Double> within() {
        return org.assertj.core.api.Assertions.within(1e-9);
    }
}
