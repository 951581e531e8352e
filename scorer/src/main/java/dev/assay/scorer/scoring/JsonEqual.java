package dev.assay.scorer.scoring;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Right when the answer is the same JSON value as a target: the order of keys is free, the order of elements is not,
 * and numbers are equal by value ({@code 1}, {@code 1.0}, {@code 10e-1}). How an answer is read is in {@link AnswerJson}.
 */
final class JsonEqual implements AnswerScorer {
    @Override
    public String name() {
        return ScorerNames.JSON_EQUAL;
    }

    @Override
    public Rubric prepare(ScorerUse use) {
        Options options = new Options(use);
        List<JsonNode> targets = new ArrayList<>();
        for (String target : options.targets()) {
            switch (AnswerJson.strictly(target)) {
                case AnswerJson.Parsed.Json(JsonNode node) -> targets.add(node);
                case AnswerJson.Parsed.Not(String why) -> options.problem("targets", target, "JSON; " + why);
            }
        }
        return options.rubric(() -> answer -> switch (AnswerJson.of(answer)) {
            case AnswerJson.Parsed.Json(JsonNode node) -> judge(node, targets);
            case AnswerJson.Parsed.Not(String why) -> Verdict.wrong(null, why);
        });
    }

    private static Verdict judge(JsonNode answer, List<JsonNode> targets) {
        Optional<String> first = Optional.empty();
        for (JsonNode target : targets) {
            Optional<String> difference = difference("", answer, target);
            if (difference.isEmpty()) {
                return Verdict.right(null);
            }
            first = first.or(() -> difference);
        }
        return Verdict.wrong(null, Excerpt.of(first.orElse(""), 300));
    }

    /** The first difference, by JSON pointer; empty where there is none. */
    private static Optional<String> difference(String at, JsonNode answer, JsonNode target) {
        if (answer.isNumber() && target.isNumber()) {
            return answer.decimalValue().compareTo(target.decimalValue()) == 0
                    ? Optional.empty()
                    : differs(at, answer, target);
        }
        if (answer.getNodeType() != target.getNodeType()) {
            return differs(at, answer, target);
        }
        if (answer.isObject()) {
            return objects(at, answer, target);
        }
        if (answer.isArray()) {
            return arrays(at, answer, target);
        }
        return answer.equals(target) ? Optional.empty() : differs(at, answer, target);
    }

    private static Optional<String> objects(String at, JsonNode answer, JsonNode target) {
        for (Map.Entry<String, JsonNode> field : target.properties()) {
            String path = at + "/" + field.getKey();
            JsonNode mine = answer.get(field.getKey());
            if (mine == null) {
                return Optional.of(path + " is missing");
            }
            Optional<String> difference = difference(path, mine, field.getValue());
            if (difference.isPresent()) {
                return difference;
            }
        }
        for (Map.Entry<String, JsonNode> field : answer.properties()) {
            if (!target.has(field.getKey())) {
                return Optional.of(at + "/" + field.getKey() + " is not expected");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> arrays(String at, JsonNode answer, JsonNode target) {
        for (int i = 0; i < Math.min(answer.size(), target.size()); i++) {
            Optional<String> difference = difference(at + "/" + i, answer.get(i), target.get(i));
            if (difference.isPresent()) {
                return difference;
            }
        }
        return answer.size() == target.size()
                ? Optional.empty()
                : Optional.of((at.isEmpty() ? "the array" : at) + " has " + answer.size() + " elements where "
                        + target.size() + " are expected");
    }

    private static Optional<String> differs(String at, JsonNode answer, JsonNode target) {
        return Optional.of((at.isEmpty() ? "the value" : at) + " is " + Excerpt.of(answer.toString(), 60) + " where "
                + Excerpt.of(target.toString(), 60) + " is expected");
    }
}
