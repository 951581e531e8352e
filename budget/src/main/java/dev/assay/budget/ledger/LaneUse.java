package dev.assay.budget.ledger;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How full a lane is at most, of all tenants together and of each that has a bound of its own. All are measured at the same
 * time. Of the keeper alone.
 */
final class LaneUse {
    private final Slots all = new Slots();
    private final Map<String, Slots> ofTenants = new HashMap<>();

    /** The slots of all tenants together. */
    Slots all() {
        return all;
    }

    /** Sets which tenants have a bound; of a new one nothing is known before the next measurement. */
    void bound(Set<String> tenants) {
        ofTenants.keySet().retainAll(tenants);
        tenants.forEach(tenant -> ofTenants.computeIfAbsent(tenant, unknown -> new Slots()));
    }

    /** Tenants that have a bound of their own. */
    Set<String> boundedTenants() {
        return Set.copyOf(ofTenants.keySet());
    }

    /** Notes that a tenant's grant ended under which so many records were put into the lane's log. */
    void end(String tenant, long slots) {
        all.end(slots);
        Slots ofTenant = ofTenants.get(tenant);
        if (ofTenant != null) {
            ofTenant.end(slots);
        }
    }

    /** Begins a measurement. */
    void measure() {
        all.measure();
        ofTenants.values().forEach(Slots::measure);
    }

    /** @param unfinishedOfTenants unfinished jobs of each bounded tenant */
    void measured(long unfinished, Map<String, Long> unfinishedOfTenants) {
        all.measured(unfinished);
        ofTenants.forEach((tenant, ofTenant) -> {
            Long measured = unfinishedOfTenants.get(tenant);
            // One whose bound is younger than the measurement is in the next one.
            if (measured == null) {
                ofTenant.failed();
            } else {
                ofTenant.measured(measured);
            }
        });
    }

    /** Ends a measurement that brought nothing. */
    void failed() {
        all.failed();
        ofTenants.values().forEach(Slots::failed);
    }

    /**
     * What a tenant's own bound leaves of it; none before it was measured.
     *
     * @param bound null where the tenant has none
     * @param held slots that the tenant's grants hold
     */
    long left(String tenant, @Nullable Long bound, long held) {
        Slots ofTenant = ofTenants.get(tenant);
        if (bound == null || ofTenant == null) {
            return Long.MAX_VALUE;
        }
        return ofTenant.isKnown() ? bound - ofTenant.taken() - held : 0;
    }
}
