package dev.assay.worker.call;

import java.util.Optional;

/**
 * A model of a provider that a route may ask.
 *
 * @param provider the provider's name in the configuration
 * @param model the model as that provider calls it
 * @param prices what its tokens cost; empty when unknown
 */
public record Candidate(String provider, String model, Optional<Prices> prices) {
    @Override
    public String toString() {
        return provider + "/" + model;
    }
}
