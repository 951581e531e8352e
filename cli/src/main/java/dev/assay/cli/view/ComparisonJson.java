package dev.assay.cli.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Score;
import dev.assay.scorer.compare.Change;
import dev.assay.scorer.compare.Compared;
import dev.assay.scorer.compare.Effect;
import dev.assay.scorer.stats.Bootstrap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A comparison as JSON: {@code {common, outcomesA, outcomesB, scored, conservative, parts, wins, losses, ...}}, and of
 * each effect {@code {pairs, bothPass, onlyA, onlyB, neither, rate, mean, mcNemar}}; what there is nothing of is null.
 */
public final class ComparisonJson {
    private ComparisonJson() {}

    public static ObjectNode of(Compared compared) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("common", compared.common());
        object.set("outcomesA", outcomes(compared.outcomesA()));
        object.set("outcomesB", outcomes(compared.outcomesB()));
        object.put("scoredOnlyA", compared.scoredOnlyA());
        object.put("scoredOnlyB", compared.scoredOnlyB());
        object.put("scoredNeither", compared.scoredNeither());
        object.put("fallbacksA", compared.fallbacksA());
        object.put("fallbacksB", compared.fallbacksB());
        object.set("scored", effect(compared.scored()));
        object.set("conservative", effect(compared.conservative()));
        ArrayNode parts = object.putArray("parts");
        compared.parts().forEach(part -> parts.add(effect(part)));
        object.put("winCount", compared.winCount());
        object.set("wins", changes(compared.wins()));
        object.put("lossCount", compared.lossCount());
        object.set("losses", changes(compared.losses()));
        return object;
    }

    /** One job that changed: {@code {jobId, change, a, b}}. */
    public static ObjectNode of(Change change) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("jobId", change.jobId());
        object.put("change", change.direction() == Change.Direction.WIN ? "win" : "loss");
        object.set("a", side(change.before()));
        object.set("b", side(change.after()));
        return object;
    }

    private static ObjectNode outcomes(Map<Outcome, Long> outcomes) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        new TreeMap<>(outcomes).forEach((outcome, count) -> object.put(outcome.name(), count));
        return object;
    }

    private static ObjectNode effect(Effect effect) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("name", effect.name());
        object.put("pairs", effect.pairs());
        object.put("bothPass", effect.bothPass());
        object.put("onlyA", effect.onlyA());
        object.put("onlyB", effect.onlyB());
        object.put("neither", effect.neither());
        object.set("rate", difference(effect.rateA(), effect.rateB(), effect.rateDifference()));
        object.set("mean", difference(effect.meanA(), effect.meanB(), effect.meanDifference()));
        object.putObject("mcNemar")
                .put("exact", effect.test().exact())
                .put("mid", effect.test().mid());
        return object;
    }

    private static ObjectNode difference(@Nullable Double a, @Nullable Double b, @Nullable Bootstrap interval) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("a", a).put("b", b).put("difference", a == null || b == null ? null : (Double) (b - a));
        object.put("low", interval == null ? null : (Double) interval.low());
        object.put("high", interval == null ? null : (Double) interval.high());
        object.put("pValue", interval == null ? null : (Double) interval.pValue());
        object.put("resamples", interval == null ? null : (Integer) interval.resamples());
        return object;
    }

    private static ArrayNode changes(List<Change> changes) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        changes.forEach(change -> array.add(of(change)));
        return array;
    }

    private static ObjectNode side(Score score) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("outcome", score.getOutcome().name());
        object.put("value", score.getValue());
        object.put("passed", score.getPassed());
        object.put(
                "label",
                score.getParts().isEmpty() ? null : score.getParts().get(0).getLabel());
        object.put("responseModel", score.getResponseModel());
        return object;
    }
}
