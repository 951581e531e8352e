package dev.assay.scorer.report;

import java.util.List;

/**
 * A coloured part of a bar or column.
 *
 * @param name what it counts, for whoever points at it
 * @param style the class that colours it
 * @param count how much
 */
record Part(String name, String style, long count) {
    static Part of(Band band, long count) {
        return new Part(band.label(), band.style(), count);
    }

    /** The parts in words, those that are 0 left out. */
    static String inWords(List<Part> parts) {
        List<String> words = parts.stream()
                .filter(part -> part.count() > 0)
                .map(part -> Figures.count(part.count()) + " " + part.name())
                .toList();
        return words.isEmpty() ? "none" : String.join(", ", words);
    }
}
