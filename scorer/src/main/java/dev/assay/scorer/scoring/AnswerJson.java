package dev.assay.scorer.scoring;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the JSON of an answer: the whole text, or what its one fenced code block holds. Numbers keep every digit. A
 * key said twice, text behind the value, deep nesting and numbers that no comparison could hold make it no JSON.
 */
final class AnswerJson {
    static final int MAX_DEPTH = 100;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(Rational.MAX_DIGITS)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final Pattern FENCE = Pattern.compile("(?m)^[ \\t]{0,3}```[^\\n`]{0,100}$");

    private AnswerJson() {}

    /** What was read. */
    sealed interface Parsed {
        record Json(JsonNode node) implements Parsed {}

        /** No JSON, and why not. */
        record Not(String why) implements Parsed {}
    }

    /** Reads an answer. */
    static Parsed of(String answer) {
        Parsed whole = strictly(answer);
        if (whole instanceof Parsed.Json) {
            return whole;
        }
        return block(answer).map(AnswerJson::strictly).orElse(whole);
    }

    /** Reads a text that has to be JSON as it stands. */
    static Parsed strictly(String text) {
        try {
            JsonNode node = MAPPER.readTree(text);
            if (node == null || node.isMissingNode()) {
                return new Parsed.Not("no JSON: empty");
            }
            return hasHugeNumber(node)
                    ? new Parsed.Not("a number with an exponent beyond " + Rational.MAX_EXPONENT)
                    : new Parsed.Json(node);
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            String where = at == null ? "" : " at " + at.getLineNr() + ":" + at.getColumnNr();
            return new Parsed.Not("no JSON" + where + ": " + Excerpt.of(e.getOriginalMessage(), 160));
        }
    }

    /** What the text's one fenced code block holds; empty where it has none or several. */
    private static Optional<String> block(String text) {
        Matcher fence = FENCE.matcher(text);
        if (!fence.find()) {
            return Optional.empty();
        }
        int from = fence.end();
        if (!fence.find()) {
            return Optional.empty();
        }
        int to = fence.start();
        return fence.find() ? Optional.empty() : Optional.of(text.substring(from, to));
    }

    private static boolean hasHugeNumber(JsonNode node) {
        if (node.isBigDecimal()) {
            return Math.abs((long) node.decimalValue().scale()) > Rational.MAX_EXPONENT + Rational.MAX_DIGITS;
        }
        for (JsonNode child : node) {
            if (hasHugeNumber(child)) {
                return true;
            }
        }
        return false;
    }
}
