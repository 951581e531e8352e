package dev.assay.producer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Expectation;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.ScorerUse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads how an answer is to be scored from the JSON of a job. It is stated in one of two ways, at one place:
 * {@code "expectation": {"scorers": [{"scorer", "name", "targets", "options", "weight"}]}}, where an object of one scorer may
 * stand for the list; or short, as fields {@code ideal}, {@code scorer} and {@code scorer_options}.
 */
final class ExpectationReader {
    static final String EXPECTATION = "expectation";
    static final String SCORER = "scorer";
    static final String SCORER_OPTIONS = "scorer_options";

    private static final Set<String> USE_FIELDS = Set.of("scorer", "name", "targets", "ideal", "options", "weight");

    private final Scoring scoring;
    private final String idealField;

    /**
     * @param idealField the field of the expected answer in the short form
     */
    ExpectationReader(Scoring scoring, String idealField) {
        this.scoring = scoring;
        this.idealField = idealField;
    }

    /** Whether a field is one of those that state an expectation. */
    boolean isPart(String field) {
        return field.equals(EXPECTATION)
                || field.equals(SCORER)
                || field.equals(SCORER_OPTIONS)
                || field.equals(idealField);
    }

    /**
     * The expectation of a line.
     *
     * @param places JSON pointers of the objects in which it may stand, at most one of them
     */
    Expectation read(JsonLine line, List<String> places) throws BadLineException {
        String found = null;
        for (String place : places) {
            JsonNode holder = line.root().at(place);
            if (!holder.isObject() || holder.properties().stream().noneMatch(field -> isPart(field.getKey()))) {
                continue;
            }
            if (found != null) {
                throw line.bad(
                        place,
                        "states how to score the answer, and so does "
                                + (found.isEmpty() ? "the line itself" : JsonLine.name(found)) + " (expected: one)");
            }
            found = place;
        }
        try {
            return found == null
                    ? scoring.unstated()
                    : stated(line, found, line.root().at(found));
        } catch (Scoring.UnusableException e) {
            String place = found == null ? "" : found;
            throw new BadLineException(
                    line.column(JsonLine.child(place, idealField)),
                    (place.isEmpty() ? "" : JsonLine.name(place) + ": ") + e.reason());
        }
    }

    /** The expectation that a JSON text is. */
    Expectation fromObject(JsonLine json) throws BadLineException {
        return fromObject(json, "", json.root());
    }

    private Expectation stated(JsonLine line, String place, JsonNode holder)
            throws BadLineException, Scoring.UnusableException {
        String pointer = JsonLine.child(place, EXPECTATION);
        if (!holder.has(EXPECTATION)) {
            return scoring.expecting(use(
                    line,
                    place,
                    holder.get(SCORER),
                    JsonLine.child(place, idealField),
                    JsonLine.child(place, SCORER_OPTIONS),
                    1));
        }
        for (String field : List.of(idealField, SCORER, SCORER_OPTIONS)) {
            if (holder.has(field)) {
                throw line.bad(JsonLine.child(place, field), "stands beside an expectation (expected: one of the two)");
            }
        }
        JsonNode value = holder.get(EXPECTATION);
        if (value.isTextual()) {
            return fromText(line, pointer, value.textValue());
        }
        return fromObject(line, pointer, value);
    }

    /** Metadata of OpenAI requests holds strings only, so there an expectation is JSON in a string. */
    private Expectation fromText(JsonLine line, String pointer, String text) throws BadLineException {
        try {
            return fromObject(JsonLine.parse(text));
        } catch (BadLineException e) {
            throw line.bad(pointer, "the JSON in this string, character " + e.column() + ": " + e.reason());
        }
    }

    private Expectation fromObject(JsonLine line, String pointer, JsonNode value) throws BadLineException {
        if (!value.isObject()) {
            throw line.bad(pointer, JsonLine.kind(value) + " (expected: an object)");
        }
        if (!value.has("scorers")) {
            return scoring.expecting(fullUse(line, pointer, value));
        }
        requireFields(line, pointer, value, Set.of("scorers"));
        String list = JsonLine.child(pointer, "scorers");
        if (!value.get("scorers").isArray()) {
            throw line.bad(list, JsonLine.kind(value.get("scorers")) + " (expected: an array of scorers)");
        }
        List<ScorerUse> uses = new ArrayList<>();
        for (JsonNode use : value.get("scorers")) {
            uses.add(fullUse(line, list + "/" + uses.size(), use));
        }
        Expectation expectation = Expecting.of(uses);
        String complaint = ScorerRules.complaint(expectation);
        if (complaint != null) {
            throw line.bad(list, complaint);
        }
        return expectation;
    }

    private ScorerUse fullUse(JsonLine line, String pointer, JsonNode value) throws BadLineException {
        if (!value.isObject()) {
            throw line.bad(pointer, JsonLine.kind(value) + " (expected: an object with scorer and targets)");
        }
        requireFields(line, pointer, value, USE_FIELDS);
        if (value.has("targets") && value.has("ideal")) {
            throw line.bad(JsonLine.child(pointer, "ideal"), "stands beside targets (expected: one of the two)");
        }
        JsonNode weight = value.get("weight");
        if (weight != null && !weight.isNumber()) {
            throw line.bad(JsonLine.child(pointer, "weight"), JsonLine.kind(weight) + " (expected: a number > 0)");
        }
        JsonNode name = value.get("name");
        if (name != null && !name.isTextual()) {
            throw line.bad(JsonLine.child(pointer, "name"), JsonLine.kind(name) + " (expected: a string)");
        }
        try {
            ScorerUse use = use(
                    line,
                    pointer,
                    value.get("scorer"),
                    JsonLine.child(pointer, value.has("targets") ? "targets" : "ideal"),
                    JsonLine.child(pointer, "options"),
                    weight == null ? 1 : weight.doubleValue());
            return Expecting.named(use, name == null ? null : name.textValue());
        } catch (Scoring.UnusableException e) {
            throw line.bad(pointer, e.reason());
        }
    }

    private ScorerUse use(
            JsonLine line,
            String pointer,
            @Nullable JsonNode scorer,
            String targetsPointer,
            String optionsPointer,
            double weight)
            throws BadLineException, Scoring.UnusableException {
        if (scorer != null && !scorer.isTextual()) {
            throw line.bad(
                    JsonLine.child(pointer, "scorer"), JsonLine.kind(scorer) + " (expected: the name of a scorer)");
        }
        return scoring.use(
                scorer == null ? null : scorer.textValue(),
                targets(line, targetsPointer),
                options(line, optionsPointer),
                weight);
    }

    private @Nullable List<String> targets(JsonLine line, String pointer) throws BadLineException {
        JsonNode value = line.root().at(pointer);
        if (value.isMissingNode()) {
            return null;
        }
        if (!value.isArray()) {
            return List.of(target(line, pointer, value));
        }
        List<String> targets = new ArrayList<>();
        for (JsonNode element : value) {
            targets.add(target(line, pointer + "/" + targets.size(), element));
        }
        return targets;
    }

    /** A target as text: a string's characters, any other value as it is written. */
    private String target(JsonLine line, String pointer, JsonNode value) throws BadLineException {
        if (value.isNull()) {
            throw line.bad(pointer, "null (expected: a string, a number or an array of them)");
        }
        if (!value.isTextual()) {
            return line.rawText(pointer);
        }
        try {
            return scoring.counted(value.textValue());
        } catch (Scoring.UnusableException e) {
            throw line.bad(pointer, e.reason());
        }
    }

    private static Map<String, String> options(JsonLine line, String pointer) throws BadLineException {
        JsonNode value = line.root().at(pointer);
        if (value.isMissingNode()) {
            return Map.of();
        }
        if (!value.isObject()) {
            throw line.bad(pointer, JsonLine.kind(value) + " (expected: an object of options)");
        }
        return scalars(line, pointer, value);
    }

    /** The fields of an object whose values are all scalars, as text. */
    static Map<String, String> scalars(JsonLine line, String pointer, JsonNode object) throws BadLineException {
        Map<String, String> scalars = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            JsonNode value = field.getValue();
            String at = JsonLine.child(pointer, field.getKey());
            if (!value.isValueNode() || value.isNull()) {
                throw line.bad(at, JsonLine.kind(value) + " (expected: a string, a number or a boolean)");
            }
            scalars.put(field.getKey(), value.isTextual() ? value.textValue() : line.rawText(at));
        }
        return scalars;
    }

    private static void requireFields(JsonLine line, String pointer, JsonNode value, Set<String> known)
            throws BadLineException {
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            if (!known.contains(field.getKey())) {
                throw line.bad(
                        JsonLine.child(pointer, field.getKey()),
                        "no field of an expectation (expected: "
                                + String.join(", ", known.stream().sorted().toList()) + ")");
            }
        }
    }
}
