package dev.assay.worker;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.Prices;
import dev.assay.worker.call.ProviderSettings;
import dev.assay.worker.route.Need;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A model that a route may ask.
 *
 * @param provider name of the provider to ask
 * @param model the model as that provider calls it
 * @param prices what its tokens cost; null when unknown, and then results carry no cost
 * @param contextWindow tokens that request and answer may have together; null when unknown
 * @param capabilities what it can do beyond text, by the labels of {@code Need}; null when unknown, which counts as
 *     everything
 * @param cheaper whether it is asked in place of the others for a tenant whose quota of the day is used up; false when
 *     null
 */
public record CandidateSettings(
        @JsonProperty(required = true) String provider,
        @JsonProperty(required = true) String model,
        @Nullable Prices prices,
        @Nullable Integer contextWindow,
        @Nullable List<String> capabilities,
        @Nullable Boolean cheaper) {
    public CandidateSettings {
        if (provider == null || provider.isBlank()) {
            throw new IllegalArgumentException("provider: '" + provider + "' (expected: the name of a provider)");
        }
        if (model == null || model.isBlank()) {
            throw new IllegalArgumentException("model: '" + model + "' (expected: a model of the provider)");
        }
        if (contextWindow != null && contextWindow < 1) {
            throw new IllegalArgumentException("contextWindow: " + contextWindow + " (expected: >= 1 token)");
        }
        if (capabilities != null) {
            capabilities = List.copyOf(capabilities);
            capabilities.forEach(Need::requireLabel);
        }
    }

    /** A model of which nothing further is known. */
    public static CandidateSettings of(String provider, String model) {
        return new CandidateSettings(provider, model, null, null, null, null);
    }

    Candidate candidate(ProviderSettings of) {
        return new Candidate(
                provider,
                of.accountLabel(),
                model,
                Optional.ofNullable(prices),
                contextWindow,
                capabilities == null ? null : Set.copyOf(capabilities),
                of.region(),
                Boolean.TRUE.equals(cheaper));
    }

    @Override
    public String toString() {
        return provider + "/" + model;
    }
}
