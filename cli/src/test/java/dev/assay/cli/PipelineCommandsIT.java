package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.cli.stack.StackRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands as a user calls them, against {@code assay up} with a simulated provider. */
class PipelineCommandsIT {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final int JOBS = 40;
    private static final int RIGHT = 30;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    static Path directory;

    private static final AtomicReference<Call> UP = new AtomicReference<>();
    private static Thread stack = new Thread();

    @BeforeAll
    static void startTheStackAndRunOnce() throws IOException {
        StringBuilder questions = new StringBuilder();
        for (int i = 0; i < JOBS; i++) {
            questions
                    .append("{\"id\":\"q")
                    .append(i)
                    .append("\",\"prompt\":\"What is ")
                    .append(i);
            questions.append(" plus 100?\",\"ideal\":\"").append(i + 100).append("\"}\n");
        }
        Files.writeString(file("questions.jsonl"), questions.toString());
        stack = new Thread(
                () -> UP.set(Call.of(
                        "up",
                        "--state",
                        state(),
                        "--book",
                        file("questions.jsonl").toString(),
                        "--accuracy",
                        "0.75")),
                "up");
        stack.start();
        awaitStack();
        Call submit = assay(
                "submit",
                file("questions.jsonl").toString(),
                "--run",
                "r1",
                "--scorer",
                "numeric",
                "--wait",
                "--timeout",
                "3m",
                "--json");
        assertThat(submit.code()).as(submit.err()).isZero();
        JsonNode answer = MAPPER.readTree(submit.out());
        assertThat(answer.path("outcome").asText()).isEqualTo("enqueued");
        assertThat(answer.path("jobs").asInt()).isEqualTo(JOBS);
        assertThat(answer.at("/run/state").asText()).isEqualTo("OVER");
    }

    @AfterAll
    static void anInterruptStopsTheStackInPeace() throws InterruptedException {
        stack.interrupt();
        stack.join(PATIENCE.toMillis());
        assertThat(stack.isAlive()).isFalse();
        assertThat(UP.get().code()).as(UP.get().err()).isZero();
        assertThat(UP.get().out()).contains("Assay is up").contains("30 of 40 questions rightly");
        assertThat(StackRecord.read(Path.of(state()))).isEmpty();
    }

    @Test
    void theSummaryIsTheBooksAccuracyExactly() throws IOException {
        JsonNode status = json("status", "r1");
        assertThat(status.at("/summary/scored").asInt()).isEqualTo(JOBS);
        assertThat(status.at("/summary/passed").asInt()).isEqualTo(RIGHT);
        assertThat(status.at("/summary/passRate").asDouble()).isEqualTo(0.75);
        Call people = assay("status", "r1");
        assertThat(people.out()).contains("75.0 %").contains("30 of 40 scored, 40 in all");
    }

    @Test
    void everyAnswerOfTheRunIsInTheWindowsOfTheFallbackRate() throws IOException {
        JsonNode rates = json("rates", "--last", "1h", "--by", "1h");
        long answered = 0;
        for (JsonNode total : rates.path("totals")) {
            answered += total.path("answered").asLong();
            assertThat(total.path("fallback").asLong()).isZero();
        }
        assertThat(answered).isGreaterThanOrEqualTo(JOBS);
        assertThat(assay("rates", "--by", "90s").err()).contains("--by: 1 min 30 s (expected: whole minutes, >= 1m)");
    }

    @Test
    void verifyFindsNothingWrong() throws IOException {
        JsonNode verification = json("verify", "r1", "--wait", "1m");
        assertThat(verification.path("holds").asBoolean()).isTrue();
        assertThat(verification.path("remainder").asLong()).isZero();
        assertThat(assay("verify", "r1").out()).contains(" = remainder                0");
    }

    @Test
    void runsAreListed() throws IOException {
        Call runs = assay("runs");
        assertThat(runs.code()).isZero();
        assertThat(runs.out()).contains("r1").contains("questions.jsonl");
        assertThat(MAPPER.readTree(assay("runs", "--json", "--limit", "0")
                                .out()
                                .lines()
                                .findFirst()
                                .orElse(""))
                        .has("runId"))
                .isTrue();
    }

    @Test
    void resultsComeOneALineInTheOrderOfTheInput() throws IOException {
        Path out = file("output.jsonl");
        JsonNode told = json("results", "r1", "--out", out.toString());
        assertThat(told.path("written").asInt()).isEqualTo(JOBS);
        assertThat(Files.readString(file("output.errors.jsonl"))).isEmpty();
        List<String> lines = Files.readAllLines(out);
        assertThat(lines).hasSize(JOBS);
        for (int i = 0; i < JOBS; i++) {
            JsonNode line = MAPPER.readTree(lines.get(i));
            assertThat(line.path("custom_id").asText()).isEqualTo("q" + i);
            assertThat(line.at("/response/status_code").asInt()).isEqualTo(200);
            assertThat(line.at("/response/body/object").asText()).isEqualTo("chat.completion");
        }
        Call scored = assay("results", "r1", "--format", "jsonl");
        long passed = 0;
        for (String line : scored.out().lines().toList()) {
            passed += MAPPER.readTree(line).path("passed").asBoolean() ? 1 : 0;
        }
        assertThat(passed).isEqualTo(RIGHT);
        Call csv = assay("results", "r1", "--format", "csv");
        assertThat(csv.out().lines()).hasSize(JOBS + 1);
        assertThat(csv.out()).startsWith("custom_id,ordinal,status,outcome,value,passed,answer,expected");
    }

    @Test
    void theReportIsAPageThatNeedsNoNetwork() throws IOException {
        Path page = file("page.html");
        assertThat(assay("report", "r1", "--out", page.toString()).code()).isZero();
        String html = Files.readString(page);
        assertThat(html)
                .contains("<html")
                .contains("r1")
                .doesNotContain("src=\"http")
                .doesNotContain("href=\"http");
    }

    @Test
    void theSameSubmitAgainAddsNothingAndAnotherInputIsRefused() throws IOException {
        String[] again = {"submit", file("questions.jsonl").toString(), "--run", "r1", "--scorer", "numeric", "--json"};
        Call same = assay(again);
        assertThat(same.code()).as(same.err()).isZero();
        assertThat(MAPPER.readTree(same.out()).path("outcome").asText()).isEqualTo("already-complete");
        Path other = Files.writeString(
                file("other.jsonl"),
                Files.readString(file("questions.jsonl")).replace("What is 7 plus", "How much is 7 plus"));
        Call conflict = assay("submit", other.toString(), "--run", "r1", "--scorer", "numeric");
        assertThat(conflict.code()).isEqualTo(5);
        assertThat(conflict.err()).contains("other.jsonl:8").contains("--run ID");
    }

    @Test
    void badLinesAreNamedAndNothingIsEnqueued() throws IOException {
        Path bad = Files.writeString(file("bad.jsonl"), "{\"prompt\":\"a\",\"ideal\":\"1\"}\n{\"prompt\":\n");
        Call refused = assay("submit", bad.toString(), "--run", "bad");
        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err())
                .contains("nothing was enqueued")
                .contains("bad.jsonl:2:")
                .contains("--skip-bad");
        assertThat(assay("status", "bad").code()).isEqualTo(8);
        assertThat(assay("submit", file("none.jsonl").toString()).code()).isEqualTo(3);
    }

    @Test
    void anUnknownRouteIsRefusedAtTheDoor() {
        Call refused = assay("submit", file("questions.jsonl").toString(), "--route", "nobody");
        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err()).contains("route: nobody (expected: judge, main)");
    }

    @Test
    void aFullLaneIsAnAnswerOfItsOwn() throws IOException {
        // Nobody works this lane, so that it stays full.
        assertThat(assay("topics", "apply", "--small", "--lane", "idle").code()).isZero();
        Call full = assay(
                "submit",
                file("questions.jsonl").toString(),
                "--run",
                "full",
                "--lane",
                "idle",
                "--bound",
                "10",
                "--when-full",
                "fail",
                "--json");
        assertThat(full.code()).as(full.err()).isEqualTo(4);
        JsonNode answer = MAPPER.readTree(full.out());
        assertThat(answer.path("outcome").asText()).isEqualTo("queue-full");
        assertThat(answer.path("retryAfterMillis").asLong()).isPositive();
        assertThat(full.err()).contains("the lane is full").contains("submit the same again");
        Call verify = assay("verify", "full", "--json");
        assertThat(verify.code()).as(verify.out()).isZero();
        assertThat(MAPPER.readTree(verify.out()).at("/inFlight/waiting").asLong())
                .isEqualTo(answer.path("enqueued").asLong());
    }

    @Test
    void aRunIsCancelledWithAWord() {
        assertThat(assay("topics", "apply", "--small", "--lane", "unworked").code())
                .isZero();
        Call submit = assay("submit", file("questions.jsonl").toString(), "--run", "stopped", "--lane", "unworked");
        assertThat(submit.code()).as(submit.err()).isZero();
        Call unasked = assay("cancel", "stopped");
        assertThat(unasked.code()).isEqualTo(2);
        assertThat(unasked.err()).contains("--yes");
        Call cancelled = assay("cancel", "stopped", "--yes", "--reason", "a test");
        assertThat(cancelled.code()).as(cancelled.err()).isZero();
        assertThat(cancelled.out()).contains("run stopped is cancelled");
        Call watch = assay("watch", "stopped", "--timeout", "1s");
        assertThat(watch.code()).isEqualTo(7);
        assertThat(watch.err()).contains("is not over after 1.0 s");
    }

    @Test
    void anInputFromAPipeIsARunLikeAnyOther() throws IOException {
        Call piped = Call.with(
                Files.readString(file("questions.jsonl")),
                Map.of(),
                "submit",
                "-",
                "--run",
                "piped",
                "--scorer",
                "numeric",
                "--wait",
                "--state",
                state());
        assertThat(piped.code()).as(piped.err()).isZero();
        assertThat(piped.out()).contains("stdin").contains("30 of 40 scored");
    }

    @Test
    void linesAskedTwiceComeBackAsSamplesAndALimitTurnsTheExitCode() throws IOException {
        Call submit = assay(
                "submit",
                file("questions.jsonl").toString(),
                "--run",
                "twice",
                "--scorer",
                "numeric",
                "--epochs",
                "2",
                "--reducer",
                "best",
                "--wait",
                "--fail-on",
                "not-scored=0,pass-rate<80%",
                "--json");
        assertThat(submit.code()).as(submit.err()).isEqualTo(9);
        assertThat(submit.err()).contains("pass-rate 75.0 %, 60 of 80 scored (at least 80%)");
        JsonNode samples = json("status", "twice").path("samples");
        assertThat(samples.path("samples").asInt()).isEqualTo(JOBS);
        assertThat(samples.path("passed").asInt()).isEqualTo(RIGHT);
        assertThat(samples.path("incomplete").asInt()).isZero();
        assertThat(json("verify", "twice").path("holds").asBoolean()).isTrue();
    }

    @Test
    void aRunThatIsOverCannotBeCancelledAndOneNeedsAConfirmation() {
        assertThat(assay("cancel", "r1", "--yes").code()).isEqualTo(5);
        assertThat(assay("cancel", "nobody", "--yes").code()).isEqualTo(8);
        assertThat(assay("watch", "nobody").code()).isEqualTo(8);
    }

    @Test
    void topicsAreAsTheCatalogueSays() throws IOException {
        assertThat(assay("topics", "plan", "--small").code()).isZero();
        Call differs = assay("topics", "plan", "--json");
        assertThat(differs.code()).isEqualTo(1);
        assertThat(MAPPER.readTree(differs.out()).at("/topics/0/finding").asText())
                .isEqualTo("differs");
        Call applied = assay("topics", "apply", "--small", "--lane", "batch", "--lane", "extra");
        assertThat(applied.code()).isZero();
        assertThat(applied.out()).contains("created  assay.jobs.extra");
    }

    private static JsonNode json(String... args) throws IOException {
        List<String> all = new ArrayList<>(List.of(args));
        all.add("--json");
        Call call = assay(all.toArray(String[]::new));
        assertThat(call.code()).as(call.err()).isZero();
        assertThat(call.out().lines()).hasSize(1);
        return MAPPER.readTree(call.out());
    }

    private static Call assay(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--state", state()));
        return Call.of(all.toArray(String[]::new));
    }

    private static String state() {
        return directory.resolve("state").toString();
    }

    private static Path file(String name) {
        return directory.resolve(name);
    }

    private static void awaitStack() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (StackRecord.read(Path.of(state())).isEmpty() && stack.isAlive() && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
        assertThat(stack.isAlive()).as(() -> "up ended: " + UP.get()).isTrue();
        assertThat(StackRecord.read(Path.of(state()))).isPresent();
    }
}
