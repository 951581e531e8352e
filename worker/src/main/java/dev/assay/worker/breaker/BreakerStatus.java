package dev.assay.worker.breaker;

import java.time.Instant;
import java.util.Optional;

/**
 * How one breaker stands, for people.
 *
 * @param provider the provider's name in the configuration
 * @param model the model as that provider calls it
 * @param state what it does with calls
 * @param since when it came to that
 * @param until when it lets probes through; empty unless it is open
 * @param reason why, in words
 */
public record BreakerStatus(
        String provider, String model, BreakerState state, Instant since, Optional<Instant> until, String reason) {
    @Override
    public String toString() {
        return provider + "/" + model + " " + state + " since " + since
                + until.map(end -> " until " + end).orElse("") + ": " + reason;
    }
}
