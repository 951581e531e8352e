package dev.assay.deadletters.index;

import dev.assay.deadletters.Selection;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A selection as far as entries can tell: a letter that it refuses is not meant; of one that it lets pass the letter
 * itself is asked, unless {@link #isExact}.
 */
final class EntryFilter {
    private final Selection selection;
    private final boolean[] kinds = new boolean[256];
    private final boolean[] dispositions = new boolean[256];
    private final Set<Integer> runs;
    private final Set<Integer> tenants;
    private final Set<Integer> models;
    private final long since;
    private final long until;

    EntryFilter(Selection selection, Words words) {
        this.selection = selection;
        for (FailureKind kind : selection.kinds()) {
            kinds[kind.ordinal()] = true;
        }
        for (Disposition disposition : selection.dispositions()) {
            dispositions[disposition.ordinal()] = true;
        }
        runs = codes(selection.runs(), words);
        tenants = codes(selection.tenants(), words);
        models = codes(selection.models(), words);
        since = millis(selection.since(), Long.MIN_VALUE);
        until = millis(selection.until(), Long.MAX_VALUE);
    }

    /** Whether nothing but the entries is needed to know which letters are meant. */
    boolean isExact() {
        return selection.where().isEmpty()
                && !runs.contains(Words.NOT_KEPT)
                && !tenants.contains(Words.NOT_KEPT)
                && !models.contains(Words.NOT_KEPT);
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
                && (selection.kinds().isEmpty() || kinds[entry.kind()])
                && (selection.dispositions().isEmpty() || dispositions[entry.disposition()])
                && isAmong(runs, entry.run())
                && isAmong(tenants, entry.tenant())
                && isAmong(models, entry.model())
                && (selection.ids().isEmpty() || selection.ids().contains(shelf.id(entry.offset())));
    }

    private static boolean isAmong(Set<Integer> wanted, int code) {
        return wanted.isEmpty() || wanted.contains(code);
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
        return time.getNano() % 1_000_000 == 0 ? millis : millis + 1;
    }
}
