package dev.assay.budget.ledger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for one budget, in the order in which they are served: tenants take turns, within a tenant the higher
 * priority comes first, then who came first. The head keeps its place until it is served or leaves, so a large one gets
 * its turn: room gathers for it while nobody passes.
 */
final class FairQueue {
    private static final Comparator<Waiter> WITHIN_A_TENANT = Comparator.comparingInt(
                    (Waiter waiter) -> waiter.reserve().getPriority())
            .reversed()
            .thenComparingLong(Waiter::offset);

    /** The first is the next in turn. */
    private final SequencedMap<String, TreeSet<Waiter>> tenants = new LinkedHashMap<>();

    private final Total total = new Total();
    private int size;

    void add(Waiter waiter) {
        if (tenants.computeIfAbsent(waiter.tenant(), tenant -> new TreeSet<>(WITHIN_A_TENANT))
                .add(waiter)) {
            total.add(waiter.amounts());
            size++;
        }
    }

    /** The next in turn; null where nobody waits. */
    @Nullable
    Waiter head() {
        Map.Entry<String, TreeSet<Waiter>> tenant = tenants.firstEntry();
        return tenant == null ? null : tenant.getValue().first();
    }

    /** The next in turn of those that are meant; null where none of them waits. */
    @Nullable
    Waiter head(Predicate<Waiter> meant) {
        for (TreeSet<Waiter> ofTenant : tenants.values()) {
            if (meant.test(ofTenant.first())) {
                return ofTenant.first();
            }
        }
        return null;
    }

    /** Takes out who was served: its tenant goes to the end of the line. */
    void serve(Waiter waiter) {
        if (remove(waiter)) {
            TreeSet<Waiter> others = tenants.remove(waiter.tenant());
            if (others != null) {
                tenants.putLast(waiter.tenant(), others);
            }
        }
    }

    /** Takes out who leaves; false where it does not wait here. */
    boolean remove(Waiter waiter) {
        TreeSet<Waiter> others = tenants.get(waiter.tenant());
        if (others == null || !others.remove(waiter)) {
            return false;
        }
        if (others.isEmpty()) {
            tenants.remove(waiter.tenant());
        }
        total.subtract(waiter.amounts());
        size--;
        return true;
    }

    /** Everyone, in no particular order. */
    List<Waiter> all() {
        List<Waiter> all = new ArrayList<>(size);
        tenants.values().forEach(all::addAll);
        return all;
    }

    /** What all together ask for. */
    Total total() {
        return total;
    }

    boolean isEmpty() {
        return size == 0;
    }
}
