package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.export.ResultWriter;
import dev.assay.cli.export.ScoredJsonWriter;
import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.RunLines;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.RecordJson;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import dev.assay.scorer.offline.BadLine;
import dev.assay.scorer.offline.OfflineScoring;
import dev.assay.scorer.report.RunReport;
import dev.assay.scorer.scoring.Scorers;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay score FILE}: scores answers that are there already, with no model and no Kafka. */
@Command(
        name = "score",
        description = {
            "Scores answers without calling a model: those of a file, by the same scorers and with the same summary as"
                    + " a",
            "run, or with --run those that a run has stored, which makes a score set beside the run's own scores.",
            "A line is {\"id\": \"q1\", \"output\": \"It is 42.\", \"ideal\": \"42\", \"scorer\": \"numeric\"},",
            "or with {\"expectation\": {\"scorer\": ..., \"targets\": [...], \"options\": {...}}}."
        },
        footer = {
            "",
            "Examples:",
            "  assay score answers.jsonl --scorer numeric",
            "  assay score answers.jsonl --out scored.jsonl --report scored.html",
            "  assay score answers.jsonl --fail-on 'pass-rate<80%%'",
            "  assay score answers.jsonl --scorer x-coverage --plugins plugins",
            "  assay score --run nightly-7 --scorer numeric --scorer-option tolerance=0.01 --as lenient"
        })
final class ScoreCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "the answers, one JSON object a line")
    private @Nullable Path given;

    private Path file = Path.of("");

    @Mixin
    private final RescoreOptions rescore = new RescoreOptions();

    @Option(names = "--scorer", paramLabel = "NAME", description = "scorer of lines that name none (exact)")
    private @Nullable String scorer;

    @Option(
            names = "--scorer-option",
            paramLabel = "KEY=VALUE",
            description = "option of that scorer, such as tolerance=0.01; may be repeated")
    private Map<String, String> scorerOptions = new LinkedHashMap<>();

    @Option(names = "--skip-bad", description = "pass over bad lines and list them, instead of refusing the file")
    private boolean skipBad;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "write the scored answers there, one JSON object a line")
    private @Nullable Path out;

    @Option(names = "--report", paramLabel = "FILE", description = "write an HTML page about the scores there")
    private @Nullable Path report;

    @Mixin
    private final FailOnOptions failOn = new FailOnOptions();

    @Mixin
    private final PluginOptions plugins = new PluginOptions();

    private Scorers scorers = Scorers.standard();

    ScoreCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        failOn.failOn();
        if (rescore.isGiven()) {
            return scoreAgain();
        }
        if (given == null) {
            throw new Trouble(ExitCode.USAGE, "nothing to score", "give FILE, or --run RUN");
        }
        file = given;
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            String what = Files.exists(file) ? "cannot be read as a file" : "no such file";
            throw new Trouble(ExitCode.BAD_INPUT, file + ": " + what, "");
        }
        scorers = plugins.loadReady(session);
        OfflineScoring.Request request = request();
        return switch (score(request)) {
            case OfflineScoring.Scoring.Scored scored -> {
                if (report != null) {
                    writeReport(request, report);
                }
                tell(scored);
                failOn.require(scored.summary());
                yield ExitCode.OK.number();
            }
            case OfflineScoring.Scoring.Refused refused -> throw refused(refused);
        };
    }

    private int scoreAgain() throws IOException {
        if (given != null || out != null || report != null || skipBad) {
            throw new Trouble(
                    ExitCode.USAGE,
                    "--run scores a run's results, not a file",
                    "leave out FILE, --out, --report and --skip-bad; read the scores with: assay results --score-set");
        }
        scorers = plugins.loadReady(session);
        requireScorer();
        failOn.require(rescore.score(session, scorers, scorer, scorerOptions));
        return ExitCode.OK.number();
    }

    private void requireScorer() {
        if (scorer == null && !scorerOptions.isEmpty()) {
            throw new Trouble(ExitCode.USAGE, "--scorer-option belongs to --scorer", "give --scorer NAME");
        }
        if (scorer != null && !scorers.names().contains(scorer)) {
            throw new Trouble(
                    ExitCode.USAGE,
                    "--scorer: " + scorer + " (expected: " + String.join(", ", ScorerNames.ALL)
                            + ", or one of your own from --plugins)",
                    "");
        }
    }

    private OfflineScoring.Request request() {
        requireScorer();
        Optional<ScorerUse> usual =
                Optional.ofNullable(scorer).map(name -> Expecting.use(name, List.of(), scorerOptions, 1.0));
        return new OfflineScoring.Request(
                file, RunIds.madeFrom(file.toString(), session.clock().now()), usual, scorers, skipBad);
    }

    private OfflineScoring.Scoring score(OfflineScoring.Request request) throws IOException {
        try (ResultWriter writer = writer()) {
            return OfflineScoring.run(request, written(writer));
        } catch (UncheckedIOException e) {
            throw new Trouble(ExitCode.BAD_INPUT, "--out: " + out + " cannot be written: " + e.getMessage(), "", e);
        } catch (IllegalArgumentException e) {
            throw new Trouble(ExitCode.USAGE, String.valueOf(e.getMessage()), "see: assay score --help", e);
        }
    }

    private ResultWriter writer() {
        if (out == null) {
            return new Nowhere();
        }
        try {
            return new ScoredJsonWriter(new BufferedOutputStream(Files.newOutputStream(out)));
        } catch (IOException e) {
            throw new Trouble(ExitCode.BAD_INPUT, "--out: " + out + " cannot be written: " + e.getMessage(), "", e);
        }
    }

    private static BiConsumer<Score, Result> written(ResultWriter writer) {
        return (score, result) -> {
            try {
                writer.write(result, score);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    /** Scores the file once more for the answers that the page shows, which it knows only after all scores. */
    private void writeReport(OfflineScoring.Request request, Path page) throws IOException {
        RunReport made =
                new RunReport(request.runId(), null, null, null, session.clock().now());
        OfflineScoring.run(request, (score, result) -> made.add(score));
        Set<Long> wanted = made.wanted();
        OfflineScoring.run(request, (score, result) -> {
            if (wanted.contains(result.getOrdinal())) {
                made.add(result);
            }
        });
        made.write(page);
    }

    private void tell(OfflineScoring.Scoring.Scored scored) {
        Screen screen = session.screen();
        scored.bad().forEach(line -> screen.warn("passed over " + line));
        if (scored.badCount() > scored.bad().size()) {
            screen.warn("and " + Figures.count(scored.badCount() - scored.bad().size()) + " more bad lines");
        }
        RunSummary summary = scored.summary();
        if (screen.json()) {
            ObjectNode answer = session.object();
            answer.set("summary", RecordJson.of(summary));
            failOn.tell(answer, summary);
            answer.put("skipped", scored.badCount());
            answer.put("file", out == null ? null : out.toString());
            answer.put("report", report == null ? null : report.toString());
            session.json(answer);
            return;
        }
        screen.say(RunLines.of(new RunView(summary.getRunId(), null, null, summary), screen.style(), screen.columns()));
        failOn.say(screen, summary);
        if (report != null) {
            screen.say("report: " + report.toAbsolutePath().toUri());
        }
    }

    private Trouble refused(OfflineScoring.Scoring.Refused refused) {
        StringBuilder message = new StringBuilder("nothing was scored");
        ObjectNode answer = session.object();
        answer.put("total", refused.badCount());
        ArrayNode problems = answer.putArray("problems");
        for (BadLine line : refused.bad()) {
            message.append("\n  ").append(line);
            problems.addObject()
                    .put("source", line.file())
                    .put("line", line.line())
                    .put("column", line.column())
                    .put("reason", line.reason());
        }
        if (refused.badCount() > refused.bad().size()) {
            message.append("\n  and ")
                    .append(Figures.count(refused.badCount() - refused.bad().size()))
                    .append(" more");
        }
        if (session.screen().json()) {
            session.json(answer);
        }
        return new Trouble(
                ExitCode.BAD_INPUT, message.toString(), "correct them, or pass over bad lines with --skip-bad");
    }

    /** Takes scores that nobody asked to have written. */
    private static final class Nowhere implements ResultWriter {
        @Override
        public void write(Result result, @Nullable Score score) {}

        @Override
        public void close() {}
    }
}
