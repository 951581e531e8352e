package dev.assay.worker;

import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.CandidateBudget;
import dev.assay.schemas.RouteBudgets;
import dev.assay.schemas.topics.BudgetIds;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.ProviderSettings;
import dev.assay.worker.route.Route;
import dev.assay.worker.spend.LimitSettings;
import dev.assay.worker.spend.ModelLimits;
import dev.assay.worker.spend.OutputBound;
import dev.assay.worker.spend.TenantLimits;
import dev.assay.worker.spend.WhenSpent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A worker's limits by the ids of budgets: what it tells the fleet, and what it looks up for a call. */
final class WorkerLimits {
    private final LimitSettings settings;
    private final Map<String, ModelLimits> models = new HashMap<>();
    private final Map<String, TenantLimits> quotas = new HashMap<>();

    WorkerLimits(LimitSettings settings, List<ProviderSettings> providers) {
        this.settings = settings;
        for (ModelLimits limits : settings.models()) {
            models.put(BudgetIds.calls(account(limits, providers), limits.model()), limits);
        }
        for (TenantLimits limits : settings.tenants()) {
            quotas.put(BudgetIds.tenant(limits.tenant(), limits.lane(), limits.account()), limits);
        }
    }

    /** A limit of a model's calls, for meters. */
    record Shown(String budget, String account, String model, BudgetLimit limit) {}

    List<Shown> shown() {
        List<Shown> shown = new ArrayList<>();
        models.forEach((id, limits) -> {
            String account = id.substring(
                    id.indexOf('/') + 1, id.length() - limits.model().length() - 1);
            limits.limits(settings.share()).forEach(limit -> shown.add(new Shown(id, account, limits.model(), limit)));
        });
        return shown;
    }

    /**
     * @throws IllegalArgumentException naming a limit of what no route asks, one that is given twice, or one on money
     *     where a price is not known
     */
    static void require(LimitSettings settings, List<ProviderSettings> providers, List<RouteSettings> routes) {
        Set<String> names = providers.stream().map(ProviderSettings::name).collect(Collectors.toSet());
        List<CandidateSettings> candidates =
                routes.stream().flatMap(route -> route.candidates().stream()).toList();
        Set<String> asked = candidates.stream().map(CandidateSettings::toString).collect(Collectors.toSet());
        Set<String> budgets = new HashSet<>();
        for (int i = 0; i < settings.models().size(); i++) {
            ModelLimits limits = settings.models().get(i);
            String at = "limits.models[" + i + "]";
            if (!names.contains(limits.provider())) {
                throw new IllegalArgumentException(at + ".provider: " + limits.provider() + " (expected: one of "
                        + String.join(", ", names.stream().sorted().toList()) + ")");
            }
            if (!asked.contains(limits.provider() + "/" + limits.model())) {
                throw new IllegalArgumentException(at + ".model: " + limits.model()
                        + " (expected: a model that a route asks of " + limits.provider() + ")");
            }
            if (!budgets.add(BudgetIds.calls(account(limits, providers), limits.model()))) {
                throw new IllegalArgumentException(at + ".model: " + limits.model()
                        + " (expected: once for an account; providers with the same account share its limits)");
            }
        }
        for (int i = 0; i < settings.tenants().size(); i++) {
            TenantLimits limits = settings.tenants().get(i);
            if (limits.money() != null) {
                for (CandidateSettings candidate : candidates) {
                    if (candidate.prices() == null) {
                        throw new IllegalArgumentException("limits.tenants[" + i + "].money: "
                                + limits.money().toPlainString()
                                + " (expected: prices for each candidate of the routes; "
                                + candidate + " has none)");
                    }
                }
            }
        }
    }

    /** What the fleet topic is told. */
    List<BudgetLimits> budgets(String worker, Instant now) {
        List<BudgetLimits> budgets = new ArrayList<>();
        models.forEach((id, limits) -> budgets.add(budget(id, limits.limits(settings.share()), worker, now)));
        quotas.forEach((id, limits) -> budgets.add(budget(id, limits.limits(), worker, now)));
        return budgets;
    }

    /** What the fleet topic is told of routes. */
    List<RouteBudgets> routes(Collection<Route> routes, String worker, Instant now) {
        return routes.stream()
                .map(route -> RouteBudgets.newBuilder()
                        .setRoute(route.name())
                        .setCandidates(
                                route.candidates().stream().map(this::candidate).toList())
                        .setBy(worker)
                        .setAt(now)
                        .build())
                .toList();
    }

    private CandidateBudget candidate(Candidate candidate) {
        return new CandidateBudget(
                candidate.model(),
                BudgetIds.calls(candidate.account(), candidate.model()),
                outputBound(candidate) == OutputBound.CAP);
    }

    /** Ids of the models' budgets. */
    Set<String> models() {
        return Set.copyOf(models.keySet());
    }

    /** Ids of the tenants' quotas. */
    Set<String> quotas() {
        return Set.copyOf(quotas.keySet());
    }

    /** Ids of the quotas whose tenants take prepared fallbacks when these are used up. */
    Set<String> fallBackWhenSpent() {
        return quotas.entrySet().stream()
                .filter(quota -> quota.getValue().whenSpent() == WhenSpent.FALLBACK)
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    OutputBound outputBound(Candidate candidate) {
        ModelLimits limits = models.get(BudgetIds.calls(candidate.account(), candidate.model()));
        return limits == null ? OutputBound.CAP : limits.outputOrCap();
    }

    private static BudgetLimits budget(String id, List<BudgetLimit> limits, String worker, Instant now) {
        return BudgetLimits.newBuilder()
                .setBudget(id)
                .setLimits(limits)
                .setIsSetByHand(false)
                .setBy(worker)
                .setReason("settings")
                .setAt(now)
                .build();
    }

    private static String account(ModelLimits limits, List<ProviderSettings> providers) {
        return providers.stream()
                .filter(provider -> provider.name().equals(limits.provider()))
                .findFirst()
                .orElseThrow()
                .accountLabel();
    }
}
