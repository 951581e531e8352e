package dev.assay.scorer.fold;

import dev.assay.schemas.SummarySlice;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A run taken apart by what its jobs have in common. Every job is in one slice of each {@link Dimension}, so these add
 * up to the run; of a tag's slices only jobs with that tag are, and {@code tag} / {@code other} counts the tags, not the
 * jobs, of keys beyond those kept.
 */
final class SliceTallies {
    static final int NAMES_KEPT = 50;
    static final int TAG_KEYS_KEPT = 12;
    static final int TAG_VALUES_KEPT = 24;
    /** The slice of jobs that were counted by a scorer that did not know slices. */
    static final String UNKNOWN = "unknown";

    private static final String TAG = "tag";

    /** The ways in which every run is taken apart; in the order in which their slices are kept. */
    enum Dimension {
        ANSWERED_BY("answered-by"),
        ATTEMPTS("attempts"),
        MODEL("model"),
        TEMPLATE("template"),
        LANE("lane");

        private final String label;

        Dimension(String label) {
            this.label = label;
        }

        String nameOf(Counted counted) {
            Traits traits = counted.traits();
            if (traits == null) {
                return UNKNOWN;
            }
            return switch (this) {
                case ANSWERED_BY -> traits.answeredBy();
                case ATTEMPTS -> counted.attempts() == 0 ? Traits.NONE : counted.attempts() == 1 ? "first" : "retried";
                case MODEL -> traits.model();
                case TEMPLATE -> traits.template() == null ? Traits.NONE : traits.template();
                case LANE -> traits.lane();
            };
        }
    }

    private final Map<Dimension, BoundedSlices> fixed = new EnumMap<>(Dimension.class);
    private final TreeMap<String, BoundedSlices> tags = new TreeMap<>();
    private final SliceTally moreTags = new SliceTally();

    SliceTallies() {
        for (Dimension dimension : Dimension.values()) {
            fixed.put(dimension, new BoundedSlices(NAMES_KEPT));
        }
    }

    void count(Counted counted, long times) {
        fixed.forEach((dimension, slices) -> slices.count(dimension.nameOf(counted), counted, times));
        Traits traits = counted.traits();
        if (traits == null) {
            return;
        }
        traits.tags().forEach((key, value) -> {
            BoundedSlices slices = tag(key);
            if (slices == null) {
                moreTags.count(counted, times);
                return;
            }
            slices.count(value, counted, times);
            if (slices.isEmpty() && moreTags.isEmpty() && tags.size() < TAG_KEYS_KEPT) {
                tags.remove(key);
            }
        });
        if (traits.moreTags() > 0) {
            moreTags.count(counted, times * traits.moreTags());
        }
    }

    /** Counts what was counted before there were slices: nobody knows any more what it has in common. */
    void countUnknown(SliceTally all) {
        if (!all.isEmpty()) {
            fixed.values().forEach(slices -> slices.add(UNKNOWN, all));
        }
    }

    void merge(SliceTallies other) {
        other.fixed.forEach((dimension, slices) -> slices(dimension).merge(slices));
        other.tags.forEach((key, slices) -> {
            BoundedSlices mine = tag(key);
            if (mine == null) {
                moreTags.merge(slices.sum());
            } else {
                mine.merge(slices);
            }
        });
        moreTags.merge(other.moreTags);
    }

    /** The slices of a key; null where it comes behind those that are kept, which are the first in order. */
    private @Nullable BoundedSlices tag(String key) {
        BoundedSlices known = tags.get(key);
        if (known != null) {
            return known;
        }
        if (tags.size() >= TAG_KEYS_KEPT) {
            if (key.compareTo(tags.lastKey()) > 0) {
                return null;
            }
            moreTags.merge(tags.pollLastEntry().getValue().sum());
        }
        BoundedSlices unseen = new BoundedSlices(TAG_VALUES_KEPT);
        tags.put(key, unseen);
        return unseen;
    }

    private BoundedSlices slices(Dimension dimension) {
        return fixed.computeIfAbsent(dimension, unseen -> new BoundedSlices(NAMES_KEPT));
    }

    List<SummarySlice> summaries() {
        List<SummarySlice> all = new ArrayList<>();
        fixed.forEach((dimension, slices) -> add(all, dimension.label, slices));
        tags.forEach((key, slices) -> add(all, TAG + ":" + key, slices));
        if (!moreTags.isEmpty()) {
            all.add(moreTags.summary(TAG, BoundedCounts.OTHER));
        }
        return all;
    }

    private static void add(List<SummarySlice> all, String dimension, BoundedSlices slices) {
        slices.byName().forEach((name, slice) -> all.add(slice.summary(dimension, name)));
    }

    void write(StateOutput out) {
        fixed.values().forEach(slices -> slices.write(out));
        out.number(tags.size());
        tags.forEach((key, slices) -> {
            out.text(key);
            slices.write(out);
        });
        moreTags.write(out);
    }

    void read(StateInput in) {
        fixed.values().forEach(slices -> slices.read(in));
        for (int left = in.smallNumber(); left > 0; left--) {
            BoundedSlices slices = new BoundedSlices(TAG_VALUES_KEPT);
            tags.put(in.text(), slices);
            slices.read(in);
        }
        moreTags.merge(SliceTally.read(in));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SliceTallies that && summaries().equals(that.summaries());
    }

    @Override
    public int hashCode() {
        return fixed.hashCode();
    }
}
