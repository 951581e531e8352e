package dev.assay.pipeline;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.cli.Assay;
import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.Terminal;
import dev.assay.producer.NewJob;
import dev.assay.producer.SubmitOutcome;
import dev.assay.runtime.KafkaSettings;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.testkit.World;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bad deploy dead-letters a run; an engineer finds out why, mends it, and sends what can be mended again. */
class DeadLettersIT extends Scenario {
    /** Jobs of the run; 5,000 with {@code -Ddeadletters.jobs=5000}. */
    private static final int JOBS = Integer.getInteger("deadletters.jobs", 400);

    private static final int POISON = JOBS / 10;
    private static final List<String> SMALL =
            List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    /** What a command came to. */
    private record Told(int code, String out, String err) {
        private JsonNode json() throws IOException {
            return new JsonMapper().readTree(out);
        }
    }

    @Test
    void whatABadDeployDeadLetteredIsExplainedMendedAndSentAgainOnce(@TempDir Path directory) throws Exception {
        World world = world(directory, answeringAfter(Duration.ofMillis(5)), 32);
        world.startWorkers("one", "two");
        world.provider()
                .faults()
                .add(
                        FaultRule.of("model-gone").forPromptsWith("Question number 1"),
                        FaultRule.of("context-length").forPromptsWith("Question"));
        submit(world, "deploy");
        awaitOver(world, "deploy");
        assertThat(world.awaitOver("deploy", PATIENCE).outcomes()).isEqualTo(Map.of("DEAD_LETTERED", (long) JOBS));

        JsonNode kinds = assay(world, "dlq", "stats", "--run", "deploy").json().path("byKind");
        assertThat(kinds.path("BAD_REQUEST").asLong()).isEqualTo(POISON);
        assertThat(kinds.path("MODEL_GONE").asLong()
                        + kinds.path("CONTEXT_TOO_LONG").asLong())
                .isEqualTo(JOBS - POISON);
        assertThat(kinds.size()).isEqualTo(3);

        world.provider().faults().clear();
        String[] mendable = {
            "dlq",
            "replay",
            "--run",
            "deploy",
            "--kind",
            "model_gone,context_too_long",
            "--reason",
            "the model is back",
            "--yes"
        };
        Told dry = assay(world, with(mendable, "--dry-run"));
        assertThat(dry.json().path("sent").asLong()).as(dry.out()).isEqualTo(JOBS - POISON);
        assertThat(marks(world)).isEmpty();

        killHalfWay(world, directory, with(mendable, "--rate", String.valueOf(JOBS / 4)));
        submitAll(world, "meanwhile", 60);
        Told rest = assay(world, with(mendable, "--rate", String.valueOf(JOBS)));
        assertThat(rest.code()).as(rest.out() + rest.err()).isZero();
        assertThat(rest.json().path("sent").asLong()).isBetween(1L, (long) JOBS - POISON - 1);
        Told again = assay(world, mendable);
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.json().path("sent").asLong()).isZero();
        assertThat(marks(world)).hasSize(JOBS - POISON);

        submit(world, "calm");
        awaitOver(world, "meanwhile", "calm");
        awaitOutcomes(world, "deploy", JOBS - POISON);
        RunView deploy = world.awaitOver("deploy", PATIENCE);
        RunView calm = world.awaitOver("calm", PATIENCE);
        assertThat(calm.outcomes()).isEqualTo(Map.of("SCORED", (long) JOBS - POISON, "DEAD_LETTERED", (long) POISON));
        assertThat(deploy.outcomes()).isEqualTo(calm.outcomes());
        assertThat(requireNonNull(deploy.summary()).getPassed())
                .isEqualTo(requireNonNull(calm.summary()).getPassed());
        Told verified = assay(world, "verify", "deploy");
        assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
        for (String runId : List.of("deploy", "calm", "meanwhile")) {
            checkEveryGuarantee(world.evidence(runId));
        }
    }

    @Test
    void whatDiesAgainComesBackWithItsHistoryAndAtLastOnlyByForce(@TempDir Path directory) throws Exception {
        World world = world(directory, answeringAfter(Duration.ofMillis(5)), 4);
        world.startWorker("one");
        NewJob poison = NewJob.of(
                "poison",
                "{\"messages\":[{\"role\":\"user\",\"content\":\"[[fault:bad-request]] no\"}],\"max_tokens\":8}");
        assertThat(world.submit("stubborn", List.of(poison), request -> {})).isInstanceOf(SubmitOutcome.Enqueued.class);
        world.awaitOver("stubborn", PATIENCE);

        for (int generation = 1; generation <= 3; generation++) {
            assertThat(replayAll(world).json().path("sent").asLong()).isOne();
            JsonNode letter = awaitLetter(world, generation);
            assertThat(letter.path("lineage")).as(letter.toString()).hasSize(generation);
            assertThat(letter.path("lineage").get(generation - 1).path("reason").asText())
                    .isEqualTo("once more");
        }

        Told refused = replayAll(world);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.json()
                        .path("refused")
                        .path("too-often")
                        .path("letters")
                        .asLong())
                .isOne();
        Told forced = assay(world, "dlq", "replay", "--run", "stubborn", "--reason", "sure", "--force", "--yes");
        assertThat(forced.json().path("sent").asLong()).as(forced.err()).isOne();
        awaitLetter(world, 4);
        assertThat(world.awaitOver("stubborn", PATIENCE).outcomes()).isEqualTo(Map.of("DEAD_LETTERED", 1L));
        assertThat(assay(world, "verify", "stubborn").code()).isZero();
        checkEveryGuarantee(world.evidence("stubborn"));
    }

    private static Told replayAll(World world) {
        return assay(world, "dlq", "replay", "--run", "stubborn", "--reason", "once more", "--yes");
    }

    /** The open letter, once it is of that generation. */
    private static JsonNode awaitLetter(World world, int generation) throws IOException {
        String[] id = {""};
        await().atMost(PATIENCE).until(() -> {
            JsonNode open = assay(world, "dlq", "list", "--run", "stubborn").json();
            id[0] = open.path("id").asText();
            return open.path("generation").asInt(-1) == generation;
        });
        return assay(world, "dlq", "show", id[0]).json();
    }

    /** Starts a replay as a process of its own and kills it when it has sent some. */
    private static void killHalfWay(World world, Path directory, String[] command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(cluster(world));
        try (ChildProcess replay =
                ChildProcess.start(Assay.class, SMALL, arguments, Map.of(), directory.resolve("replay.log"))) {
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> !marks(world).isEmpty());
            replay.kill9();
        }
        assertThat(marks(world).size()).as("it was killed half-way").isLessThan(JOBS - POISON);
    }

    private static List<?> marks(World world) {
        return RawTopic.read(
                world.clients(), world.clients().settings().topics().deadLetterMarks());
    }

    private static void awaitOutcomes(World world, String runId, long scored) {
        await().atMost(PATIENCE)
                .until(() -> Optional.ofNullable(
                                world.awaitOver(runId, PATIENCE).outcomes().get("SCORED"))
                        .filter(count -> count == scored)
                        .isPresent());
    }

    private static void submit(World world, String runId) {
        List<NewJob> jobs = new ArrayList<>(questions(JOBS - POISON));
        for (int i = 0; i < POISON; i++) {
            jobs.add(NewJob.of(
                    "poison-" + i,
                    "{\"messages\":[{\"role\":\"user\",\"content\":\"[[fault:bad-request]]"
                            + " Question\"}],\"max_tokens\":8}"));
        }
        assertThat(world.submit(runId, jobs, request -> request.chunkJobs(50)))
                .isInstanceOf(SubmitOutcome.Enqueued.class);
    }

    private static String[] with(String[] command, String... more) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static List<String> cluster(World world) {
        KafkaSettings kafka = world.clients().settings();
        return List.of(
                "--json",
                "--bootstrap",
                kafka.bootstrap(),
                "--prefix",
                kafka.topics().prefix());
    }

    private static Told assay(World world, String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(cluster(world));
        if (command[0].equals("dlq") && !command[1].equals("show")) {
            arguments.add("--no-index");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = Terminal.piped(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Map.of());
        int code = Assay.run(terminal, arguments.toArray(String[]::new));
        return new Told(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
