package dev.assay.worker;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.schemas.topics.Names;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.Prices;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which model answers the jobs of a route.
 *
 * @param name what jobs call it
 * @param provider name of the provider to ask
 * @param model the model as that provider calls it
 * @param prices what its tokens cost; null when unknown, and then results carry no cost
 */
public record RouteSettings(
        @JsonProperty(required = true) String name,
        @JsonProperty(required = true) String provider,
        @JsonProperty(required = true) String model,
        @Nullable Prices prices) {
    public RouteSettings {
        Names.require("name", name == null ? "" : name);
        if (model == null || model.isBlank()) {
            throw new IllegalArgumentException("model: '" + model + "' (expected: a model of the provider)");
        }
    }

    Candidate candidate() {
        return new Candidate(provider, model, Optional.ofNullable(prices));
    }
}
