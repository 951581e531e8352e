package dev.assay.budget.ledger;

import dev.assay.schemas.LedgerEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What is decided at one moment. Each entry is folded as it is made, so that the next decision builds on it. */
final class Decisions {
    /** For what no request asked for. */
    static final long BY_TIME = -1;

    private final long epoch;
    private final long now;
    private final Instant at;
    private final Consumer<LedgerEntry> fold;
    private final List<LedgerEntry> entries = new ArrayList<>();

    Decisions(long epoch, long now, Consumer<LedgerEntry> fold) {
        this.epoch = epoch;
        this.now = now;
        this.at = Instant.ofEpochMilli(now);
        this.fold = fold;
    }

    void add(Budget budget, long requestOffset, Object event) {
        LedgerEntry entry = new LedgerEntry(budget.id, epoch, at, requestOffset, event);
        fold.accept(entry);
        entries.add(entry);
    }

    long now() {
        return now;
    }

    Instant inMillis(long millis) {
        return at.plusMillis(millis);
    }

    List<LedgerEntry> entries() {
        return entries;
    }
}
