package dev.assay.budget.ledger;

import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.Lease;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The grants whose call has not ended, and for a while those whose holder was taken for dead: one that was only slow
 * may still say what it took.
 */
final class Leases {
    private static final long LATE_MILLIS = 600_000;
    private static final int MOST_LATE = 10_000;

    private final SequencedMap<String, Lease> held = new LinkedHashMap<>();
    private final SequencedMap<String, Lease> expired = new LinkedHashMap<>();
    private final TreeSet<Lease> byEnd =
            new TreeSet<>(Comparator.comparing(Lease::getHeldUntil).thenComparing(Lease::getId));
    private final Total total = new Total();

    /** Requests that a tenant holds. */
    long requestsOf(String tenant) {
        return held.values().stream()
                .filter(lease -> lease.getTenant().equals(tenant))
                .mapToLong(lease -> lease.getAmounts().getRequests())
                .sum();
    }

    void restore(List<Lease> leases) {
        for (Lease lease : leases) {
            if (lease.getIsExpired()) {
                expired.put(lease.getId(), lease);
            } else {
                hold(lease);
            }
        }
    }

    /** Forgets whose word would come too late. */
    void advance(long now) {
        Iterator<Lease> oldest = expired.values().iterator();
        while (oldest.hasNext() && (isTooLate(oldest.next(), now) || expired.size() > MOST_LATE)) {
            oldest.remove();
        }
    }

    void hold(Lease lease) {
        held.put(lease.getId(), lease);
        byEnd.add(lease);
        total.add(lease.getAmounts());
    }

    /** The grant of an id, with {@code isExpired} where its holder was taken for dead; null where there is none. */
    @Nullable
    Lease find(String id) {
        Lease lease = held.get(id);
        return lease == null ? expired.get(id) : lease;
    }

    /** Ends a grant whose holder told how. */
    void end(Lease lease) {
        if (lease.getIsExpired()) {
            expired.remove(lease.getId());
        } else {
            drop(lease);
        }
    }

    /** Ends a grant whose holder was taken for dead. */
    void expire(Lease lease) {
        drop(lease);
        expired.put(
                lease.getId(),
                new Lease(
                        lease.getId(),
                        lease.getClient(),
                        lease.getTenant(),
                        lease.getAmounts(),
                        lease.getGrantedAt(),
                        lease.getStartBy(),
                        lease.getHeldUntil(),
                        true,
                        lease.getFence()));
    }

    /** The grant that is held for the shortest from now, or should have ended; null where none is held. */
    @Nullable
    Lease first() {
        return byEnd.isEmpty() ? null : byEnd.first();
    }

    /** The fences of the grants that should have ended by now. */
    Set<String> overdueFences(long now) {
        Set<String> fences = new TreeSet<>();
        for (Lease lease : byEnd) {
            if (lease.getHeldUntil().toEpochMilli() > now) {
                break;
            }
            if (lease.getFence() != null) {
                fences.add(lease.getFence());
            }
        }
        return fences;
    }

    Collection<Lease> held() {
        return held.values();
    }

    long of(BudgetMeasure measure) {
        return total.of(measure);
    }

    /** All of them that matter yet. */
    List<Lease> all(long now) {
        List<Lease> all = new ArrayList<>(held.values());
        expired.values().stream().filter(lease -> !isTooLate(lease, now)).forEach(all::add);
        return all;
    }

    private static boolean isTooLate(Lease lease, long now) {
        return lease.getHeldUntil().toEpochMilli() + LATE_MILLIS <= now;
    }

    private void drop(Lease lease) {
        held.remove(lease.getId());
        byEnd.remove(lease);
        Amounts amounts = lease.getAmounts();
        total.subtract(amounts);
    }
}
