package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.terminal.Figures;
import dev.assay.producer.Problem;
import dev.assay.producer.SubmitOutcome;

/**
 * What a submit's outcome means for whoever called.
 *
 * @param code exit code
 * @param line what to tell a person
 * @param advice what a person can do about it; empty for nothing
 * @param json what to tell a program
 */
record SubmitAnswer(ExitCode code, String line, String advice, ObjectNode json) {
    private static final int PROBLEMS_SHOWN = 10;

    /** @param source what the input is called */
    static SubmitAnswer of(SubmitOutcome outcome, String source) {
        return switch (outcome) {
            case SubmitOutcome.Enqueued enqueued -> enqueued(enqueued);
            case SubmitOutcome.AlreadyComplete complete ->
                new SubmitAnswer(
                        ExitCode.OK,
                        "run " + complete.runId() + ": all its " + Figures.counted(complete.jobs(), "job")
                                + " were enqueued before; nothing was added",
                        "",
                        json(outcome, "already-complete").put("jobs", complete.jobs()));
            case SubmitOutcome.QueueFull full ->
                new SubmitAnswer(
                        ExitCode.QUEUE_FULL,
                        "the lane is full: " + Figures.count(full.depth()) + " jobs are unfinished, "
                                + Figures.count(full.bound()) + " may be (" + Figures.count(full.enqueued())
                                + " of run " + full.runId() + " are enqueued)",
                        "submit the same again after " + Figures.duration(full.retryAfter())
                                + "; it goes on where this one stopped",
                        json(outcome, "queue-full")
                                .put("enqueued", full.enqueued())
                                .put("depth", full.depth())
                                .put("bound", full.bound())
                                .put("retryAfterMillis", full.retryAfter().toMillis()));
            case SubmitOutcome.Refused refused -> refused(refused);
            case SubmitOutcome.Mismatch mismatch ->
                new SubmitAnswer(
                        ExitCode.CONFLICT,
                        source + (mismatch.line() > 0 ? ":" + mismatch.line() : "") + ": run " + mismatch.runId()
                                + " was begun with something else: " + mismatch.reason(),
                        "give this input a run id of its own: --run ID",
                        json(outcome, "mismatch").put("line", mismatch.line()).put("reason", mismatch.reason()));
            case SubmitOutcome.Superseded superseded ->
                new SubmitAnswer(
                        ExitCode.CONFLICT,
                        "another submit of run " + superseded.runId() + " took over and goes on with it",
                        "follow it: assay watch " + superseded.runId(),
                        json(outcome, "superseded").put("enqueued", superseded.enqueued()));
            case SubmitOutcome.Stopped stopped ->
                new SubmitAnswer(
                        ExitCode.INTERRUPTED,
                        "stopped after " + Figures.counted(stopped.enqueued(), "job") + " of run " + stopped.runId(),
                        "submit the same again to go on",
                        json(outcome, "stopped").put("enqueued", stopped.enqueued()));
            case SubmitOutcome.Unavailable unavailable ->
                new SubmitAnswer(
                        ExitCode.UNREACHABLE,
                        "the Kafka cluster did not do its part: " + unavailable.reason() + " ("
                                + Figures.counted(unavailable.enqueued(), "job") + " enqueued)",
                        "submit the same again to go on",
                        json(outcome, "unavailable")
                                .put("enqueued", unavailable.enqueued())
                                .put("reason", unavailable.reason()));
        };
    }

    private static SubmitAnswer enqueued(SubmitOutcome.Enqueued enqueued) {
        StringBuilder line = new StringBuilder("run " + enqueued.runId() + ": ");
        line.append(Figures.counted(enqueued.jobs(), "job")).append(" enqueued");
        if (enqueued.added() < enqueued.jobs()) {
            line.append(" (").append(Figures.count(enqueued.added())).append(" by this submit)");
        }
        if (enqueued.repeated() > 0) {
            line.append(", ")
                    .append(Figures.counted(enqueued.repeated(), "repeated line"))
                    .append(" left out");
        }
        if (enqueued.skipped() > 0) {
            line.append(", ")
                    .append(Figures.counted(enqueued.skipped(), "bad line"))
                    .append(" passed over");
        }
        ObjectNode json = json(enqueued, "enqueued")
                .put("jobs", enqueued.jobs())
                .put("added", enqueued.added())
                .put("repeated", enqueued.repeated())
                .put("skipped", enqueued.skipped());
        return new SubmitAnswer(ExitCode.OK, line.toString(), "", json);
    }

    private static SubmitAnswer refused(SubmitOutcome.Refused refused) {
        ObjectNode json = json(refused, "refused").put("total", refused.total());
        ArrayNode problems = json.putArray("problems");
        StringBuilder line = new StringBuilder("nothing was enqueued");
        for (int i = 0; i < refused.problems().size(); i++) {
            Problem problem = refused.problems().get(i);
            problems.addObject()
                    .put("source", problem.source())
                    .put("line", problem.line())
                    .put("column", problem.column())
                    .put("reason", problem.reason());
            if (i < PROBLEMS_SHOWN) {
                line.append("\n  ").append(problem);
            }
        }
        if (refused.total() > PROBLEMS_SHOWN) {
            line.append("\n  and ")
                    .append(Figures.count(refused.total() - PROBLEMS_SHOWN))
                    .append(" more");
        }
        boolean hasLines = refused.problems().stream().anyMatch(problem -> problem.line() > 0);
        String advice = hasLines ? "correct them, or pass over bad lines with --skip-bad" : "";
        return new SubmitAnswer(ExitCode.BAD_INPUT, line.toString(), advice, json);
    }

    private static ObjectNode json(SubmitOutcome outcome, String name) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("runId", outcome.runId())
                .put("outcome", name);
    }
}
