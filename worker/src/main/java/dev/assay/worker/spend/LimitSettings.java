package dev.assay.worker.spend;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the whole fleet may use, however many workers there are; each worker is given the same.
 *
 * @param share how much of what providers publish the fleet uses, above 0 and at most 1
 * @param models limits by model
 * @param tenants quotas by tenant, lane and account
 */
public record LimitSettings(double share, List<ModelLimits> models, List<TenantLimits> tenants) {
    private static final double SHARE = 0.8;

    public LimitSettings {
        requireShare(share);
        models = List.copyOf(models);
        tenants = List.copyOf(tenants);
        Set<String> quotas = new HashSet<>();
        for (int i = 0; i < tenants.size(); i++) {
            TenantLimits quota = tenants.get(i);
            if (!quotas.add(quota.tenant() + "/" + quota.lane() + "/" + quota.account())) {
                throw new IllegalArgumentException(
                        "tenants[" + i + "].tenant: " + quota.tenant() + " (expected: once for each lane and account)");
            }
        }
    }

    @JsonCreator
    static LimitSettings of(
            @JsonProperty("share") @Nullable Double share,
            @JsonProperty("models") @Nullable List<ModelLimits> models,
            @JsonProperty("tenants") @Nullable List<TenantLimits> tenants) {
        return new LimitSettings(
                share == null ? SHARE : share,
                models == null ? List.of() : models,
                tenants == null ? List.of() : tenants);
    }

    /** Limits of models alone. */
    public static LimitSettings of(ModelLimits... models) {
        return new LimitSettings(SHARE, List.of(models), List.of());
    }

    /** The same with these quotas. */
    public LimitSettings withTenants(TenantLimits... quotas) {
        return new LimitSettings(share, models, List.of(quotas));
    }

    static void requireShare(double share) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("share: " + share + " (expected: above 0, at most 1)");
        }
    }

    static void requirePositive(String name, @Nullable Long value) {
        if (value != null && (value < 1 || value > 1_000_000_000_000_000L)) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: >= 1)");
        }
    }
}
