package dev.assay.schemas.topics;

import java.time.Duration;

/**
 * How far ahead the jobs of one parked topic wait at most. A parked topic is read in its order, so a day's wait would
 * hold up a minute's if both stood in the same one.
 */
public enum Horizon {
    MINUTE("1m", Duration.ofMinutes(1)),
    TEN_MINUTES("10m", Duration.ofMinutes(10)),
    HOUR("1h", Duration.ofHours(1)),
    DAY("1d", Duration.ofDays(1));

    private final String label;
    private final Duration longest;

    Horizon(String label, Duration longest) {
        this.label = label;
        this.longest = longest;
    }

    /** The part of the topic's name. */
    public String label() {
        return label;
    }

    /** The longest wait that belongs here; a longer one than the last horizon's is parked again when that is over. */
    public Duration longest() {
        return longest;
    }

    /** The horizon of a wait. */
    public static Horizon of(Duration wait) {
        for (Horizon horizon : values()) {
            if (wait.compareTo(horizon.longest) <= 0) {
                return horizon;
            }
        }
        return DAY;
    }
}
