package dev.assay.producer;

import dev.assay.schemas.Expectation;

/** Expectations as JSON, in the form that job files use. */
public final class Expectations {
    private static final ExpectationReader READER = new ExpectationReader(new Scoring(null, null), "ideal");

    private Expectations() {}

    /**
     * Reads {@code {"scorers":[{"scorer":"numeric","targets":["18"],"options":{"tolerance":"0.01"},"weight":1}]}}, or
     * one scorer's object instead of the list, such as {@code {"scorer":"exact","ideal":"Paris"}}.
     *
     * @throws IllegalArgumentException naming the place and what is wrong
     */
    public static Expectation parse(String json) {
        try {
            return READER.fromObject(JsonLine.parse(json));
        } catch (BadLineException e) {
            throw new IllegalArgumentException(
                    "expectation: " + (e.column() > 0 ? "character " + e.column() + ": " : "") + e.reason(), e);
        }
    }
}
