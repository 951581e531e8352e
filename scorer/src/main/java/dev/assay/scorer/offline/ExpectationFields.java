package dev.assay.scorer.offline;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Expectation;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads how a line is to be scored. Names of scorers, kinds of values and weights are checked here, what a scorer makes
 * of its targets and options when it is used: such a line is unscored with the reason.
 *
 * @param usual the scorer of lines that name none, with targets for lines that have none
 * @param known the names of the scorers there are
 */
record ExpectationFields(Optional<ScorerUse> usual, Set<String> known) {
    private static final String EXPECTATION = "expectation";
    private static final Set<String> SHORT = Set.of("ideal", "scorer", "scorer_options");
    private static final Set<String> USE = Set.of("scorer", "name", "targets", "ideal", "options", "weight");

    Expectation read(Map<String, AnswerLine.Field> fields) throws BadLineException {
        AnswerLine.Field full = fields.get(EXPECTATION);
        boolean isShort = SHORT.stream().anyMatch(fields::containsKey);
        if (full != null && isShort) {
            throw new BadLineException(full.column(), "expectation beside ideal or scorer (expected: one of the two)");
        }
        if (full != null) {
            return full(full);
        }
        if (!isShort) {
            return Expecting.of(usual.map(List::of).orElse(List.of()));
        }
        return Expecting.of(List.of(use(
                Optional.ofNullable(fields.get("scorer")),
                Optional.ofNullable(fields.get("ideal")),
                Optional.ofNullable(fields.get("scorer_options")),
                1)));
    }

    private Expectation full(AnswerLine.Field field) throws BadLineException {
        JsonNode value = field.value();
        if (!value.isObject()) {
            throw bad(field, EXPECTATION, AnswerLine.kind(value) + " (expected: an object)");
        }
        if (!value.has("scorers")) {
            return Expecting.of(List.of(use(value, field.column())));
        }
        if (value.size() > 1 || !value.get("scorers").isArray()) {
            throw bad(field, EXPECTATION, "expected: scorers, an array, and nothing else");
        }
        List<ScorerUse> uses = new ArrayList<>();
        for (JsonNode use : value.get("scorers")) {
            uses.add(use(use, field.column()));
        }
        Optional<String> complaint = Expecting.complaintOfNames(uses);
        if (complaint.isPresent()) {
            throw bad(field, EXPECTATION, complaint.get());
        }
        return Expecting.of(uses);
    }

    private ScorerUse use(JsonNode value, int column) throws BadLineException {
        AnswerLine.Field whole = new AnswerLine.Field(value, column);
        if (!value.isObject()) {
            throw bad(whole, EXPECTATION, AnswerLine.kind(value) + " (expected: an object with scorer and targets)");
        }
        for (Map.Entry<String, JsonNode> part : value.properties()) {
            if (!USE.contains(part.getKey())) {
                throw bad(
                        whole,
                        EXPECTATION,
                        "'" + part.getKey() + "' (expected: scorer, name, targets, ideal, options or weight)");
            }
        }
        if (value.has("targets") && value.has("ideal")) {
            throw bad(whole, EXPECTATION, "targets beside ideal (expected: one of the two)");
        }
        JsonNode weight = value.get("weight");
        if (weight != null && !(weight.isNumber() && weight.doubleValue() > 0)) {
            throw bad(whole, "weight", weight + " (expected: a number > 0)");
        }
        ScorerUse use = use(
                part(whole, "scorer"),
                part(whole, value.has("targets") ? "targets" : "ideal"),
                part(whole, "options"),
                weight == null ? 1 : weight.doubleValue());
        JsonNode name = value.get("name");
        if (name != null && !name.isTextual()) {
            throw bad(whole, "name", AnswerLine.kind(name) + " (expected: a string)");
        }
        return Expecting.named(use, name == null ? null : name.textValue());
    }

    private static Optional<AnswerLine.Field> part(AnswerLine.Field whole, String name) {
        return Optional.ofNullable(whole.value().get(name)).map(value -> new AnswerLine.Field(value, whole.column()));
    }

    private ScorerUse use(
            Optional<AnswerLine.Field> scorer,
            Optional<AnswerLine.Field> targets,
            Optional<AnswerLine.Field> options,
            double weight)
            throws BadLineException {
        String name = usual.map(ScorerUse::getScorer).orElse(ScorerNames.EXACT);
        if (scorer.isPresent()) {
            JsonNode said = scorer.get().value();
            if (!said.isTextual() || !known.contains(said.textValue())) {
                throw bad(scorer.get(), "scorer", unknown(said));
            }
            name = said.textValue();
        }
        Map<String, String> allOptions = new LinkedHashMap<>();
        List<String> allTargets = targets.isPresent() ? targets(targets.get()) : List.of();
        if (usual.isPresent() && usual.get().getScorer().equals(name)) {
            allOptions.putAll(usual.get().getOptions());
            allTargets = targets.isPresent() ? allTargets : usual.get().getTargets();
        }
        if (options.isPresent()) {
            allOptions.putAll(options(options.get()));
        }
        return Expecting.use(name, allTargets, allOptions, weight);
    }

    private static String unknown(JsonNode said) {
        String name = said.asText();
        boolean loadable = ScorerNames.isCustom(name) || ScorerNames.OPTIONAL.contains(name);
        return said + (loadable ? " is not loaded" : "") + " (expected: " + String.join(", ", ScorerNames.ALL)
                + ", or one of your own from --plugins)";
    }

    private static List<String> targets(AnswerLine.Field field) throws BadLineException {
        List<String> targets = new ArrayList<>();
        for (JsonNode target : field.value().isArray() ? field.value() : List.of(field.value())) {
            if (target.isNull()) {
                throw bad(field, "ideal", "null (expected: a string, a number or an array of them)");
            }
            targets.add(target.isTextual() ? target.textValue() : target.toString());
        }
        return targets;
    }

    private static Map<String, String> options(AnswerLine.Field field) throws BadLineException {
        if (!field.value().isObject()) {
            throw bad(field, "options", AnswerLine.kind(field.value()) + " (expected: an object)");
        }
        Map<String, String> options = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> option : field.value().properties()) {
            if (!option.getValue().isValueNode() || option.getValue().isNull()) {
                throw bad(
                        field,
                        option.getKey(),
                        AnswerLine.kind(option.getValue()) + " (expected: a string, a number or a boolean)");
            }
            options.put(option.getKey(), option.getValue().asText());
        }
        return options;
    }

    private static BadLineException bad(AnswerLine.Field field, String name, String what) {
        return new BadLineException(field.column(), name + ": " + what);
    }
}
