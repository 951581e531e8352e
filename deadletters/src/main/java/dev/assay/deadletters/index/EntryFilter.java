package dev.assay.deadletters.index;

import dev.assay.deadletters.Selection;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A selection as far as entries can tell: a letter that it refuses is not meant; of one that it lets pass the letter
 * itself is asked, unless {@link #isExact}.
 */
final class EntryFilter {
    private final Selection selection;
    private final Set<Integer> kinds;
    private final Set<Integer> dispositions;
    private final Set<Integer> runs;
    private final Set<Integer> tenants;
    private final Set<Integer> models;
    private final long since;
    private final long until;

    EntryFilter(Selection selection, Words words) {
        this.selection = selection;
        kinds = codes(names(selection.kinds()), words);
        dispositions = codes(names(selection.dispositions()), words);
        runs = codes(selection.runs(), words);
        tenants = codes(selection.tenants(), words);
        models = codes(selection.models(), words);
        since = millis(selection.since(), Long.MIN_VALUE);
        until = millis(selection.until(), Long.MAX_VALUE);
    }

    /** Whether nothing but the entries is needed to know which letters are meant. */
    boolean isExact() {
        return selection.where().isEmpty()
                && Stream.of(kinds, dispositions, runs, tenants, models)
                        .noneMatch(codes -> codes.contains(Words.NOT_KEPT));
    }

    /** Whether a partition can hold letters that are meant. */
    boolean passes(Shelf shelf) {
        return (selection.stages().isEmpty() || selection.stages().contains(shelf.stage()))
                && (selection.ids().isEmpty()
                        || selection.ids().stream()
                                .anyMatch(id -> id.stage() == shelf.stage() && id.partition() == shelf.partition()));
    }

    boolean passes(Shelf shelf, Entry entry) {
        return passesState(entry) && passesButState(shelf, entry);
    }

    boolean passesState(Entry entry) {
        return selection.matchesState(entry.state());
    }

    boolean passesButState(Shelf shelf, Entry entry) {
        return entry.at() >= since
                && entry.at() < until
                && (!selection.damaged() || entry.damaged())
                && isAmong(kinds, entry.kind())
                && isAmong(dispositions, entry.disposition())
                && isAmong(runs, entry.run())
                && isAmong(tenants, entry.tenant())
                && isAmong(models, entry.model())
                && (selection.ids().isEmpty() || selection.ids().contains(shelf.id(entry.offset())));
    }

    private static boolean isAmong(Set<Integer> wanted, int code) {
        return wanted.isEmpty() || wanted.contains(code);
    }

    private static Set<String> names(Set<? extends Enum<?>> symbols) {
        return symbols.stream().map(Enum::name).collect(Collectors.toSet());
    }

    private static Set<Integer> codes(Set<String> texts, Words words) {
        Set<Integer> codes = new HashSet<>();
        for (String text : texts) {
            codes.add(words.find(text));
        }
        return codes;
    }

    /** Times of letters are whole milliseconds, so a time between two of them begins with the later one. */
    private static long millis(@Nullable Instant time, long otherwise) {
        if (time == null) {
            return otherwise;
        }
        long millis;
        try {
            millis = time.toEpochMilli();
        } catch (ArithmeticException e) {
            return time.isAfter(Instant.EPOCH) ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
        return time.equals(Instant.ofEpochMilli(millis)) ? millis : millis + 1;
    }
}
