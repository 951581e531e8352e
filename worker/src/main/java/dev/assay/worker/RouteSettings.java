package dev.assay.worker;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.schemas.topics.Names;
import dev.assay.worker.call.Prices;
import dev.assay.worker.route.OnAccountBlock;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which models answer the jobs of a route: the first, and when it fails the others in their order.
 *
 * @param name what jobs call it
 * @param candidates its own models, the first choice first; a provider's smaller model stands behind its larger one
 * @param then route whose candidates come after its own; null for none
 * @param onAccountBlock what a job does whose account has no money
 * @param maxAttempts most calls for one job, over all candidates
 * @param growTruncated whether a truncated answer that must be complete is asked for once more with twice the room
 */
public record RouteSettings(
        String name,
        List<CandidateSettings> candidates,
        @Nullable String then,
        OnAccountBlock onAccountBlock,
        int maxAttempts,
        boolean growTruncated) {
    public static final int MAX_ATTEMPTS = 8;
    private static final int MOST_ATTEMPTS = 50;

    public RouteSettings {
        Names.require("name", name == null ? "" : name);
        candidates = List.copyOf(candidates);
        if (candidates.isEmpty()) {
            throw new IllegalArgumentException("candidates: none (expected: at least one)");
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < candidates.size(); i++) {
            if (!seen.add(candidates.get(i).toString())) {
                throw new IllegalArgumentException(
                        "candidates[" + i + "]: " + candidates.get(i) + " (expected: named once)");
            }
        }
        if (maxAttempts < 1 || maxAttempts > MOST_ATTEMPTS) {
            throw new IllegalArgumentException(
                    "maxAttempts: " + maxAttempts + " (expected: 1 to " + MOST_ATTEMPTS + ")");
        }
    }

    /** A route as a file gives it; one with a single model may name it without a list. */
    @JsonCreator
    static RouteSettings of(
            @JsonProperty(value = "name", required = true) String name,
            @JsonProperty("provider") @Nullable String provider,
            @JsonProperty("model") @Nullable String model,
            @JsonProperty("prices") @Nullable Prices prices,
            @JsonProperty("candidates") @Nullable List<CandidateSettings> candidates,
            @JsonProperty("then") @Nullable String then,
            @JsonProperty("onAccountBlock") @Nullable OnAccountBlock onAccountBlock,
            @JsonProperty("maxAttempts") @Nullable Integer maxAttempts,
            @JsonProperty("growTruncated") @Nullable Boolean growTruncated) {
        if (candidates != null && (provider != null || model != null || prices != null)) {
            throw new IllegalArgumentException(
                    "candidates: given beside provider, model or prices (expected: the one or the other)");
        }
        return new RouteSettings(
                name,
                candidates == null
                        ? List.of(new CandidateSettings(
                                provider == null ? "" : provider, model == null ? "" : model, prices, null, null, null))
                        : candidates,
                then,
                onAccountBlock == null ? OnAccountBlock.WAIT : onAccountBlock,
                maxAttempts == null ? MAX_ATTEMPTS : maxAttempts,
                growTruncated == null || growTruncated);
    }

    /** The same with another route's candidates after its own. */
    public RouteSettings withThen(String route) {
        return new RouteSettings(name, candidates, route, onAccountBlock, maxAttempts, growTruncated);
    }

    /** A route of one model and everything else as it is by default. */
    public static RouteSettings of(String name, String provider, String model) {
        return of(name, List.of(CandidateSettings.of(provider, model)));
    }

    /** A route of these candidates and everything else as it is by default. */
    public static RouteSettings of(String name, List<CandidateSettings> candidates) {
        return new RouteSettings(name, candidates, null, OnAccountBlock.WAIT, MAX_ATTEMPTS, true);
    }
}
