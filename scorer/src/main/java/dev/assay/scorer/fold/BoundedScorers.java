package dev.assay.scorer.fold;

import dev.assay.schemas.ScorerSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How the parts of scores came out, by the names that jobs give them, in bounded memory: as in {@link BoundedCounts}, those
 * that come last in order are taken together beyond the limit. Without one, a run whose every job names its parts anew
 * would have a summary too large for a record, and no summary of any run would be written any more.
 */
final class BoundedScorers {
    /** The key of the rest; no part can be called so. */
    private static final String REST = "\u0000";

    private final int limit;
    private final TreeMap<String, ScorerTally> kept = new TreeMap<>();
    private final ScorerTally rest = new ScorerTally();

    BoundedScorers(int limit) {
        this.limit = limit;
    }

    /** Where the parts of that name are counted. */
    ScorerTally of(String name) {
        if (name.equals(REST)) {
            return rest;
        }
        ScorerTally known = kept.get(name);
        if (known != null) {
            return known;
        }
        if (kept.size() >= limit && name.compareTo(kept.lastKey()) > 0) {
            return rest;
        }
        ScorerTally tally = new ScorerTally();
        kept.put(name, tally);
        if (kept.size() > limit) {
            rest.merge(kept.pollLastEntry().getValue());
        }
        return tally;
    }

    void add(Counted.Part part, long times) {
        of(part.scorer()).add(part, times);
        ScorerTally tally = kept.get(part.scorer());
        // A name at 0 keeps its place while others were put together, or it would come back with less.
        if (tally != null && tally.isEmpty() && rest.isEmpty() && kept.size() < limit) {
            kept.remove(part.scorer());
        }
    }

    void merge(BoundedScorers more) {
        more.entries().forEach((name, tally) -> of(name).merge(tally));
    }

    /** All of them by key, that of the rest too; {@link #of} puts them back. */
    Map<String, ScorerTally> entries() {
        TreeMap<String, ScorerTally> entries = new TreeMap<>(kept);
        if (!rest.isEmpty()) {
            entries.put(REST, rest);
        }
        return entries;
    }

    /** Those that occur, sorted by name, the rest as {@link BoundedCounts#OTHER} behind them. */
    List<ScorerSummary> summaries() {
        List<ScorerSummary> summaries = new ArrayList<>();
        kept.forEach((name, tally) -> {
            if (!tally.isEmpty()) {
                summaries.add(tally.summary(name));
            }
        });
        if (!rest.isEmpty()) {
            summaries.add(rest.summary(BoundedCounts.OTHER));
        }
        return summaries;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof BoundedScorers that && summaries().equals(that.summaries());
    }

    @Override
    public int hashCode() {
        return summaries().hashCode();
    }
}
