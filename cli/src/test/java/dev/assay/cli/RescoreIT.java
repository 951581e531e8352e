package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.cli.exit.ExitCode;
import dev.assay.schemas.Expectation;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.Unanswered;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stored results scored anew, and samples of several epochs, as a user sees them. */
class RescoreIT {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int JOBS = 12;

    @TempDir
    static Path directory;

    private static StoredRuns runs;

    @BeforeAll
    static void storeThem() {
        runs = StoredRuns.start();
        List<Result> results = new ArrayList<>();
        for (int n = 0; n < JOBS - 1; n++) {
            // Every third answer is beside the number by half.
            results.add(StoredRuns.answered("r", n, n % 3 == 0 ? n + ".5" : "It is " + n)
                    .build());
        }
        results.add(StoredRuns.answered("r", JOBS - 1, "")
                .setAnswer(null)
                .setStatus(JobStatus.UNANSWERED)
                .setUnanswered(Unanswered.TRUNCATED)
                .build());
        runs.store("r", results);
        runs.store(withEpochs("e"), epochs("e"), 8);
    }

    @AfterAll
    static void stop() {
        runs.close();
    }

    @Test
    void aChangedScorerMakesASetBesideTheRunsOwnScores() throws IOException {
        JsonNode made = json(
                "score",
                "--run",
                "r",
                "--scorer",
                "numeric",
                "--scorer-option",
                "tolerance=0.5",
                "--as",
                "lenient",
                "--why",
                "half is near enough");
        assertThat(made.at("/summary/passed").asInt()).isEqualTo(11);
        assertThat(made.at("/summary/outcomes/TRUNCATED").asInt()).isEqualTo(1);
        assertThat(made.at("/summary/enqueued").asInt()).isEqualTo(JOBS);
        JsonNode status = json("status", "r");
        assertThat(status.at("/summary/passed").asInt()).isEqualTo(7);
        assertThat(status.at("/scoreSets/0/reason").asText()).isEqualTo("half is near enough");
        assertThat(json("status", "r:lenient").at("/summary/passed").asInt()).isEqualTo(11);
        assertThat(runs.assay("status", "r").out())
                .contains("lenient: 100.0 % passed, numeric {tolerance=0.5}, each job's own targets (half is near");

        JsonNode compared = json("compare", "r", "r:lenient");
        assertThat(compared.at("/scored/onlyB").asInt()).isEqualTo(4);
        assertThat(compared.at("/warnings/0").asText())
                .isEqualTo("the answers are the same: what differs is the scoring");

        Path csv = directory.resolve("lenient.jsonl");
        assertThat(runs.assay("results", "r", "--format", "jsonl", "--score-set", "lenient", "--out", csv.toString())
                        .code())
                .isZero();
        assertThat(Files.readAllLines(csv))
                .filteredOn(line -> line.contains("\"passed\":true"))
                .hasSize(11);
        Path page = directory.resolve("lenient.html");
        assertThat(runs.assay("report", "r", "--score-set", "lenient", "--out", page.toString())
                        .code())
                .isZero();
        assertThat(Files.readString(page)).contains("r:lenient");
        assertThat(runs.assay("report", "r", "--against", "r:lenient", "--out", page.toString())
                        .code())
                .isZero();
        assertThat(Files.readString(page)).contains("Against r:lenient").contains("Worse than before");
    }

    @Test
    void setsOfTwoRunsAreComparedWhereTheyWereMadeAlike() throws IOException {
        List<Result> results = new ArrayList<>();
        for (int n = 0; n < JOBS; n++) {
            results.add(StoredRuns.answered("s", n, "It is " + n).build());
        }
        runs.store("s", results);
        String[] near = {"--scorer", "numeric", "--scorer-option", "tolerance=1", "--as", "near"};
        for (String run : List.of("r", "s")) {
            List<String> call = new ArrayList<>(List.of("score", "--run", run));
            call.addAll(List.of(near));
            json(call.toArray(String[]::new));
        }
        assertThat(json("compare", "r:near", "s:near").at("/scored/pairs").asInt())
                .isEqualTo(JOBS - 1);
        Call unlike = runs.assay("compare", "r", "s:near");
        assertThat(unlike.code()).isEqualTo(ExitCode.CONFLICT.number());
        assertThat(unlike.err()).contains("s:near by numeric {tolerance=1}, each job's own targets");
    }

    @Test
    void aSecondTryFindsTheSetAndAnotherExpectationNeedsAnotherName() throws IOException {
        String[] call = {"score", "--run", "r", "--scorer", "exact", "--as", "strict"};
        assertThat(json(call).path("wasThere").asBoolean()).isFalse();
        JsonNode again = json(call);
        assertThat(again.path("wasThere").asBoolean()).isTrue();
        assertThat(again.at("/summary/passed").asInt()).isZero();
        Call other = runs.assay("score", "--run", "r", "--scorer", "contains", "--as", "strict");
        assertThat(other.code()).isEqualTo(ExitCode.CONFLICT.number());
        assertThat(other.err()).contains("score set r:strict is there with another expectation: exact");
        assertThat(runs.assay("status", "r:nobody").code()).isEqualTo(ExitCode.NOT_FOUND.number());
    }

    @Test
    void expectationsOfAFileAreByJob() throws IOException {
        Path file = directory.resolve("new.jsonl");
        Files.writeString(file, """
            {"id":"job-0","ideal":"0.5","scorer":"numeric"}
            {"id":"job-1","expectation":{"scorers":[{"scorer":"contains","targets":["It"]}]}}
            """);
        JsonNode made = json("score", "--run", "r", "--expectation", file.toString(), "--as", "corrected");
        assertThat(made.at("/summary/passed").asInt()).isEqualTo(8);
        assertThat(made.path("withoutExpectation").asInt()).isEqualTo(JOBS - 2);
        Files.writeString(file, "{\"id\":\"job-0\",\"scorer\":\"nobody\"}\n");
        Call bad = runs.assay("score", "--run", "r", "--expectation", file.toString(), "--as", "other");
        assertThat(bad.code()).isEqualTo(ExitCode.BAD_INPUT.number());
        assertThat(bad.err()).contains("new.jsonl:1: ").contains("nobody");
    }

    @Test
    void whatIsNotSaidIsAskedFor() {
        for (String[] call : new String[][] {
            {"score"},
            {"score", "--as", "x"},
            {"score", "--run", "r", "--as", "x"},
            {"score", "--run", "r", "--scorer", "exact"},
            {"score", "--run", "r", "--scorer", "exact", "--as", "no/name"},
            {"score", "answers.jsonl", "--run", "r", "--scorer", "exact", "--as", "x"}
        }) {
            assertThat(runs.assay(call).code()).as(String.join(" ", call)).isEqualTo(ExitCode.USAGE.number());
        }
    }

    @Test
    void theEpochsOfASampleAreOneValueInStatusAndComparison() throws IOException {
        JsonNode samples = json("status", "e").path("samples");
        assertThat(samples.path("samples").asInt()).isEqualTo(3);
        assertThat(samples.path("incomplete").asInt()).isEqualTo(1);
        assertThat(samples.at("/namedIncomplete/0").asText()).isEqualTo("q2");
        // Of three epochs one, three and - of two - none pass.
        assertThat(samples.at("/mean/value").asDouble()).isCloseTo((1.0 / 3 + 1 + 0) / 3, within(1e-12));
        assertThat(samples.path("passed").asInt()).isEqualTo(1);
        assertThat(runs.assay("status", "e").out()).contains("1 sample without all epochs: q2");
        runs.store(withEpochs("f"), epochs("f"), 8);
        JsonNode compared = json("compare", "e", "f");
        assertThat(compared.path("common").asInt()).isEqualTo(3);
        assertThat(compared.at("/scored/pairs").asInt()).isEqualTo(3);
    }

    private static RunManifest withEpochs(String runId) {
        return RunManifest.newBuilder(RunSamples.manifest(runId))
                .setSettings(Map.of("epochs", "3", "reducer", "mean"))
                .build();
    }

    /** Three samples of three epochs, but for the last one of the last. */
    private static List<Result> epochs(String runId) {
        List<Result> results = new ArrayList<>();
        for (int n = 0; n < 8; n++) {
            int sample = n / 3;
            boolean isRight = sample == 1 || n == 0;
            results.add(StoredRuns.answered(runId, n, isRight ? "7" : "8")
                    .setJobId("q" + sample + "~" + (n % 3 + 1))
                    .setExpectation(Expectation.newBuilder(StoredRuns.numeric(Map.of(), "7"))
                            .setSample("q" + sample)
                            .setEpoch(n % 3 + 1)
                            .setReducer("mean")
                            .build())
                    .build());
        }
        return results;
    }

    private static JsonNode json(String... args) throws IOException {
        List<String> all = new ArrayList<>(List.of(args));
        all.add("--json");
        Call call = runs.assay(all.toArray(String[]::new));
        assertThat(call.code()).as(call.err()).isZero();
        return MAPPER.readTree(call.out());
    }
}
