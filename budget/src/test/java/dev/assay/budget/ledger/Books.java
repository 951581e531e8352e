package dev.assay.budget.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.Gated;
import dev.assay.schemas.Granted;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.Released;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Books kept in the plainest way, against which each entry of a journal is checked: no grant beyond a limit in force. */
final class Books {
    private final Map<String, LedgerEntry> grants = new LinkedHashMap<>();
    private final Map<String, Amounts> amounts = new LinkedHashMap<>();
    private final Map<String, Long> countedBy = new LinkedHashMap<>();
    private final Set<String> held = new HashSet<>();
    private long last;
    private long gate;

    void check(LedgerEntry entry, BudgetLimits limits) {
        long at = entry.getAt().toEpochMilli();
        assertThat(at).as("the journal goes back in time").isGreaterThanOrEqualTo(last);
        last = at;
        switch (entry.getEvent()) {
            case Granted granted -> {
                assertThat(at).as("granted behind a gate").isGreaterThanOrEqualTo(gate);
                grants.put(granted.getId(), entry);
                amounts.put(granted.getId(), granted.getAmounts());
                countedBy.put(granted.getId(), granted.getStartBy().toEpochMilli() + FleetLoad.TRANSIT_MILLIS);
                held.add(granted.getId());
                limits.getLimits()
                        .forEach(limit -> assertThat(taken(limit, at))
                                .as("%s after %s", limit, entry)
                                .isLessThanOrEqualTo(limit.getAmount()));
            }
            case Released released -> {
                amounts.put(released.getId(), released.getAmounts());
                countedBy.merge(released.getId(), at, Math::min);
                held.remove(released.getId());
            }
            case Gated gated -> {
                assertThat(gated.getUntil().toEpochMilli()).isGreaterThanOrEqualTo(gate);
                gate = gated.getUntil().toEpochMilli();
            }
            default -> {}
        }
    }

    /** What a limit counts, without what a provider counted and we did not. */
    private long taken(BudgetLimit limit, long now) {
        long sum = 0;
        for (Map.Entry<String, LedgerEntry> grant : grants.entrySet()) {
            long at = grant.getValue().getAt().toEpochMilli();
            boolean counts = switch (limit.getWindow()) {
                case MINUTE -> countedBy.getOrDefault(grant.getKey(), 0L) > now - 60_000;
                case DAY -> at / 86_400_000 == now / 86_400_000;
                case HELD -> held.contains(grant.getKey());
            };
            sum += counts ? Total.of(amounts.getOrDefault(grant.getKey(), Total.NOTHING), limit.getMeasure()) : 0;
        }
        return sum;
    }
}
