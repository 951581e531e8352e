package dev.assay.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.terminal.Figures;
import dev.assay.deadletters.Dealt;
import dev.assay.deadletters.Ended;
import dev.assay.deadletters.Refusal;
import dev.assay.deadletters.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What dealing with dead letters came to, for whoever called.
 *
 * @param code exit code
 * @param lines what to tell a person
 * @param advice what a person can do about it; empty for nothing
 * @param json what to tell a program
 */
record DealAnswer(ExitCode code, List<String> lines, String advice, ObjectNode json) {
    private static final int EXAMPLES_SHOWN = 3;

    DealAnswer {
        lines = List.copyOf(lines);
    }

    /** The verb of a command, as it will be, would be and was. */
    enum Verb {
        SEND("send", "sent"),
        DISCARD("discard", "discarded"),
        RESTORE("write back", "written back");

        private final String present;
        private final String past;

        Verb(String present, String past) {
            this.present = present;
            this.past = past;
        }

        String present() {
            return present;
        }

        String past() {
            return past;
        }
    }

    /** What would be done. */
    static DealAnswer outline(Tally tally, Verb verb) {
        List<String> lines = new ArrayList<>();
        lines.add("would " + verb.present + " " + Figures.counted(tally.written(), "dead letter")
                + (tally.tokens() == 0 ? "" : ", up to " + Figures.counted(tally.tokens(), "token")));
        if (verb == Verb.SEND) {
            tally.topics()
                    .forEach((topic, share) -> lines.add("  " + topic + ": " + Figures.count(share.letters())
                            + (share.inputTokens() + share.maxOutputTokens() == 0
                                    ? ""
                                    : " (" + Figures.counted(share.inputTokens(), "input token") + ", at most "
                                            + Figures.count(share.maxOutputTokens()) + " of output)")));
        }
        addRest(tally, lines);
        return new DealAnswer(ExitCode.OK, lines, "", json(tally, verb).put("dryRun", true));
    }

    /** What was done. */
    static DealAnswer of(Dealt dealt, Verb verb) {
        Tally tally = dealt.tally();
        List<String> lines = new ArrayList<>();
        lines.add(Figures.counted(tally.written(), "dead letter") + " " + verb.past);
        addRest(tally, lines);
        ObjectNode json = json(tally, verb);
        String again = "do the same again: what is dealt with is passed over";
        return switch (dealt.ended()) {
            case Ended.All() -> ended(tally, lines, json.put("ended", "all"));
            case Ended.Enough() -> ended(tally, lines, json.put("ended", "max"));
            case Ended.QueueFull(String lane, long depth, long bound, var retryAfter) -> {
                lines.add("lane " + lane + " is full: " + Figures.count(depth) + " jobs are unfinished, "
                        + Figures.count(bound) + " may be");
                json.put("ended", "queue-full")
                        .put("lane", lane)
                        .put("depth", depth)
                        .put("bound", bound)
                        .put("retryAfterMillis", retryAfter.toMillis());
                String advice = "after " + Figures.duration(retryAfter) + " " + again + "; --wait 10m waits for room";
                yield new DealAnswer(ExitCode.QUEUE_FULL, lines, advice, json);
            }
            case Ended.Overtaken(var stage, int partition) -> {
                lines.add("somebody else began to deal with dead letters of partition " + partition + " of "
                        + stage.label() + ", and goes on with them");
                json.put("ended", "overtaken").put("stage", stage.label()).put("partition", partition);
                yield new DealAnswer(ExitCode.CONFLICT, lines, "see what is left: assay dlq stats", json);
            }
            case Ended.Stopped() -> new DealAnswer(ExitCode.INTERRUPTED, lines, again, json.put("ended", "stopped"));
            case Ended.Unavailable(String reason) -> {
                lines.add("the Kafka cluster did not do its part: " + reason);
                yield new DealAnswer(
                        ExitCode.UNREACHABLE,
                        lines,
                        again,
                        json.put("ended", "unavailable").put("reason", reason));
            }
        };
    }

    private static DealAnswer ended(Tally tally, List<String> lines, ObjectNode json) {
        return new DealAnswer(tally.refused() == 0 ? ExitCode.OK : ExitCode.NO, lines, "", json);
    }

    private static void addRest(Tally tally, List<String> lines) {
        if (tally.handledBefore() > 0) {
            lines.add(Figures.count(tally.handledBefore()) + " dealt with before, and passed over");
        }
        new TreeMap<>(tally.refusals()).forEach((why, count) -> {
            lines.add(Figures.count(count) + " refused: " + why.meaning());
            tally.examples(why).stream()
                    .limit(EXAMPLES_SHOWN)
                    .forEach(example -> lines.add("  " + example.letter() + ": " + example.message()));
        });
    }

    private static ObjectNode json(Tally tally, Verb verb) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put(verb == Verb.RESTORE ? "restored" : verb.past, tally.written());
        json.put("passedOver", tally.handledBefore());
        json.put("tokens", tally.tokens());
        ObjectNode topics = json.putObject("topics");
        tally.topics()
                .forEach((topic, share) -> topics.putObject(topic)
                        .put("letters", share.letters())
                        .put("inputTokens", share.inputTokens())
                        .put("maxOutputTokens", share.maxOutputTokens()));
        ObjectNode refused = json.putObject("refused");
        for (Map.Entry<Refusal, Long> entry : new TreeMap<>(tally.refusals()).entrySet()) {
            ObjectNode reason = refused.putObject(entry.getKey().code());
            reason.put("letters", entry.getValue());
            var examples = reason.putArray("examples");
            tally.examples(entry.getKey())
                    .forEach(example ->
                            examples.addObject().put("letter", example.letter()).put("message", example.message()));
        }
        return json;
    }

    /** Says it. */
    static int tell(Session session, DealAnswer answer) {
        if (session.screen().json()) {
            session.json(answer.json());
        }
        answer.lines().forEach(session.screen()::say);
        if (!answer.advice().isEmpty()) {
            session.screen().note(answer.advice());
        }
        return answer.code().number();
    }
}
