package dev.assay.worker.spend;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What the jobs of a tenant do whose quota of the day is spent. */
public enum WhenSpent {
    /** They wait until the day turns. */
    @JsonProperty("wait")
    WAIT,
    /** They take their lane's prepared fallback; where it has none, they wait. */
    @JsonProperty("fallback")
    FALLBACK
}
