package dev.assay.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.read.DeadLetters;
import dev.assay.cli.read.RunView;
import dev.assay.cli.read.Verification;
import dev.assay.cli.view.RunJson;
import dev.assay.cli.view.VerificationJson;
import java.nio.file.Path;
import java.time.Duration;

/** What came out of the demo. */
record DemoResult(RunView run, DeadLetters letters, DemoAnswers answers, Verification verification) {
    /** Whether the demo shows what it promises: everything adds up, and the scorer agrees with the book. */
    boolean isRight() {
        return verification.holds() && answers.agree();
    }

    ObjectNode json(Path report, Duration took) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("run", RunJson.of(run));
        ObjectNode dead = json.putObject("deadLetters");
        letters.byKind().forEach(dead::put);
        ObjectNode book = json.putObject("book");
        book.put("questions", answers.asked());
        book.put("right", answers.rightInBook());
        book.put("scored", answers.scored());
        book.put("rightAmongScored", answers.rightAmongScored());
        book.put("passed", answers.passed());
        book.put("agreeing", answers.agreeing());
        json.set("verification", VerificationJson.of(verification));
        json.put("report", report.toString());
        json.put("seconds", took.toMillis() / 1000.0);
        return json;
    }
}
