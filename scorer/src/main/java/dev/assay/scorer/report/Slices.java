package dev.assay.scorer.report;

import dev.assay.schemas.Score;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A run taken apart by what its jobs have in common: what answered, the model, the prompt version, the number of calls
 * and the platform's own tags. Memory is bounded: a tag with very many values, such as an id, is no slice, and of very
 * many tags those first in order are kept, whatever order the jobs come in.
 */
final class Slices {
    static final String SOURCE = "Answered by";
    static final String MODEL = "Model";
    static final String PROMPT = "Prompt version";
    static final String CALLS = "Calls made";

    private static final int KEYS = 64;
    private static final int VALUES = 200;
    private static final int TAGS_SHOWN = 4;
    private static final int VALUES_SHOWN = 12;
    private static final int NAME_LENGTH = 200;

    private final Map<String, FirstInOrder<String, Slice>> fixed = new TreeMap<>();
    private final FirstInOrder<String, Tag> tags = new FirstInOrder<>(KEYS);

    /** The slices of one tag; none once there are too many of them. */
    private static final class Tag {
        private final Map<String, Slice> slices = new TreeMap<>();
        private boolean isTooFine;

        void add(String value, Score score) {
            if (!isTooFine) {
                slices.computeIfAbsent(name(value), unseen -> new Slice()).add(score);
                isTooFine = slices.size() > VALUES;
            }
            if (isTooFine) {
                slices.clear();
            }
        }

        long jobs() {
            return slices.values().stream().mapToLong(Slice::jobs).sum();
        }
    }

    /** One way to take the run apart; {@code more} counts the values that are put together in the last row. */
    record Dimension(String name, boolean isTag, List<Row> rows, int more) {}

    record Row(String name, Slice slice) {}

    void add(Score score) {
        switch (score.getSource()) {
            case PRIMARY_MODEL -> count(SOURCE, "primary model", score);
            case FALLBACK_MODEL -> count(SOURCE, "fallback model", score);
            case CACHE -> count(SOURCE, "cache", score);
            case RULE -> count(SOURCE, "rule", score);
            case STATIC -> count(SOURCE, "prepared answer", score);
            case NONE -> {
                // nothing answered
            }
        }
        if (score.getResponseModel() != null) {
            count(MODEL, score.getResponseModel(), score);
        }
        if (score.getTemplateVersion() != null) {
            count(PROMPT, score.getTemplateVersion(), score);
        }
        if (score.getAttempts() > 0) {
            count(CALLS, score.getAttempts() == 1 ? "one call" : "more than one", score);
        }
        score.getTags().forEach((key, value) -> {
            Tag tag = tags.at(name(key), Tag::new);
            if (tag != null) {
                tag.add(value, score);
            }
        });
    }

    private void count(String dimension, String value, Score score) {
        Slice slice = fixed.computeIfAbsent(dimension, unseen -> new FirstInOrder<>(VALUES))
                .at(name(value), Slice::new);
        if (slice != null) {
            slice.add(score);
        }
    }

    /** One slice of a fixed dimension; an empty one where there is none. */
    Slice of(String dimension, String value) {
        Slice slice = slicesOf(dimension).get(name(value));
        return slice == null ? new Slice() : slice;
    }

    private Map<String, Slice> slicesOf(String dimension) {
        FirstInOrder<String, Slice> values = fixed.get(dimension);
        return values == null ? Map.of() : values.kept();
    }

    /** What is worth showing beside the models: dimensions with more than one value, then the tags that most jobs have. */
    List<Dimension> dimensions() {
        List<Dimension> dimensions = new ArrayList<>();
        for (String name : List.of(SOURCE, PROMPT, CALLS)) {
            if (slicesOf(name).size() > 1) {
                dimensions.add(dimension(name, false, slicesOf(name)));
            }
        }
        tags.kept().entrySet().stream()
                .filter(tag -> tag.getValue().slices.size() > 1)
                .sorted(Comparator.comparingLong(
                                (Map.Entry<String, Tag> tag) -> -tag.getValue().jobs())
                        .thenComparing(Map.Entry::getKey))
                .limit(TAGS_SHOWN)
                .forEach(tag -> dimensions.add(dimension(tag.getKey(), true, tag.getValue().slices)));
        return dimensions;
    }

    /** The largest slices, the one with the lowest pass rate first; the rest in one row at the end. */
    private static Dimension dimension(String name, boolean isTag, Map<String, Slice> values) {
        List<Row> bySize = values.entrySet().stream()
                .map(value -> new Row(value.getKey(), value.getValue()))
                .sorted(Comparator.comparingLong((Row row) -> -row.slice().jobs())
                        .thenComparing(Row::name))
                .toList();
        int shown = bySize.size() <= VALUES_SHOWN ? bySize.size() : VALUES_SHOWN - 1;
        List<Row> rows = new ArrayList<>(bySize.subList(0, shown));
        rows.sort(Comparator.comparingDouble(Slices::rank).thenComparing(Row::name));
        int more = bySize.size() - shown;
        if (more > 0) {
            Slice rest = new Slice();
            bySize.subList(shown, bySize.size()).forEach(row -> rest.merge(row.slice()));
            rows.add(new Row(more + " more values", rest));
        }
        return new Dimension(name, isTag, rows, more);
    }

    private static double rank(Row row) {
        Double rate = row.slice().passRate();
        return rate == null ? 2 : rate;
    }

    private static String name(String text) {
        return SafeText.beginning(text, NAME_LENGTH);
    }
}
