package dev.assay.worker;

import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.ProviderSettings;
import dev.assay.worker.route.Route;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes routes of their settings: each with its own candidates and those of the routes that come after it. Chains end:
 * a route that comes back to itself is refused when the settings are read, not found out by a job that goes round.
 */
final class RouteChains {
    private RouteChains() {}

    /**
     * @throws IllegalArgumentException naming the route whose chain leads nowhere or back to itself
     */
    static void require(List<RouteSettings> routes) {
        Map<String, RouteSettings> byName = byName(routes);
        for (int i = 0; i < routes.size(); i++) {
            Set<String> path = new LinkedHashSet<>();
            for (RouteSettings route = routes.get(i); route != null; route = next(byName, route, i)) {
                if (!path.add(route.name())) {
                    throw new IllegalArgumentException("routes[" + i + "].then: " + String.join(" -> ", path) + " -> "
                            + route.name() + " (expected: a chain that ends)");
                }
            }
        }
    }

    static Map<String, Route> resolve(List<RouteSettings> routes, List<ProviderSettings> providers) {
        Map<String, ProviderSettings> providersByName = new HashMap<>();
        providers.forEach(provider -> providersByName.put(provider.name(), provider));
        Map<String, RouteSettings> byName = byName(routes);
        Map<String, Route> resolved = new HashMap<>();
        for (RouteSettings first : routes) {
            Map<String, Candidate> candidates = new LinkedHashMap<>();
            for (RouteSettings route = first;
                    route != null;
                    route = route.then() == null ? null : byName.get(route.then())) {
                for (CandidateSettings settings : route.candidates()) {
                    ProviderSettings provider = providersByName.get(settings.provider());
                    if (provider == null) {
                        throw new IllegalArgumentException("no provider " + settings.provider());
                    }
                    candidates.putIfAbsent(settings.toString(), settings.candidate(provider));
                }
            }
            resolved.put(
                    first.name(),
                    new Route(
                            first.name(),
                            new ArrayList<>(candidates.values()),
                            first.onAccountBlock(),
                            first.maxAttempts(),
                            first.growTruncated()));
        }
        return Map.copyOf(resolved);
    }

    private static @Nullable RouteSettings next(Map<String, RouteSettings> byName, RouteSettings route, int of) {
        if (route.then() == null) {
            return null;
        }
        RouteSettings next = byName.get(route.then());
        if (next == null) {
            throw new IllegalArgumentException("routes[" + of + "].then: " + route.then() + " (expected: one of "
                    + String.join(", ", byName.keySet()) + ")");
        }
        return next;
    }

    private static Map<String, RouteSettings> byName(List<RouteSettings> routes) {
        Map<String, RouteSettings> byName = new LinkedHashMap<>();
        routes.forEach(route -> byName.put(route.name(), route));
        return byName;
    }
}
