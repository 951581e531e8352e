package dev.assay.deadletters.index;

import dev.assay.deadletters.LetterCounts;
import dev.assay.deadletters.LetterCounts.Part;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Counts letters by their entries. */
final class EntryCounts {
    private final LetterCounts counts;
    private final Map<Part, Map<Integer, long[]>> byCode = new HashMap<>();

    private EntryCounts(Instant now) {
        counts = new LetterCounts(now);
    }

    /** How many there are. */
    static long all(IndexFiles files, EntryFilter filter) {
        long count = 0;
        for (Map.Entry<Shelf, ShelfIndex> shelf : files.shelves().entrySet()) {
            ShelfIndex index = shelf.getValue();
            int end = filter.passes(shelf.getKey()) ? index.count() : 0;
            for (int number = index.first(); number < end; number++) {
                count += filter.passes(shelf.getKey(), index.get(number)) ? 1 : 0;
            }
        }
        return count;
    }

    static LetterCounts of(IndexFiles files, EntryFilter filter, Instant now) {
        EntryCounts made = new EntryCounts(now);
        files.shelves().forEach((shelf, index) -> {
            for (int number = filter.passes(shelf) ? index.first() : index.count(); number < index.count(); number++) {
                Entry entry = index.get(number);
                if (filter.passesButState(shelf, entry)) {
                    made.add(shelf, entry, filter.passesState(entry));
                }
            }
        });
        for (Part part : Part.values()) {
            made.tell(
                    part,
                    code -> code == Words.NOT_KEPT ? "(others)" : files.words().text(code));
        }
        return made.counts;
    }

    private void add(Shelf shelf, Entry entry, boolean isMeant) {
        counts.addState(entry.state());
        if (!isMeant) {
            return;
        }
        counts.add(shelf.stage(), Instant.ofEpochMilli(entry.at()), entry.size());
        if (entry.damaged()) {
            counts.addDamaged();
            return;
        }
        count(Part.KIND, entry.kind());
        count(Part.DISPOSITION, entry.disposition());
        count(Part.TENANT, entry.tenant());
        count(Part.MODEL, entry.model());
        count(Part.RUN, entry.run());
    }

    private void count(Part part, int code) {
        byCode.computeIfAbsent(part, unused -> new HashMap<>()).computeIfAbsent(code, unused -> new long[1])[0]++;
    }

    private void tell(Part part, IntFunction<@Nullable String> word) {
        byCode.getOrDefault(part, Map.of()).forEach((code, letters) -> counts.add(part, word.apply(code), letters[0]));
    }
}
