package dev.assay.worker;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.worker.gate.ProbePace;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How blocked accounts are tried again.
 *
 * @param probeInterval from a block to its first probe; doubled after each that fails
 * @param maxProbeInterval longest time from one probe to the next
 */
public record AccountSettings(Duration probeInterval, Duration maxProbeInterval) {
    private static final Duration LEAST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofDays(7);

    public static final AccountSettings STANDARD = new AccountSettings(Duration.ofMinutes(1), Duration.ofHours(1));

    public AccountSettings {
        if (probeInterval.compareTo(LEAST) < 0 || probeInterval.compareTo(MOST) > 0) {
            throw new IllegalArgumentException(
                    "probeInterval: " + probeInterval + " (expected: " + LEAST + " to " + MOST + ")");
        }
        if (maxProbeInterval.compareTo(probeInterval) < 0 || maxProbeInterval.compareTo(MOST) > 0) {
            throw new IllegalArgumentException("maxProbeInterval: " + maxProbeInterval + " (expected: probeInterval, "
                    + probeInterval + ", to " + MOST + ")");
        }
    }

    @JsonCreator
    static AccountSettings of(
            @JsonProperty("probeInterval") @Nullable Duration probeInterval,
            @JsonProperty("maxProbeInterval") @Nullable Duration maxProbeInterval) {
        return new AccountSettings(
                probeInterval == null ? STANDARD.probeInterval : probeInterval,
                maxProbeInterval == null ? STANDARD.maxProbeInterval : maxProbeInterval);
    }

    ProbePace pace() {
        return new ProbePace(probeInterval, maxProbeInterval);
    }
}
