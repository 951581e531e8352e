package dev.assay.deadletters.index;

import dev.assay.deadletters.LetterCounts;
import dev.assay.deadletters.LetterCounts.Age;
import dev.assay.deadletters.LetterCounts.Part;
import dev.assay.deadletters.LetterState;
import dev.assay.deadletters.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Counts letters by their entries, in numbers alone: there may be millions, and somebody waits. */
final class EntryCounts {
    private static final List<Age> AGES = List.of(Age.values());

    private final EntryFilter filter;
    private final Words words;
    private final long now;
    private final LetterCounts counts;
    /** By code of the text, from {@link Words#NOT_KEPT} on. */
    private final Map<Part, long[]> byCode = new EnumMap<>(Part.class);

    private final long[] ageLimits =
            AGES.stream().mapToLong(age -> millis(age.limit())).toArray();

    private EntryCounts(EntryFilter filter, Words words, Instant now) {
        this.filter = filter;
        this.words = words;
        this.now = now.toEpochMilli();
        counts = new LetterCounts(now);
        for (Part part : Part.values()) {
            byCode.put(part, new long[words.size() + 1 - Words.NOT_KEPT]);
        }
    }

    /** How many there are. */
    static long all(IndexFiles files, EntryFilter filter) {
        long[] count = {0};
        files.shelves()
                .forEach((shelf, index) ->
                        each(shelf, index, filter, entry -> count[0] += filter.passes(shelf, entry) ? 1 : 0));
        return count[0];
    }

    static LetterCounts of(IndexFiles files, EntryFilter filter, Instant now) {
        EntryCounts made = new EntryCounts(filter, files.words(), now);
        files.shelves().forEach(made::count);
        made.byCode.forEach(made::tell);
        return made.counts;
    }

    private static void each(Shelf shelf, ShelfIndex index, EntryFilter filter, Consumer<Entry> visitor) {
        int end = filter.passes(shelf) ? index.count() : 0;
        for (int number = index.first(); number < end; number++) {
            visitor.accept(index.get(number));
        }
    }

    private void count(Shelf shelf, ShelfIndex index) {
        Sums sums = new Sums();
        long[] kinds = codes(Part.KIND);
        long[] dispositions = codes(Part.DISPOSITION);
        long[] tenants = codes(Part.TENANT);
        long[] models = codes(Part.MODEL);
        long[] runs = codes(Part.RUN);
        each(shelf, index, filter, entry -> {
            if (!filter.passesButState(shelf, entry)) {
                return;
            }
            sums.addState(entry.state());
            if (!filter.passesState(entry)) {
                return;
            }
            sums.add(entry, ageOf(entry.at()));
            if (!entry.damaged()) {
                kinds[entry.kind() - Words.NOT_KEPT]++;
                dispositions[entry.disposition() - Words.NOT_KEPT]++;
                tenants[entry.tenant() - Words.NOT_KEPT]++;
                models[entry.model() - Words.NOT_KEPT]++;
                runs[entry.run() - Words.NOT_KEPT]++;
            }
        });
        sums.tell(shelf.stage(), counts);
    }

    /** What is added up of one partition. */
    private static final class Sums {
        private final long[] ages = new long[AGES.size()];
        private long open;
        private long replayed;
        private long discarded;
        private long damaged;
        private long bytes;
        private long oldest = Long.MAX_VALUE;
        private long newest = Long.MIN_VALUE;

        void addState(LetterState state) {
            switch (state) {
                case OPEN -> open++;
                case REPLAYED -> replayed++;
                case DISCARDED -> discarded++;
            }
        }

        void add(Entry entry, int age) {
            ages[age]++;
            damaged += entry.damaged() ? 1 : 0;
            bytes += entry.size();
            oldest = Math.min(oldest, entry.at());
            newest = Math.max(newest, entry.at());
        }

        void tell(Stage stage, LetterCounts counts) {
            counts.addStates(LetterState.OPEN, open);
            counts.addStates(LetterState.REPLAYED, replayed);
            counts.addStates(LetterState.DISCARDED, discarded);
            if (newest == Long.MIN_VALUE) {
                return;
            }
            counts.addDamaged(damaged);
            counts.addSpan(Instant.ofEpochMilli(oldest), Instant.ofEpochMilli(newest));
            for (int age = 0; age < ages.length; age++) {
                counts.add(stage, AGES.get(age), ages[age]);
            }
            counts.addBytes(bytes);
        }
    }

    private int ageOf(long at) {
        int age = 0;
        while (age < ageLimits.length - 1 && now - at >= ageLimits[age]) {
            age++;
        }
        return age;
    }

    private long[] codes(Part part) {
        return byCode.getOrDefault(part, new long[0]);
    }

    private void tell(Part part, long[] letters) {
        for (int i = 0; i < letters.length; i++) {
            int code = i + Words.NOT_KEPT;
            if (letters[i] > 0) {
                counts.add(part, code == Words.NOT_KEPT ? "(others)" : words.text(code), letters[i]);
            }
        }
    }

    private static long millis(Duration limit) {
        return limit.compareTo(Duration.ofDays(365_000)) > 0 ? Long.MAX_VALUE : limit.toMillis();
    }
}
