package dev.assay.budget.ledger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Everyone who waits for any budget of a partition, by name, by age, by patience; the turns are {@link FairQueue}'s. */
final class Waiting {
    private final Map<String, Waiter> byId = new HashMap<>();
    private final TreeMap<Long, Waiter> byOffset = new TreeMap<>();
    private final TreeSet<Waiter> byPatience =
            new TreeSet<>(Comparator.comparingLong(Waiter::waitUntil).thenComparingLong(Waiter::offset));
    private final Map<String, Integer> counts = new HashMap<>();

    void add(Waiter waiter) {
        byId.put(waiter.id(), waiter);
        byOffset.put(waiter.offset(), waiter);
        byPatience.add(waiter);
        counts.merge(waiter.budget(), 1, Integer::sum);
    }

    /** Takes out one; null where nobody of that name waits. */
    @Nullable
    Waiter remove(String id) {
        Waiter waiter = byId.remove(id);
        if (waiter != null) {
            byOffset.remove(waiter.offset());
            byPatience.remove(waiter);
            counts.computeIfPresent(waiter.budget(), (budget, count) -> count == 1 ? null : count - 1);
        }
        return waiter;
    }

    boolean has(String id) {
        return byId.containsKey(id);
    }

    int count(String budget) {
        return counts.getOrDefault(budget, 0);
    }

    /** Whose time to wait is over, the most impatient first. */
    List<Waiter> due(long now) {
        List<Waiter> due = new ArrayList<>();
        for (Waiter waiter : byPatience) {
            if (waiter.waitUntil() > now) {
                break;
            }
            due.add(waiter);
        }
        return due;
    }

    /** When the next one's time is over; {@link Long#MAX_VALUE} where nobody waits. */
    long nextDue() {
        return byPatience.isEmpty() ? Long.MAX_VALUE : byPatience.first().waitUntil();
    }

    OptionalLong oldestOffset() {
        return byOffset.isEmpty() ? OptionalLong.empty() : OptionalLong.of(byOffset.firstKey());
    }
}
