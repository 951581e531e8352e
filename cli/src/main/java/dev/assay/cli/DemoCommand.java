package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.log.LogLevel;
import dev.assay.cli.read.DeadLetters;
import dev.assay.cli.read.RunView;
import dev.assay.cli.read.Verification;
import dev.assay.cli.stack.LocalStack;
import dev.assay.cli.stack.ModelSource;
import dev.assay.cli.stack.StackRecord;
import dev.assay.cli.stack.StackSettings;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.terminal.Style;
import dev.assay.cli.view.RunLines;
import dev.assay.cli.view.VerificationLines;
import dev.assay.producer.AssayProducer;
import dev.assay.producer.JobInput;
import dev.assay.producer.SubmitRequest;
import dev.assay.runtime.KafkaClients;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.sandbox.simulator.Latency;
import dev.assay.sandbox.simulator.ProviderSimulator;
import dev.assay.sandbox.simulator.SimulatorSettings;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.topics.Topics;
import dev.assay.worker.LaneSettings;
import dev.assay.worker.breaker.BreakerSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code assay demo}: the whole pipeline on real questions, with an outage of the provider in the middle. */
@Command(
        name = "demo",
        description = {
            "Shows the whole pipeline in under a minute: a broker, two simulated providers, 2,000 word problems, an"
                    + " outage",
            "in the middle that the second provider bridges, the scored summary, the proof that nothing was lost, a"
                    + " report.",
            "No key, no account, no Docker."
        },
        footer = {"", "Examples:", "  assay demo", "  assay demo --state /tmp/somewhere"})
final class DemoCommand implements Callable<Integer> {
    private static final String RUN = "demo";
    private static final String ROUTE = "main";
    private static final String FALLBACK = "standby";
    private static final String MODEL = "simulator-large";
    private static final String FALLBACK_MODEL = "simulator-small";
    private static final double ACCURACY = 0.82;
    private static final double FALLBACK_ACCURACY = 0.6;
    /** Words of a few questions that both providers refuse, so that there is something for the dead letters. */
    private static final String REFUSED_WORDS = "What does Bruno pay";

    private static final int IN_FLIGHT = 48;
    private static final Duration CALL_LIMIT = Duration.ofSeconds(5);
    /** As a breaker is by default, with shorter times: the demo's outage lasts seconds. */
    private static final BreakerSettings BREAKER = new BreakerSettings(
            50, 20, 0.5, CALL_LIMIT, 0.8, Duration.ofSeconds(2), CALL_LIMIT, 5, Duration.ofMillis(500), null);

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Session session;

    DemoCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        LogLevel.SILENT.apply();
        Screen screen = session.screen();
        Style style = screen.style();
        long start = session.clock().nanos();
        Path state = session.state().resolve("demo");
        if (StackRecord.read(state).isPresent()) {
            throw new Trouble(
                    ExitCode.CONFLICT, "another demo is running in " + state, "wait for it, or give --state DIR");
        }
        DemoFiles.clear(state);
        Path questions = DemoFiles.questions(state);
        Path report = state.resolve("report.html").toAbsolutePath();
        screen.say(style.bold("Assay demo")
                + ": 2,000 word problems, two simulated providers, real Kafka in this process");
        screen.say("");
        DemoResult result;
        try (LocalStack stack = LocalStack.start(
                settings(state, questions),
                new SimpleMeterRegistry(),
                session.clock(),
                (what, took) -> screen.say(
                        style.green(style.tick()) + " " + what + style.dim("  " + Figures.duration(took))))) {
            result = run(stack, questions, report);
        }
        Duration took = Duration.ofNanos(session.clock().nanos() - start);
        if (screen.json()) {
            session.json(result.json(report, took));
        } else {
            screen.say("");
            screen.say(style.bold("Report") + "  " + report.toUri());
            screen.say(style.dim("The demo took " + Figures.duration(took)
                    + "; nothing is left running, its state is in " + state + "."));
        }
        return (result.isRight() ? ExitCode.OK : ExitCode.NO).number();
    }

    private static StackSettings settings(Path state, Path questions) {
        LaneSettings lane = new LaneSettings(
                "batch",
                null,
                new LaneSettings.Timeouts(null, CALL_LIMIT, CALL_LIMIT, CALL_LIMIT, null, null),
                null,
                null);
        return new StackSettings(
                state,
                0,
                Topics.standard(),
                List.of(lane),
                List.of(
                        new ModelSource.Simulated(ROUTE, simulator(questions, ACCURACY), MODEL),
                        new ModelSource.Simulated(FALLBACK, simulator(questions, FALLBACK_ACCURACY), FALLBACK_MODEL)),
                null,
                true,
                BREAKER,
                IN_FLIGHT,
                Duration.ofSeconds(5));
    }

    private static SimulatorSettings simulator(Path questions, double accuracy) {
        return SimulatorSettings.standard()
                .withAnswers(questions, accuracy, 1)
                .withLatency(Latency.parse("p50=250ms p99=900ms"))
                .withFaults(FaultRule.of("bad-request").forPromptsWith(REFUSED_WORDS));
    }

    /** The story: submit, watch an outage pass, then sum up, prove and report. */
    private DemoResult run(LocalStack stack, Path questions, Path report) throws IOException {
        Screen screen = session.screen();
        Style style = screen.style();
        KafkaClients clients = new KafkaClients(stack.kafka());
        ProviderSimulator provider = stack.simulators().getFirst();
        ProviderSimulator standby = stack.simulators().getLast();
        submit(stack, questions);
        screen.say("");
        RunWatch.End end = RunWatch.asAnswer(screen, session.clock())
                .follow(clients, RUN, PATIENCE, new DemoOutage(provider, session.clock(), style));
        RunView run = switch (end) {
            case RunWatch.End.Over over -> over.last();
            case RunWatch.End.TimedOut late -> throw WatchCommand.timedOut(late, PATIENCE);
        };
        RunManifest manifest = run.manifest();
        if (manifest == null) {
            throw new IllegalStateException("the run has no manifest");
        }
        screen.say(RunLines.of(run, style, screen.columns()));
        screen.say("");
        DeadLetters letters = DeadLetters.of(clients, RUN);
        screen.say(DemoLines.outage(run, provider, standby, style));
        screen.say("");
        screen.say(DemoLines.refused(letters, stack.kafka().topics(), style));
        screen.say("");
        DemoAnswers answers = DemoAnswers.compare(clients, run, questions, provider.answers(), standby.answers());
        screen.say(DemoLines.answers(answers, style));
        screen.say("");
        Verification verification = Verification.of(clients, manifest);
        screen.say(VerificationLines.of(verification, style));
        ReportPage.write(
                clients,
                new RunRef(run.runId(), null),
                run,
                null,
                report,
                session.clock().now());
        return new DemoResult(run, letters, answers, verification);
    }

    private void submit(LocalStack stack, Path questions) {
        Screen screen = session.screen();
        SubmitRequest request = SubmitRequest.run(RUN)
                .route(ROUTE)
                .tenant("demo")
                .scorer(ScorerNames.NUMERIC, Map.of())
                .build();
        JobInput input = JobInput.file(questions);
        SubmitAnswer answer;
        try (SubmitProgress progress = new SubmitProgress(screen, false);
                AssayProducer producer = AssayProducer.connect(stack.kafka(), session.clock())) {
            answer = SubmitAnswer.of(producer.submit(request, input, progress), input.name());
        }
        if (answer.code() != ExitCode.OK) {
            throw new Trouble(answer.code(), answer.line(), answer.advice());
        }
        screen.say(screen.style().green(screen.style().tick()) + " " + answer.line());
    }
}
