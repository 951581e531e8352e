package dev.assay.cli.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.read.Finding;
import dev.assay.cli.read.Verification;
import java.util.TreeMap;

/** A verification as JSON: the terms of the equation, and what is wrong. */
public final class VerificationJson {
    private VerificationJson() {}

    public static ObjectNode of(Verification verification) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.put("runId", verification.runId());
        answer.put("holds", verification.holds());
        answer.put("enqueued", verification.enqueued());
        answer.put("submitComplete", verification.submitComplete());
        ObjectNode outcomes = answer.putObject("outcomes");
        new TreeMap<>(verification.outcomes()).forEach(outcomes::put);
        answer.put("finished", verification.finished());
        ObjectNode inFlight = answer.putObject("inFlight");
        inFlight.put("waiting", verification.inFlight().waiting());
        inFlight.put("parked", verification.inFlight().parked());
        inFlight.put("scoring", verification.inFlight().scoring());
        inFlight.put("counting", verification.inFlight().counting());
        inFlight.put("total", verification.inFlight().total());
        answer.put("remainder", verification.remainder());
        ArrayNode findings = answer.putArray("findings");
        for (Finding finding : verification.findings()) {
            ObjectNode node = findings.addObject();
            node.put("check", finding.check().code());
            node.put("count", finding.count());
            ArrayNode examples = node.putArray("examples");
            finding.examples().forEach(examples::add);
        }
        return answer;
    }
}
