package dev.assay.worker.route;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a job demands of its route.
 *
 * @param needs what its request asks of a model beyond text
 * @param tokens its input as estimated plus the cap on its output, which a model's context must hold
 * @param region where its data must stay; null for anywhere
 * @param sideEffects whether answering may change the world, so that it is never repeated once it may have been done
 * @param mayGrow whether a truncated answer is worth asking for once more with twice the room
 * @param hasPrepared whether its lane has a prepared fallback
 * @param takesPreparedWhenSpent whether it takes that instead of waiting when its tenant's quota of the day is used up
 */
public record Demand(
        Set<Need> needs,
        long tokens,
        @Nullable String region,
        boolean sideEffects,
        boolean mayGrow,
        boolean hasPrepared,
        boolean takesPreparedWhenSpent) {
    public Demand {
        needs = Set.copyOf(needs);
    }

    /** A demand for text that may be repeated. */
    public static Demand plain() {
        return new Demand(Set.of(), 0, null, false, false, false, false);
    }

    /** The needs in a request body. */
    public static Set<Need> needsOf(String body) {
        return Need.of(body);
    }
}
