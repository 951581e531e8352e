package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.RunJson;
import dev.assay.cli.view.RunLines;
import dev.assay.producer.AssayProducer;
import dev.assay.producer.JobInput;
import dev.assay.producer.ReadOptions;
import dev.assay.producer.SubmitOutcome;
import dev.assay.producer.SubmitRequest;
import dev.assay.schemas.topics.Topics;
import dev.assay.scorer.scoring.Scorers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay submit FILE}: enqueues the jobs of a file, exactly once however often it is called. */
@Command(
        name = "submit",
        description = {
            "Enqueues the jobs of a file as a run, exactly once: the same submit again goes on where it stopped.",
            "FILE may be OpenAI Batch JSONL, OpenAI evals samples, lines with a prompt, or CSV; gzip too; - is stdin."
        },
        footer = {
            "",
            "Examples:",
            "  assay submit jobs.jsonl --wait",
            "  assay submit jobs.jsonl --wait --fail-on 'cap-hits=5%%,unscored=2%%,fallback=10%%'",
            "  assay submit questions.csv --template 'Answer briefly: {question}' --scorer normalized",
            "  assay submit gsm8k.jsonl --prompt-field question --ideal-field answer --ideal-after '####'"
                    + " --scorer numeric",
            "  zcat huge.jsonl.gz | assay submit - --run nightly-7 --rate 50"
        })
final class SubmitCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "FILE", description = "the job file; - for standard input")
    private String file = "";

    @Option(names = "--run", paramLabel = "ID", description = "the run's id; made from the file's name when not given")
    private @Nullable String run;

    @Mixin
    private final JobOptions jobs = new JobOptions();

    @Mixin
    private final PluginOptions plugins = new PluginOptions();

    @Mixin
    private final InputOptions input = new InputOptions();

    @Mixin
    private final FailOnOptions failOn = new FailOnOptions();

    @Option(names = "--wait", description = "follow the run until it is over and print its summary")
    private boolean wait;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "with --wait: give up following after (exit code 7)")
    private @Nullable Duration timeout;

    SubmitCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Screen screen = session.screen();
        String runId = run == null ? RunIds.madeFrom(file, session.clock().now()) : run;
        Cluster.requireRunId(runId);
        requireWait();
        Scorers scorers = plugins.load(session);
        SubmitRequest request;
        JobInput source;
        try {
            request = jobs.request(runId, session.knownRoutes(), scorers);
            source = source(input.readOptions());
        } catch (IllegalArgumentException e) {
            throw new Trouble(ExitCode.USAGE, String.valueOf(e.getMessage()), "see: assay submit --help", e);
        }
        try (Cluster cluster = session.cluster()) {
            Topics topics = cluster.clients().settings().topics();
            cluster.require(List.of(topics.jobs(jobs.lane), topics.runs(), topics.submits(), topics.fleet()));
            SubmitAnswer answer = SubmitAnswer.of(submit(cluster, request, source), source.name());
            if (answer.code() != ExitCode.OK) {
                tell(answer.json());
                throw new Trouble(answer.code(), answer.line(), answer.advice());
            }
            screen.note(answer.line() + (wait ? "" : "; follow it: assay watch " + runId));
            if (wait) {
                follow(cluster, runId, answer.json());
            } else {
                tell(answer.json());
            }
            return ExitCode.OK.number();
        }
    }

    private void requireWait() {
        failOn.failOn();
        if (failOn.isGiven() && !wait) {
            throw new Trouble(ExitCode.USAGE, "--fail-on needs the run to be over", "give --wait");
        }
    }

    private JobInput source(ReadOptions options) {
        if (file.equals("-")) {
            return JobInput.stream("stdin", session.terminal().in(), options);
        }
        Path path = Path.of(file);
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            String what = Files.exists(path) ? "cannot be read as a file" : "no such file";
            throw new Trouble(ExitCode.BAD_INPUT, file + ": " + what, "");
        }
        return JobInput.file(path, options);
    }

    private SubmitOutcome submit(Cluster cluster, SubmitRequest request, JobInput source) {
        try (SubmitProgress progress = new SubmitProgress(session.screen(), jobs.skipBad);
                AssayProducer producer = AssayProducer.connect(cluster.clients().settings(), session.clock())) {
            return producer.submit(request, source, progress);
        }
    }

    /** Ctrl-C ends the following and not the run, and says so. */
    private void follow(Cluster cluster, String runId, ObjectNode answer) {
        Screen screen = session.screen();
        try (Farewell farewell = Farewell.onInterrupt(() ->
                screen.note("the run goes on; follow it: assay watch " + runId + ", stop it: assay cancel " + runId))) {
            RunWatch.End end =
                    RunWatch.aside(screen, session.clock()).follow(cluster.clients(), runId, timeout, run -> {});
            farewell.notNeeded();
            answer.set("run", RunJson.of(end.last()));
            if (end instanceof RunWatch.End.Over over) {
                failOn.tell(answer, over.last().summary());
            }
            tell(answer);
            switch (end) {
                case RunWatch.End.Over over -> {
                    screen.say(RunLines.of(over.last(), screen.style(), screen.columns()));
                    failOn.say(screen, over.last().summary());
                    failOn.require(over.last().summary());
                }
                case RunWatch.End.TimedOut late -> throw WatchCommand.timedOut(late, timeout);
            }
        }
    }

    private void tell(ObjectNode answer) {
        if (session.screen().json()) {
            session.json(answer);
        }
    }
}
