package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.export.OpenAiBatchWriter;
import dev.assay.cli.export.ResultWriter;
import dev.assay.cli.export.ScoredCsvWriter;
import dev.assay.cli.export.ScoredJsonWriter;
import dev.assay.cli.read.LatestRecords;
import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Screen;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.schemas.topics.Topics;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay results RUN}: the answers of a run as a file, one line a job in the order of the input. */
@Command(
        name = "results",
        description = "Writes a run's results to a file: one line a job, in the order of its input.",
        footer = {
            "",
            "Examples:",
            "  assay results nightly-7 --out output.jsonl                OpenAI Batch output, and output.errors.jsonl",
            "  assay results nightly-7 --format csv --out scores.csv",
            "  assay results nightly-7 --format jsonl | jq 'select(.passed == false)'"
        })
final class ResultsCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "RUN", description = "the run's id")
    private String runId = "";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "openai-batch",
            description =
                    "openai-batch (answers and errors as OpenAI's Batch API writes them), jsonl (with scores) or csv"
                            + " (openai-batch)")
    private String format = "openai-batch";

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "where to write; standard output when not given")
    private @Nullable Path out;

    @Option(
            names = "--errors",
            paramLabel = "FILE",
            description = "error file of openai-batch; beside the output file when not given, as NAME.errors.jsonl")
    private @Nullable Path errors;

    @Option(names = "--score-set", paramLabel = "NAME", description = "the scores of that set, not the run's own")
    private @Nullable String scoreSet;

    ResultsCommand(Session session) {
        this.session = session;
    }

    /** What was written. */
    private record Written(long jobs, long missing, long unscored, long damaged) {}

    /** Writes and counts. */
    private static final class Count {
        long jobs;
        long unscored;

        void add(ResultWriter writer, @Nullable Result result, @Nullable Score score) throws IOException {
            if (result == null) {
                return;
            }
            // A replayed job may have its new result before its new score.
            boolean isItsScore = score != null && score.getGeneration() == result.getGeneration();
            writer.write(result, isItsScore ? score : null);
            jobs++;
            unscored += isItsScore ? 0 : 1;
        }
    }

    @Override
    public Integer call() throws IOException {
        requireFormat();
        Screen screen = session.screen();
        try (Cluster cluster = session.cluster()) {
            Topics topics = cluster.clients().settings().topics();
            cluster.require(List.of(topics.results(), topics.scores()));
            RunRef ref = RunRef.of(scoreSet == null ? runId : runId + ":" + scoreSet);
            RunView run = ScoreSource.run(cluster, ref);
            try (ResultWriter writer = writer()) {
                Written written = write(cluster, ref, run, writer);
                tell(screen, written, writer);
            }
        }
        return ExitCode.OK.number();
    }

    private void requireFormat() {
        if (!List.of("openai-batch", "jsonl", "csv").contains(format)) {
            throw new Trouble(ExitCode.USAGE, "--format: '" + format + "' (expected: openai-batch, jsonl or csv)", "");
        }
        if (errors != null && !format.equals("openai-batch")) {
            throw new Trouble(ExitCode.USAGE, "--errors belongs to --format openai-batch", "leave it out");
        }
        if (scoreSet != null && format.equals("openai-batch")) {
            throw new Trouble(ExitCode.USAGE, "--score-set: openai-batch has no scores", "give --format jsonl or csv");
        }
        if (session.screen().json() && out == null) {
            throw new Trouble(ExitCode.USAGE, "--json and the results cannot share standard output", "give --out FILE");
        }
    }

    private Written write(Cluster cluster, RunRef ref, RunView run, ResultWriter writer) throws IOException {
        Path scratch = out == null ? Path.of(System.getProperty("java.io.tmpdir")) : directoryOf(out);
        try (LatestRecords<Result> results = LatestRecords.results(cluster.clients(), runId, run.manifest(), scratch);
                LatestRecords<Score> scores = scores(cluster, ref, run, scratch)) {
            Count count = new Count();
            for (long ordinal = 0; ordinal < results.end(); ordinal++) {
                count.add(writer, results.get(ordinal), scores == null ? null : scores.get(ordinal));
            }
            for (Result result : results.unplaced().values()) {
                count.add(
                        writer,
                        result,
                        scores == null ? null : scores.unplaced().get(result.getJobId()));
            }
            long missing = Math.max(0, run.enqueued() - count.jobs);
            return new Written(count.jobs, missing, scores == null ? 0 : count.unscored, results.damaged());
        }
    }

    private @Nullable LatestRecords<Score> scores(Cluster cluster, RunRef ref, RunView run, Path scratch) {
        return format.equals("openai-batch") ? null : ScoreSource.records(cluster.clients(), ref, run, scratch);
    }

    private ResultWriter writer() throws IOException {
        return switch (format) {
            case "csv" -> new ScoredCsvWriter(stream(out));
            case "jsonl" -> new ScoredJsonWriter(stream(out));
            default -> {
                OutputStream output = stream(out);
                Path errorFile = errorFile();
                yield new OpenAiBatchWriter(output, errorFile == null ? output : stream(errorFile));
            }
        };
    }

    private @Nullable Path errorFile() {
        if (errors != null || out == null) {
            return errors;
        }
        String name = String.valueOf(out.getFileName());
        int dot = name.lastIndexOf('.');
        String stem = dot > 0 ? name.substring(0, dot) : name;
        return out.resolveSibling(stem + ".errors.jsonl");
    }

    private OutputStream stream(@Nullable Path file) throws IOException {
        if (file == null) {
            return new BufferedOutputStream(
                    new FilterOutputStream(session.screen().dataStream()) {
                        @Override
                        public void write(byte[] bytes, int from, int length) throws IOException {
                            out.write(bytes, from, length);
                        }

                        @Override
                        public void close() throws IOException {
                            flush();
                        }
                    });
        }
        try {
            return new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        } catch (IOException e) {
            throw new Trouble(ExitCode.BAD_INPUT, file + " cannot be written: " + e, "", e);
        }
    }

    private static Path directoryOf(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }

    private void tell(Screen screen, Written written, ResultWriter writer) {
        if (written.missing() > 0) {
            screen.warn(Figures.counted(written.missing(), "job") + " of run " + runId + " have no result yet");
        }
        if (written.unscored() > 0) {
            screen.warn(Figures.counted(written.unscored(), "result") + " are not scored yet");
        }
        if (written.damaged() > 0) {
            screen.warn(Figures.counted(written.damaged(), "record") + " cannot be read and were passed over");
        }
        ObjectNode answer = session.object();
        answer.put("runId", runId);
        answer.put("format", format);
        answer.put("written", written.jobs());
        answer.put("missing", written.missing());
        answer.put("unscored", written.unscored());
        answer.put("damaged", written.damaged());
        answer.put("file", out == null ? null : out.toString());
        String split = "";
        if (writer instanceof OpenAiBatchWriter batch) {
            Path errorFile = errorFile();
            answer.put("errorFile", errorFile == null ? null : errorFile.toString());
            answer.put("errors", batch.failed());
            split = " (" + Figures.count(batch.answered()) + " answered" + (errorFile == null ? "" : ", ")
                    + (errorFile == null ? "" : Figures.count(batch.failed()) + " in " + errorFile) + ")";
        }
        if (screen.json()) {
            session.json(answer);
        } else if (out != null) {
            screen.note(Figures.counted(written.jobs(), "job") + " written to " + out + split);
        }
    }
}
