package dev.assay.worker.call;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A model of a provider that a route may ask.
 *
 * @param provider the provider's name in the configuration
 * @param account label of the account that calls are made for
 * @param model the model as that provider calls it
 * @param prices what its tokens cost; empty when unknown
 * @param contextWindow tokens that request and answer may have together; null when unknown
 * @param capabilities what it can do beyond text (see {@code Need}); null when unknown, which counts as everything
 * @param region where the provider works on data; null when unknown
 * @param isCheaper whether it is asked in place of the others for a tenant whose quota of the day is used up
 */
public record Candidate(
        String provider,
        String account,
        String model,
        Optional<Prices> prices,
        @Nullable Integer contextWindow,
        @Nullable Set<String> capabilities,
        @Nullable String region,
        boolean isCheaper) {
    public Candidate {
        capabilities = capabilities == null ? null : Set.copyOf(capabilities);
    }

    /** A model of which nothing further is known, of the account that is called as the provider is. */
    public static Candidate of(String provider, String model) {
        return new Candidate(provider, provider, model, Optional.empty(), null, null, null, false);
    }

    @Override
    public String toString() {
        return provider + "/" + model;
    }
}
