package dev.assay.budget.client;

import dev.assay.schemas.Amounts;
import dev.assay.schemas.Granted;
import dev.assay.schemas.Lease;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.LedgerSnapshot;
import dev.assay.schemas.Released;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What the journal says of transactional ids: what is held under each, and how often a keeper fenced it. Written by the
 * reader of the journal, read by all.
 */
final class Fences {
    /** Runs come and go while a process lasts; what is forgotten costs a submit that was fenced one more takeover. */
    private static final int MOST = 10_000;

    /** A reservation that is held under an id. */
    record Held(String id, String budget, String client, String fence, Amounts amounts) {}

    private final Map<String, Held> held = new ConcurrentHashMap<>();
    private final Map<String, String> lastClients = new ConcurrentHashMap<>();
    private final Map<String, Long> raised = new ConcurrentHashMap<>();

    void restore(LedgerSnapshot snapshot) {
        snapshot.getBudgets().forEach(state -> {
            for (Lease lease : state.getLeases()) {
                hold(lease.getId(), state.getBudget(), lease.getClient(), lease.getFence(), lease.getAmounts());
            }
        });
    }

    void take(LedgerEntry entry) {
        switch (entry.getEvent()) {
            case Granted granted ->
                hold(granted.getId(), entry.getBudget(), granted.getClient(), granted.getFence(), granted.getAmounts());
            case Released released -> {
                Held ended = held.remove(released.getId());
                if (ended != null && released.getIsUncertain()) {
                    forget(raised);
                    raised.merge(ended.fence(), 1L, Long::sum);
                }
            }
            default -> {}
        }
    }

    /** How many reservations under an id a keeper has ended after fencing it. */
    long raised(String fence) {
        return raised.getOrDefault(fence, 0L);
    }

    List<Held> heldUnder(String fence) {
        return held.values().stream().filter(each -> each.fence().equals(fence)).toList();
    }

    /** Who was granted something under an id last. */
    Optional<String> lastClient(String fence) {
        return Optional.ofNullable(lastClients.get(fence));
    }

    private void hold(String id, String budget, String client, @Nullable String fence, Amounts amounts) {
        if (fence != null) {
            held.put(id, new Held(id, budget, client, fence, amounts));
            forget(lastClients);
            lastClients.put(fence, client);
        }
    }

    private static void forget(Map<String, ?> map) {
        if (map.size() >= MOST) {
            map.clear();
        }
    }
}
