package dev.assay.scorer.offline;

import dev.assay.schemas.Result;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorerUse;
import dev.assay.schemas.topics.Names;
import dev.assay.scorer.fold.RunSummaries;
import dev.assay.scorer.fold.RunTally;
import dev.assay.scorer.scoring.ScoreMaker;
import dev.assay.scorer.scoring.Scorers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Scores a file of answers: the same scorers, outcomes and summary as for a run, without Kafka and without a model.
 * A line is {@code {"id": "q1", "output": "It is 42.", "expectation": {"scorer": "numeric", "targets": ["42"]}}}; the
 * short form of job files ({@code ideal}, {@code scorer}, {@code scorer_options}) does too. The file is read as a
 * stream; the same file gives the same scores, byte for byte.
 */
public final class OfflineScoring {
    private static final int LINES_TOLD = 20;

    private OfflineScoring() {}

    /**
     * What to score.
     *
     * @param file the answers, one JSON object a line
     * @param runId what the scores say their run is; of the form of {@link Names}
     * @param usual the scorer of lines that name none; empty for {@code exact}
     * @param scorers those that lines may ask for
     * @param skipBad whether lines that cannot be read are passed over; without it one refuses the file
     */
    public record Request(Path file, String runId, Optional<ScorerUse> usual, Scorers scorers, boolean skipBad) {
        /** With the scorers that come with Assay. */
        public Request(Path file, String runId, Optional<ScorerUse> usual, boolean skipBad) {
            this(file, runId, usual, Scorers.standard(), skipBad);
        }

        public Request {
            Names.require("run id", runId);
        }
    }

    /** What came of it. */
    public sealed interface Scoring {
        /**
         * Every good line was scored.
         *
         * @param summary the run's summary; {@code enqueued} is the number of good lines
         * @param bad the first of the lines passed over
         * @param badCount how many there were
         */
        record Scored(RunSummary summary, List<BadLine> bad, long badCount) implements Scoring {}

        /** Nothing was scored: the file has bad lines, the first of which are told. */
        record Refused(List<BadLine> bad, long badCount) implements Scoring {}
    }

    /**
     * Scores the file.
     *
     * @param each is handed every score with the answer's result, in the order of the file
     * @throws IOException when the file cannot be read
     */
    public static Scoring run(Request request, BiConsumer<Score, Result> each) throws IOException {
        if (!request.skipBad()) {
            // A look at every line first, so that a file with a bad last line is not half scored.
            Pass check = pass(request, (answer, ordinal) -> {});
            if (check.badCount > 0) {
                return new Scoring.Refused(check.bad, check.badCount);
            }
        }
        Instant when = Files.getLastModifiedTime(request.file()).toInstant();
        Instant millis = Instant.ofEpochMilli(when.toEpochMilli());
        ScoreMaker maker = new ScoreMaker(request.scorers());
        RunTally tally = new RunTally();
        Pass scored = pass(request, (answer, ordinal) -> {
            Result result = answer.result(request.runId(), ordinal, millis);
            Score score = maker.score(result, millis);
            tally.add(score);
            each.accept(score, result);
        });
        RunSummary summary =
                RunSummaries.of(request.runId(), tally, Optional.of(complete(request.runId(), scored, millis)));
        return new Scoring.Scored(summary, scored.bad, scored.badCount);
    }

    private interface LineReader {
        void read(OfflineAnswer answer, long ordinal);
    }

    /** What one reading of the file found. */
    private static final class Pass {
        long good;
        long badCount;
        final List<BadLine> bad = new ArrayList<>();
    }

    private static Pass pass(Request request, LineReader reader) throws IOException {
        AnswerLine parser = new AnswerLine(
                new ExpectationFields(request.usual(), request.scorers().names()));
        Set<Long> seen = new HashSet<>();
        Pass pass = new Pass();
        try (TextLines lines = new TextLines(request.file())) {
            while (lines.advance()) {
                try {
                    String line = lines.text();
                    if (line.isBlank()) {
                        continue;
                    }
                    OfflineAnswer answer = parser.read(line);
                    if (!seen.add(IdHash.of(answer.id()))) {
                        throw new BadLineException(
                                1, "id '" + answer.id() + "' was said before (expected: one line an id)");
                    }
                    reader.read(answer, pass.good++);
                } catch (BadLineException e) {
                    pass.badCount++;
                    if (pass.bad.size() < LINES_TOLD) {
                        pass.bad.add(new BadLine(request.file().toString(), lines.number(), e.column(), e.reason()));
                    }
                }
            }
        }
        return pass;
    }

    private static RunProgress complete(String runId, Pass pass, Instant when) {
        return RunProgress.newBuilder()
                .setRunId(runId)
                .setEnqueued(pass.good)
                .setChunks(0)
                .setSkipped(pass.badCount)
                .setPrefixHash("")
                .setComplete(true)
                .setUpdatedAt(when)
                .build();
    }
}
